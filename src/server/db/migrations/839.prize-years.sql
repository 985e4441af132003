-- What a player's bets have paid beyond their stakes in a year: sums of the finished days of bet_days, by category of the tax on
-- prizes (domain/reports/prizes.ts).
create table prize_years (
  user_id text not null,
  year integer not null,
  sports bigint not null,
  games bigint not null,
  net bigint generated always as (greatest(sports, 0) + greatest(games, 0)) stored,
  primary key (user_id, year)
);

-- The last day that they count; null: none yet.
create table prize_position (
  id boolean primary key default true check (id),
  through date
);
insert into prize_position default values;
