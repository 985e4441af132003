-- What somebody has decided about a hit that may have to be reported as a suspicion of money laundering.
alter table risk_hits
  add column decision text check (decision in ('reported', 'dismissed')) ,
  add column decided_by text,
  add column decided_at timestamptz,
  add column decision_reason text;
