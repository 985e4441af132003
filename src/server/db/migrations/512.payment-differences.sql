-- When a day (Brasília) of a provider was last compared with our orders or withdrawals (domain/payments/reconciliation).
create table reconciled_days (
  provider text not null,
  side text not null check (side in ('deposits', 'payouts')),
  day date not null,
  compared_at timestamptz not null,
  -- How many payments the provider listed.
  payments integer not null,
  primary key (provider, side, day)
);

-- Where a provider and we say something else about a payment. Found once, however often it is seen.
create table payment_differences (
  id text primary key,
  provider text not null,
  side text not null check (side in ('deposits', 'payouts')),
  kind text not null,
  -- Our id of the order or withdrawal, or the provider's number of a payment that we do not know.
  subject text not null,
  user_id text references users (id),
  -- The provider's number of the transfer.
  reference text,
  -- What each side says; null where it knows nothing.
  our_state text,
  our_amount bigint,
  their_state text,
  their_amount bigint,
  -- When the payment was made: it is compared again with that day.
  at timestamptz not null,
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'resolved')),
  resolved_at timestamptz,
  resolved_by_kind ledger_actor,
  resolved_by text,
  reason text,
  unique (provider, side, kind, subject),
  check ((state = 'resolved') = (resolved_at is not null and resolved_by is not null and reason is not null))
);
create index payment_differences_open on payment_differences (found_at) where state = 'open';
create index payment_differences_at on payment_differences (provider, side, at) where state = 'open';
-- Which orders and withdrawals a day has.
create index orders_paid_at on orders (paid_at) where status = 'paid';
create index withdrawals_paid_at on withdrawals (decided_at) where status = 'paid';
