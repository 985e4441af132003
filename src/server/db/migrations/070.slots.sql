-- Games in frames. A game gets a ticket, not the player's token: good once, for a minute, for that game alone.
create table game_tickets (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  game text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index game_tickets_session on game_tickets (session_id);

-- What a ticket is exchanged for: this game, this player, until the player's session ends.
create table game_sessions (
  token_hash bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  game text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index game_sessions_session on game_sessions (session_id);

-- Rounds whose free spins were not shown to the end yet. They are paid; only the show comes back.
create table slot_replays (
  user_id text not null references users (id),
  game text not null,
  round_id text not null,
  primary key (user_id, game)
);

-- Who brings a game; null for the originals and sports.
alter table games add column provider text;

-- Rounds of third-party games: which provider decides them, under its own id. Any number may be open.
alter table game_rounds add column provider text;
alter table game_rounds add column provider_round text;
create unique index game_rounds_provider on game_rounds (provider, provider_round) where provider is not null;
drop index game_rounds_one_open;
create unique index game_rounds_one_open on game_rounds (user_id, game)
  where status = 'open' and double_round is null and provider is null;

-- Every transaction of a provider, once. `void` stands for a debit that was rolled back before it came.
create table provider_transactions (
  provider text not null,
  id text not null,
  kind text not null check (kind in ('debit', 'credit', 'rollback', 'void')),
  -- What it said, so that the same id with other values is told apart from a repetition.
  body jsonb not null,
  round_id text,
  created_at timestamptz not null,
  primary key (provider, id)
);

-- They were in the catalogue, closed, until they could be played.
update games set enabled = true where kind = 'slot';
