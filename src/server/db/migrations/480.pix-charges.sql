-- Charges at the bank (providers/payment/pix), with what their payment page shows. `id` is the order's.
create table pix_charges (
  id text primary key,
  code text not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null,
  return_url text not null,
  language text not null,
  -- The final answer of the bank; null until there is one.
  result text check (result in ('paid', 'cancelled', 'failed', 'expired'))
);
create index pix_charges_expires on pix_charges (expires_at);
