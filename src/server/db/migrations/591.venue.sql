-- The terminal that a session was opened on: revoking it ends them. Null: none, or none that is enrolled.
alter table sessions add column terminal_id text references terminals (id);
create index sessions_terminal on sessions (terminal_id) where terminal_id is not null;

-- Who of the staff issued and voided a voucher: ids of office.staff. Null: not in the office.
alter table vouchers
  add column issued_by text,
  add column voided_by text,
  -- The code of a voucher that a second person has confirmed, until it is shown once.
  add column sealed bytea;
drop index vouchers_created_at_idx;
create index vouchers_created on vouchers (created_at, id);
