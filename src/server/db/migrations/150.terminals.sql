-- A venue's terminals. A terminal is created by the operator and enrolled with a one-time code.
create table terminals (
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  -- Base64 of the Ed25519 key (SPKI); null until the terminal is enrolled.
  public_key text unique,
  enrolled_at timestamptz,
  revoked_at timestamptz,
  -- Of the last accepted call. An earlier or equal one is a replay.
  sequence bigint not null default 0,
  last_seen_at timestamptz,
  health jsonb,
  -- The version of the orders that the terminal follows.
  followed_version int not null default 0,
  -- The operator's orders (TerminalOrders in contract/terminal.ts).
  orders_version int not null default 1,
  in_service boolean not null default true,
  restart_version int not null default 0,
  config jsonb not null default '{}'
);

create table terminal_codes (
  code_hash bytea primary key,
  terminal_id text not null references terminals (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on terminal_codes (terminal_id);
