-- The keyed index of the key that a withdrawal goes to: finds the same key of other players without telling it. It
-- stays when the account is erased. Null on rows from before; domain/payments/payoutKeys.ts fills them in.
alter table withdrawals add column key_index bytea;
create index withdrawals_key_index on withdrawals (key_index) where key_index is not null;

-- Why an operator must decide about it: nothing approves it by itself.
alter table withdrawals add column review text check (review in ('sharedKey'));
