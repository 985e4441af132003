-- By how much the implied chances of a market exceed certainty, a fraction; null: as a less specific rule says, or the usual margin
-- (feed/margins.ts). The calls of the back office check its range.
alter table desk_rules add column margin numeric;
