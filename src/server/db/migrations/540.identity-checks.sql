-- Checks of persons whose result came later (domain/accounts/identityChecks.ts). A player has one that waits.
create table identity_checks (
  user_id text not null references users (id),
  -- Ours, and the provider's: the same for the same name and CPF.
  id text not null,
  provider text not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'refused')),
  -- Name and CPF, sealed; gone with the account.
  person bytea not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- The actor, such as staff:42.
  decided_by text,
  reason text,
  -- When the provider is asked again, by the database's clock; null: a person decides.
  next_ask_at timestamptz,
  asks integer not null default 1,
  primary key (user_id, id)
);
create unique index identity_checks_pending on identity_checks (user_id) where state = 'pending';
create index identity_checks_due on identity_checks (next_ask_at) where state = 'pending';

-- When the register of blocked persons was asked about a player, by the product's clock, and since when it says no.
alter table users
  add column register_asked_at timestamptz,
  add column register_blocked_at timestamptz;
create index users_register on users (register_asked_at nulls first) where kyc = 1 and erased_at is null;
