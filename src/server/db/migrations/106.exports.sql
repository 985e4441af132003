-- Files that a player has asked for (domain/accounts/exports), the last one of each kind. A job writes them bit by bit.
create table exports (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('personalData', 'statement')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  requested_at timestamptz not null,
  -- Who writes it, and when they last did: from these on another process may go on. Both by the database's clock.
  worker text,
  worked_at timestamptz,
  -- Attempts since the last progress.
  attempts smallint not null default 0,
  -- Where to go on; null at the beginning.
  position jsonb,
  chunks integer not null default 0,
  lines integer not null default 0,
  bytes bigint not null default 0,
  -- The address of one download, valid for a minute.
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  unique (user_id, kind)
);
create index exports_unfinished on exports (requested_at) where state in ('waiting', 'running');
create index exports_requested_at on exports (requested_at);

-- The file in order, compressed and sealed.
create table export_chunks (
  export_id text not null references exports (id) on delete cascade,
  seq integer not null,
  body bytea not null,
  primary key (export_id, seq)
);
alter table export_chunks alter column body set storage external;

-- Also ended sessions are part of a player's data.
create index sessions_all on sessions (user_id, created_at desc, id);
