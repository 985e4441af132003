-- Cash that a player takes out on paper: a withdrawal that a voucher pays at once.
alter table withdrawals drop constraint withdrawals_type_check;
alter table withdrawals add constraint withdrawals_type_check check (type in ('CPF', 'CNPJ', 'USDT', 'VOUCHER'));

alter table vouchers
  -- Null: issued by staff. Its withdrawal is paid; returned when the player puts the money back, and the voucher is void then.
  add column withdrawal_id text unique references withdrawals (id),
  -- The session that sees the code, until the voucher has ended.
  add column session_id text,
  -- Paid in cash at the counter, and by whom: an id of office.staff.
  add column paid_at timestamptz,
  add column paid_by text;
alter table vouchers drop constraint redeemed_or_voided;
alter table vouchers add constraint vouchers_ends_once check (num_nonnulls(redeemed_at, voided_at, paid_at) <= 1);
alter table vouchers add constraint vouchers_paid_by_somebody check ((paid_at is null) = (paid_by is null));
alter table vouchers add constraint vouchers_paid_was_withdrawn check (paid_at is null or withdrawal_id is not null);
