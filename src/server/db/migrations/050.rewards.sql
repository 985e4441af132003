-- One row a claim: the rebate on the settled bets of a day (Brasília), once.
create table rebate_claims (
  user_id text not null references users (id),
  day date not null,
  bets bigint not null check (bets > 0),
  rate numeric not null,
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null,
  primary key (user_id, day)
);

-- One row a day checked in; `streak` is its place in the seven days.
create table check_ins (
  user_id text not null references users (id),
  day date not null,
  streak smallint not null check (streak between 1 and 7),
  amount bigint not null check (amount > 0),
  checked_at timestamptz not null,
  primary key (user_id, day)
);

-- The player's inbox: what happened, in words that the client has in every language.
create table messages (
  id text primary key,
  user_id text not null references users (id),
  seq bigint generated always as identity,
  kind text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null,
  read_at timestamptz
);
create index messages_user on messages (user_id, seq desc);
create index messages_unread on messages (user_id) where read_at is null;
