-- Prizes that the house has suspended: what of them was in cash is in the hold of withdrawals until the term is over or
-- somebody releases it.
create table prize_suspensions (
  user_id text not null references users (id),
  id text not null,
  ref_type text not null check (ref_type in ('ticket', 'round')),
  ref_id text not null,
  amount bigint not null check (amount > 0),
  -- Of the contract's `prizeReasons`; the player is told. The note is for the staff.
  reason text not null,
  note text not null,
  made_by text not null,
  created_at timestamptz not null,
  until timestamptz not null check (until > created_at),
  ended_at timestamptz,
  -- The member of staff; `term` when the term was over, `correction` when the result of the bet was corrected.
  ended_by text,
  primary key (user_id, id)
);

-- When somebody has had a blocked player's money sent again that the bank had sent back.
alter table register_blocks add column restarted_at timestamptz;
