-- Passkeys of players. A login names both parts of the key.
create table player_passkeys (
  user_id text not null references users (id),
  id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, id)
);

-- Challenges that were not answered yet. user_id: only this player may; null: a login.
create table passkey_challenges (
  challenge text primary key,
  user_id text references users (id),
  expires_at timestamptz not null
);
