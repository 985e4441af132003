-- Counted bets (contract/rules/gameEdge.ts) that level bonuses were paid for, so that a bet earns them once. Players
-- who have a level have used the bets that it requires.
alter table users add column level_bets bigint not null default 0 check (level_bets >= 0);
update users set level_bets = (array[0, 40000, 300000, 600000, 1500000, 4000000, 8000000, 40000000, 160000000,
  300000000, 600000000, 2000000000, 4000000000]::bigint[])[level + 1];

-- Which accounts are one person's: they earn each other no commission (domain/rewards/ownAccounts.ts).
-- The keyed index of the address that an account was registered from.
alter table users add column origin_index bytea;
create index users_origin_index on users (origin_index) where origin_index is not null;
create index sessions_device on sessions (device_id) where device_id <> '';
