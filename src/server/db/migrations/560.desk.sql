-- What the operator's trading desk decides about matches (feed/desk/Desk.ts). A rule holds for every market that has all
-- of its non-empty columns; the most specific one that says something decides. `market` is `kind:game-time`, as an option's
-- key begins. A rule that says nothing any more stays, for its count of changes.
create table desk_rules (
  sport text not null default '',
  league text not null default '',
  match_id text not null default '',
  market text not null default '',
  is_stopped boolean not null default false,
  -- Factor of the feed's odds.
  price_factor numeric check (price_factor between 0.5 and 1.1),
  -- Of one ticket: its stake, and what it wins beyond the stake.
  max_stake bigint check (max_stake > 0),
  max_win bigint check (max_win > 0),
  -- Of one selection: what all open tickets on it would win beyond their stakes.
  max_exposure bigint check (max_exposure > 0),
  -- Grows with every change, so that matches which clients have seen are older than it.
  changes integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (sport, league, match_id, market),
  check (league = '' or sport <> ''),
  check (match_id = '' or sport = '')
);

-- Matches whose result was entered by hand, or that were voided, wholly or some of their markets.
create table desk_decisions (
  match_id text primary key,
  -- Period and scores; null: those of the feed.
  state jsonb,
  void_markets text[] not null default '{}',
  changes integer not null default 1,
  decided_by text not null,
  decided_at timestamptz not null
);

-- Limits of one player's tickets on sports, beside the house limits of all bets.
create table desk_player_limits (
  user_id text primary key references users (id),
  max_stake bigint check (max_stake > 0),
  max_win bigint check (max_win > 0),
  changed_by text not null,
  changed_at timestamptz not null
);

create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- What the open tickets with an open leg on a selection have staked, and what they would pay if every leg won. Kept by
-- sports/exposure.ts in the transaction that changes the tickets.
create table selection_exposure (
  match_id text not null,
  option_key text not null,
  tickets integer not null,
  stake bigint not null,
  payout bigint not null,
  -- Of the match, as it was known at the first bet.
  starts_at timestamptz not null,
  primary key (match_id, option_key)
) with (fillfactor = 50);

-- The same, from the tickets. A payout is rounded as in contract/rules/settlement.ts: ties go down.
create view open_exposure as
  select l.match_id, l.option_key, count(*)::integer as tickets, sum(t.stake)::bigint as stake,
    sum(least(ceil(t.stake * p.odds - 0.5), t.max_return))::bigint as payout, min(l.starts_at) as starts_at
  from tickets t
  join ticket_legs l on l.ticket_id = t.id
  cross join lateral (select product(odds) as odds from ticket_legs where ticket_id = t.id) p
  where t.state in (-10, 0) and l.result = 1000
  group by l.match_id, l.option_key;

create view exposure_differences as
  select coalesce(e.match_id, o.match_id) as match_id, coalesce(e.option_key, o.option_key) as option_key,
    coalesce(e.tickets, 0) as tickets, coalesce(e.stake, 0) as stake, coalesce(e.payout, 0) as payout,
    coalesce(o.tickets, 0) as open_tickets, coalesce(o.stake, 0) as open_stake, coalesce(o.payout, 0) as open_payout
  from selection_exposure e full join open_exposure o on o.match_id = e.match_id and o.option_key = e.option_key
  where (coalesce(e.tickets, 0), coalesce(e.stake, 0), coalesce(e.payout, 0))
    <> (coalesce(o.tickets, 0), coalesce(o.stake, 0), coalesce(o.payout, 0));

insert into selection_exposure select * from open_exposure;
