-- The server seed that a player's next rotation will use: drawn, and told by its hash, before the player
-- chooses the client seed (games/seeds.ts). A table of its own, so that the row that counts rounds stays small.
create table next_seeds (
  user_id text primary key references users (id),
  -- Secret until the pair that it begins is revealed.
  server_seed text not null,
  server_seed_hash text not null,
  created_at timestamptz not null
);
