-- The keys that a player has saved for withdrawals; payout_destinations has the last one of each type, and the only one of players who
-- saved none since (domain/payments/savedKeys.ts).
create table payout_keys (
  user_id text not null references users (id),
  id text not null,
  type text not null,
  key_encrypted bytea not null,
  key_index bytea not null,
  key_masked text not null,
  holder text not null,
  whatsapp text not null,
  -- The player's own name for it.
  label text not null default '',
  -- What a withdrawal begins with; of one key at most.
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- As in payout_destinations.
  confirmed_at timestamptz,
  primary key (user_id, id),
  unique (user_id, key_index)
);
