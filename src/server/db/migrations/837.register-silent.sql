-- Since when the register has owed an answer about a player who was let in meanwhile; and accounts that it has closed.
alter table users
  add column register_silent_at timestamptz,
  drop constraint users_status_reason_check,
  add constraint users_status_reason_check check (
    status_reason in ('documents', 'security', 'payments', 'terms', 'request', 'register')
  ) not valid;
