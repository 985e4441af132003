-- Bets of a provider whose rounds may have several, and whose wins name the bet (games/providerBets.ts). That an id is used
-- once is seen in provider_transactions.
create table provider_bets (
  user_id text not null references users (id),
  provider text not null,
  -- The provider's id of the transaction.
  id text not null,
  game text not null,
  -- The provider's id of the round. Live games share one among their players.
  round text not null,
  -- In game_rounds; null: nothing was staked, as with a free bet.
  round_id text,
  -- The sum of its wins, in cents.
  won bigint not null default 0,
  state text not null check (state in ('open', 'settled', 'refunded')),
  created_at timestamptz not null,
  primary key (user_id, provider, round, id)
);
