-- Part of a ticket's stake may be cashed out. `stake` and `max_return` are those of what stays in play; these are the
-- sums of what was cashed out before, whose postings are `part:ticket:<id>:<number>`.
alter table tickets add column cash_outs integer not null default 0 check (cash_outs >= 0);
alter table tickets add column cashed_stake bigint not null default 0 check (cashed_stake >= 0);
alter table tickets add column cashed_paid bigint not null default 0 check (cashed_paid >= 0);
