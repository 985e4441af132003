-- The rules of a sport as they were published (sports/rulesVersions.ts), named by their content: a bet is settled by those that
-- were in force when it was taken. A row never changes.
create table sport_rules (
  version text primary key,
  sport text not null,
  rules jsonb not null,
  first_at timestamptz not null
);
