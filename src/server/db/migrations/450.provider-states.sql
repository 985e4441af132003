-- An order is committed before the provider is asked for its charge: `created` until the answer is recorded.
alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check
  check (status in ('created', 'pending', 'paid', 'cancelled', 'failed', 'expired'));
drop index orders_one_pending;
create unique index orders_one_pending on orders (user_id) where status in ('created', 'pending');
-- What is known of the charge at the provider: `asked` and no answer yet, `open`, `unknown` (the answer did not come),
-- `closing` (nobody wants it any more), `closed` (nothing is left to ask). A job asks about `unknown` and `closing`.
alter table orders
  add column charge_state text not null default 'closed'
    check (charge_state in ('asked', 'open', 'unknown', 'closing', 'closed')),
  -- Of the database's clock.
  add column asked_at timestamptz not null default now(),
  -- The idempotency key of the call, and what it asked for, until its answer is stored.
  add column request_key text,
  add column request_hash text;
update orders set charge_state = 'open' where status = 'pending';
create index orders_unsettled_charges on orders (asked_at) where charge_state in ('asked', 'unknown', 'closing');
