-- Offers of the bonus-multiplier prompt: what was promised to a player, and the order that was paid for it, once.
create table multiplier_offers (
  id text primary key,
  user_id text not null references users (id),
  multiplier numeric not null check (multiplier > 0),
  amount bigint not null check (amount >= 0),
  -- What a deposit from the prompt pays: multiplier x amount, in whole cents.
  bonus bigint not null check (bonus >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The paid order that it was credited with.
  used_by text references orders (id)
);
create index multiplier_offers_open on multiplier_offers (user_id, created_at desc) where used_by is null;

-- The offer that an order was opened for.
alter table orders add column offer_id text references multiplier_offers (id);
