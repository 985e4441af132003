-- Sums of the ledger by day (Brasília), from which revenue is reported: a job adds what is new (domain/reports/rollUp.ts) and
-- another compares them with the postings (domain/reports/check.ts). Every posting counts on the day on which it was
-- posted, so a correction changes the day of the correction, not that of the bet. All amounts are cents.

-- Postings are written in the order of their ids, and nearly in that of their times. An index of ranges of pages finds
-- those after an id and those of a day, and costs a bet next to nothing.
create index transfers_order on transfers using brin (id, at) with (autosummarize = on);
-- Registrations of a day.
create index users_created_at on users (created_at);

-- One row.
create table report_position (
  id boolean primary key default true check (id),
  -- Postings up to this id are counted.
  through bigint not null default 0,
  -- The day on which registrations were last counted.
  registered_day date,
  -- When the last comparison with the ledger ended, of the database's clock.
  checked_at timestamptz
);
insert into report_position default values;

create table report_days (
  day date primary key,
  registrations bigint not null default 0,
  -- The last posting that was counted on this day, and the last one at the comparison with the ledger.
  last_id bigint not null default 0,
  checked_id bigint,
  -- Of the database's clock.
  checked_at timestamptz
);

-- Bets by product, game and wallet.
create table report_bets (
  day date not null,
  product text not null check (product in ('game', 'sport')),
  -- The game's code; of tickets the sport, or `mixed`. Empty when it is unknown.
  game text not null,
  wallet text not null check (wallet in ('cash', 'bonus')),
  -- Bets that were placed, and their stakes.
  placed bigint not null,
  placed_cents bigint not null,
  -- Bets that were decided, and what was decided: the gross gaming revenue is stakes less payouts.
  settled bigint not null,
  stakes bigint not null,
  payouts bigint not null,
  -- Stakes that were given back.
  refunded bigint not null,
  refunds bigint not null,
  -- What corrections of results paid to players in all; part of the payouts.
  corrections bigint not null,
  primary key (day, product, game, wallet)
) with (fillfactor = 70);

-- Money that is no bet: kinds and their details are listed in domain/reports/countedSql.ts.
create table report_money (
  day date not null,
  kind text not null,
  detail text not null,
  number bigint not null,
  cents bigint not null,
  primary key (day, kind, detail)
) with (fillfactor = 70);

-- The sum of a day's entries of each account of the ledger. What players have at the end of a day is the sum of their
-- accounts up to it.
create table report_accounts (
  day date not null,
  account text not null,
  -- `round` or `ticket` for the stakes that are held.
  held_for text not null,
  cents bigint not null,
  primary key (day, account, held_for)
) with (fillfactor = 70);

-- Players who placed a bet in a day, a week (from Monday) or a month. `*` stands for all products or games.
create table report_actives (
  period text not null check (period in ('day', 'week', 'month')),
  starts date not null,
  product text not null,
  game text not null,
  players bigint not null,
  primary key (period, starts, product, game)
) with (fillfactor = 70);

-- The day of each player's last bet, by which the job knows who is counted already.
create table report_last_bets (
  user_id text not null,
  product text not null,
  game text not null,
  day date not null,
  primary key (user_id, product, game)
) with (fillfactor = 70);

-- What the last comparison of a day found. Rows go when a later one finds the day right.
create table report_differences (
  day date not null,
  -- The table, the row and the column.
  what text not null,
  reported bigint not null,
  ledger bigint not null,
  found_at timestamptz not null default now(),
  primary key (day, what)
);
