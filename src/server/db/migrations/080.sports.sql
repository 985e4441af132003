-- Bet slips. A ticket's money is in the ledger under ref_type 'ticket'; what is kept here is what was bet on.
create table tickets (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('single', 'parlay')),
  wallet text not null check (wallet in ('cash', 'bonus')),
  stake bigint not null check (stake > 0),
  -- Bet state of the specification, section 4: -10 placed, 0 pending, 9999 drawn, 4 lost, -1 exception.
  state smallint not null check (state in (-10, 0, 9999, 4, -1)),
  -- Result of the whole ticket: 10, 21, 90, 11, 20; null while it is open.
  result smallint,
  policy text not null check (policy in ('ask', 'better', 'any')),
  -- Why a placed bet was not accepted: an error key.
  reason text,
  payout bigint not null default 0 check (payout >= 0),
  -- The most it returns, as the slip showed it.
  max_return bigint not null check (max_return > 0),
  cashed_out boolean not null default false,
  -- Live bets are accepted or refused at this moment.
  accept_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index tickets_user on tickets (user_id, created_at desc, id);
create index tickets_placed on tickets (accept_at) where state = -10;
create index tickets_open on tickets (id) where state = 0;

create table ticket_legs (
  ticket_id text not null references tickets (id),
  position smallint not null,
  match_id text not null,
  -- The match as it was called when the bet was placed.
  sport text not null,
  league text not null,
  home text not null,
  away text not null,
  starts_at timestamptz not null,
  option_key text not null,
  -- The selection with the score at the bet, as settlement takes it.
  selection jsonb not null,
  game_time smallint not null,
  odds numeric not null check (odds > 1),
  live boolean not null,
  -- 1000 open, else 10, 21, 90, 11, 20.
  result smallint not null default 1000,
  distance numeric,
  score_home integer,
  score_away integer,
  primary key (ticket_id, position)
);
create index ticket_legs_open on ticket_legs (match_id) where result = 1000;

-- Matches that the sandbox directs: what it says of a match takes the place of the simulated calendar.
create table feed_scripts (
  match_id text primary key,
  script jsonb not null,
  updated_at timestamptz not null
);

-- Sports waited in the catalogue until they could be played.
update games set enabled = true where kind = 'sport';
