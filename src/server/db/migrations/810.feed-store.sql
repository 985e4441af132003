-- What a provider of matches and prices has told (feed/store). One process writes; the others read what has a higher version
-- than they know. The simulated calendar stores nothing here.
create table feed_state (
  provider text primary key,
  -- Grows with every batch; at least the time of the batch in ms since 1970.
  version bigint not null default 0,
  -- Grows with every process that begins to take in: a batch of an earlier one is refused.
  epoch integer not null default 0,
  -- The last sign of life of the provider.
  heard_at timestamptz,
  -- Where the provider was, in its own words.
  position jsonb
);

create table feed_matches (
  provider text not null,
  id text not null,
  version bigint not null,
  starts_at timestamptz not null,
  is_over boolean not null,
  changed_at timestamptz not null,
  -- StoredMatch (feed/store/rows.ts).
  body jsonb not null,
  primary key (provider, id)
) with (fillfactor = 70);

-- One row for each market and line of a match that is not over.
create table feed_markets (
  provider text not null,
  match_id text not null,
  -- `market:game time:line`.
  code text not null,
  version bigint not null,
  is_main boolean not null,
  is_suspended boolean not null,
  -- Odds by option key; null: the option takes no bets.
  options json not null,
  primary key (provider, match_id, code)
) with (fillfactor = 70);

-- Bets that the provider has cancelled, by match, market and the time at which they were taken.
create table feed_bet_cancels (
  provider text not null,
  match_id text not null,
  -- `market:game time`; empty: all markets.
  market text not null,
  -- In ms since 1970, from and until.
  cancels_from bigint not null,
  cancels_until bigint not null,
  version bigint not null,
  changed_at timestamptz not null,
  -- The provider has taken the cancel back.
  is_restored boolean not null,
  primary key (provider, match_id, market, cancels_from, cancels_until)
);

-- The last batches, for the processes that do not take in; who has missed one reads everything. Nothing is lost when a crash
-- empties it.
create unlogged table feed_batches (
  version bigint primary key,
  previous bigint not null,
  written_at timestamptz not null,
  -- JSON.
  matches text not null,
  markets text not null,
  gone text not null,
  cancels text not null
);
-- A batch is read once or twice within a second: compressing it would cost more than it saves.
alter table feed_batches alter column markets set storage external;

-- The leagues, teams, players and countries of a provider, with the names that the operator gives them.
create table feed_names (
  provider text not null,
  kind text not null check (kind in ('league', 'team', 'player', 'country')),
  id text not null,
  sport text not null,
  -- As the provider writes it.
  source_name text not null,
  -- Of a league.
  country text not null default '',
  -- Shown instead; null: the provider's.
  name text,
  changed_by text,
  changed_at timestamptz not null,
  primary key (provider, kind, id)
);
