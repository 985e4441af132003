-- The value from which on an open ticket is cashed out by itself; null: never.
alter table tickets add column auto_cash_out bigint check (auto_cash_out > 0);
create index tickets_auto_cash_out on tickets (id) where state = 0 and auto_cash_out is not null;
