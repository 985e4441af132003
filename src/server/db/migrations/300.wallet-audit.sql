-- The daily comparison of wallets with the ledger (jobs/walletAudit.ts): how far it has come. One row.
create table wallet_audit (
  id boolean primary key default true check (id),
  started_at timestamptz,
  -- Wallets up to this player's are compared. Null when no comparison is in progress.
  checked_to text,
  finished_at timestamptz,
  -- Number of wallets compared since started_at.
  wallets bigint not null default 0
);
insert into wallet_audit default values;

-- Accounts whose balance is not the sum of their postings. A row goes when a later comparison finds the account right.
create table wallet_differences (
  user_id text not null,
  account text not null,
  wallet bigint not null,
  ledger bigint not null,
  found_at timestamptz not null default now(),
  primary key (user_id, account)
);
