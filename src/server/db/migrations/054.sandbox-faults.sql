-- Faults of one player, beside those of everybody: tests that run at the same time each have their own.
create table sandbox_player_faults (
  user_id text primary key references users (id),
  faults jsonb not null
);
