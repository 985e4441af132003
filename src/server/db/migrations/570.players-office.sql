-- What the office's pages of players need (server/office/routes/players.ts). Trigrams find a part of an e-mail, name or phone
-- among a million players; the extension is part of PostgreSQL's own contrib, and the schema's owner may create it.
create extension if not exists pg_trgm;
create index users_search on users using gin ((lower(email || ' ' || name || ' ' || phone)) gin_trgm_ops);
drop index users_created_at;
create index users_created_at on users (created_at, id);

-- What the staff write down about a player.
create table player_notes (
  user_id text not null references users (id),
  id text not null,
  text text not null,
  made_by text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
