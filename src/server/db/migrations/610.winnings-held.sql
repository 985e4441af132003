-- Until when what a result has paid for a ticket cannot be withdrawn, because the result may still be corrected.
alter table tickets add column held_until timestamptz;
create index tickets_held on tickets (user_id, held_until) where held_until is not null;

-- What players owe because a corrected result takes back what they have withdrawn or lost. The wallet has the sum, which
-- later winnings pay off (ledger_post); a row says which correction it was.
alter type ledger_kind add value 'debt';
alter table wallets add column debt bigint not null default 0 check (debt >= 0);
create index wallets_debts on wallets (user_id) where debt > 0;

create table ticket_debts (
  user_id text not null references users (id),
  ticket_id text not null references tickets (id),
  -- That of the correction in ticket_settlements.
  number integer not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  primary key (user_id, ticket_id, number)
);

-- Why a withdrawal gave the money back, also: a corrected result took back what a ticket had paid.
alter table withdrawals drop constraint withdrawals_refusal_check;
alter table withdrawals add constraint withdrawals_refusal_check check (refusal in (
  'notOwnKey', 'identityUnconfirmed', 'detailsRejected', 'turnoverOpen', 'misuseSuspected', 'other',
  'payoutFailed', 'payoutReturned', 'depositReversed', 'resultCorrected'
));
