-- Deposits that a bank has taken back, from the player's cash as far as it was there.
alter type ledger_kind add value 'reversal';
-- What players owe because a bank has taken back what they had already used.
alter type ledger_account add value 'house_debts';

create table deposit_reversals (
  user_id text not null references users (id),
  provider text not null,
  -- The provider's name of it.
  id text not null,
  order_id text not null,
  cause text not null check (cause in ('fraud', 'fault', 'other')),
  amount bigint not null check (amount > 0),
  -- What was still there; the rest is the player's debt.
  taken bigint not null check (taken between 0 and amount),
  at timestamptz not null,
  -- When the debt was paid or written off, by whom, and why.
  settled_at timestamptz,
  settled_by text,
  settled_reason text,
  primary key (user_id, provider, id)
);
create index deposit_reversals_debts on deposit_reversals (user_id) where taken < amount and settled_at is null;
create index deposit_reversals_order on deposit_reversals (order_id);

-- Why a withdrawal gave the money back, beside the reasons of a person: the bank, or a deposit that was taken back.
alter table withdrawals drop constraint withdrawals_refusal_check;
alter table withdrawals add constraint withdrawals_refusal_check check (refusal in (
  'notOwnKey', 'identityUnconfirmed', 'detailsRejected', 'turnoverOpen', 'misuseSuspected', 'other',
  'payoutFailed', 'payoutReturned', 'depositReversed'
));
