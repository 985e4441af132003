-- The books of the payout provider.
create table sandbox_provider.payouts (
  id text primary key,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('paid', 'returned')),
  at timestamptz not null default now()
);
