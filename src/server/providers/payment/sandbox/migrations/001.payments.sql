-- The sandbox payment provider's own books: what it was asked to charge and what became of it. It tells the orders only
-- through its signed webhook. A database that used it before it got this schema brings the table along
-- (430.sandbox-apart.sql).
create table if not exists sandbox_provider.payments (
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
  delivered_at timestamptz,
  -- It knows who pays, as a bank does; sealed like every CPF.
  payer_encrypted bytea,
  refunded_at timestamptz
);
create index if not exists sandbox_payments_undelivered on sandbox_provider.payments (settled_at)
  where settled_at is not null and delivered_at is null;

create function sandbox_provider.erase_payer() returns trigger language plpgsql as $$
begin
  update sandbox_provider.payments set payer_encrypted = null
    where order_id in (select id from public.orders where user_id = new.id);
  return null;
end
$$;
create trigger sandbox_provider_erase after update of erased_at on public.users for each row
  when (new.erased_at is not null) execute function sandbox_provider.erase_payer();
