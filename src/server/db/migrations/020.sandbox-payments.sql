-- The sandbox payment provider's own books: what it was asked to charge and what became of it.
-- It tells the orders only through its signed webhook.

create table sandbox_payments (
  pay_no text primary key,
  order_id text not null unique,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null,
  return_url text not null,
  language text not null,
  -- The text behind the QR code.
  br_code text not null,
  -- Null while it can be paid.
  result text check (result in ('paid', 'cancelled', 'failed', 'expired')),
  -- Of this machine's clock, not the sandbox's: they only time the retries of the webhook.
  settled_at timestamptz,
  delivered_at timestamptz
);
create index sandbox_payments_undelivered on sandbox_payments (settled_at)
  where settled_at is not null and delivered_at is null;
