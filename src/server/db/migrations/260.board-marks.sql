-- What a player has marked on the board of sports: favourite matches and leagues, and folded leagues.
create table board_marks (
  user_id text primary key references users (id),
  matches text[] not null,
  leagues text[] not null,
  folded text[] not null,
  changed_at timestamptz not null
);
