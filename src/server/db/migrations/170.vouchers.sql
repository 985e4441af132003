-- A credit on paper: issued by staff, redeemed once by the player who has its code.
alter type ledger_account add value 'house_vouchers';
alter type ledger_kind add value 'voucher';

create table vouchers (
  id text primary key,
  code_hash bytea not null unique,
  -- Keyed, over code, amount and expiry: a row that was changed is worth nothing.
  signature bytea not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  redeemed_by text references users (id),
  redeemed_at timestamptz,
  voided_at timestamptz,
  constraint redeemed_or_voided check (redeemed_at is null or voided_at is null),
  constraint redeemed_by_somebody check ((redeemed_at is null) = (redeemed_by is null))
);
create index on vouchers (redeemed_by, redeemed_at) where redeemed_by is not null;
create index on vouchers (created_at);
