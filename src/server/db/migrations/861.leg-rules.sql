alter table ticket_legs
  -- In sport_rules; null for bets that are older than it: those in force hold.
  add column rules_version text,
  -- Why its result is another one than at first.
  add column correction text;
