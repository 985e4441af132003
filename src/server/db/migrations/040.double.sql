-- Double: one round for everybody. A chain of seeds is committed (by the hash of its first seed) before its
-- first round; the seeds are played in order, one a round.
create table double_chains (
  id bigint generated always as identity primary key,
  commitment text not null unique,
  -- The end of the chain: all seeds before it are hashes of it. Secret until the chain is played out.
  last_seed text not null,
  -- Public, the same for all rounds of the chain.
  client_seed text not null,
  length integer not null check (length > 0),
  created_at timestamptz not null
);

create table double_rounds (
  -- Rounds follow each other without gaps: of two processes that begin the same round, one succeeds.
  sequence bigint primary key,
  chain_id bigint not null references double_chains (id),
  -- Place in the chain, from 0; also the nonce of the round.
  chain_index integer not null check (chain_index >= 0),
  server_seed text not null,
  server_seed_hash text not null,
  slot smallint not null check (slot between 0 and 14),
  starts_at timestamptz not null,
  -- Betting is over and the seed is revealed; bets hold a share lock on the row until they are in.
  closed_at timestamptz,
  -- Every bet is paid.
  settled_at timestamptz,
  unique (chain_id, chain_index)
);
create index double_rounds_unsettled on double_rounds (sequence) where settled_at is null;

-- A bet on a shared round: its seeds are the round's, not the player's.
alter table game_rounds add column double_round bigint references double_rounds (sequence);
create index game_rounds_double on game_rounds (double_round, created_at) where double_round is not null;

-- Any number of bets may be open on a shared round.
drop index game_rounds_one_open;
create unique index game_rounds_one_open on game_rounds (user_id, game)
  where status = 'open' and double_round is null;
