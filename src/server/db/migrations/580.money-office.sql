-- What the cashier's pages need (server/office/routes/withdrawals.ts and its neighbours).
alter table withdrawals drop constraint withdrawals_review_check;
-- `held`: a member of staff wants to look at it first.
alter table withdrawals add constraint withdrawals_review_check check (review in ('sharedKey', 'held'));
drop index withdrawals_created;
create index withdrawals_created on withdrawals (created_at, id);
create index withdrawals_amount on withdrawals (amount, id);
create index withdrawals_status on withdrawals (status, created_at, id);
-- A transfer that somebody made by hand pays one withdrawal.
create unique index withdrawals_by_hand on withdrawals (reference) where provider = 'byHand';
create index orders_created on orders (created_at, id);
create index orders_status on orders (status, created_at, id);

alter type ledger_account add value 'house_adjustments';

-- Money that the operator gave or took, with the reason; its posting has the same id.
create table adjustments (
  user_id text not null references users (id),
  id text not null,
  account text not null check (account in ('cash', 'bonus')),
  -- Signed, in cents.
  amount bigint not null check (amount <> 0),
  kind text not null check (kind in ('goodwill', 'correction', 'chargeback', 'prize', 'other')),
  reason text not null,
  made_by text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index adjustments_user on adjustments (user_id, created_at desc);
create index adjustments_created on adjustments (created_at, id);
