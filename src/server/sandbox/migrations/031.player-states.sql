-- What QA has given single players, beside what production stores about them.
create table sandbox.player_clocks (
  user_id text primary key references public.users (id),
  -- By how much the player's calls are ahead of everybody's time.
  ahead_ms bigint not null
);
create table sandbox.held_withdrawals (
  user_id text primary key references public.users (id)
);
