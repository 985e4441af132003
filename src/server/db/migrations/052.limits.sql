-- What players set for themselves. deposit and loss in cents, time in minutes; null is no limit.
create table player_limits (
  user_id text not null references users (id),
  kind text not null check (kind in ('deposit', 'loss', 'time')),
  period text not null check (period in ('day', 'week', 'month')),
  amount bigint check (amount >= 0),
  -- A higher limit, or none, that holds from next_from on.
  next_amount bigint check (next_amount >= 0),
  next_from timestamptz,
  primary key (user_id, kind, period)
);

alter table users add column reality_check smallint not null default 60
  check (reality_check between 30 and 60);

-- When a session last made a call, to the minute: for time limits and idle sessions.
alter table sessions add column active_at timestamptz;

-- How long a player was there on a day (Brasília).
create table play_days (
  user_id text not null references users (id),
  day date not null,
  seconds integer not null,
  primary key (user_id, day)
);
