-- A report that could not be made is tried again, later and later.
alter table regulator_requests
  add column attempts integer not null default 0,
  add column next_try_at timestamptz;
