-- What the rules of risk (contract/rules/risk.ts) have found: each once, until somebody acknowledges it with a note.
create table risk_hits (
  user_id text not null references users (id),
  -- The rule and what it was about: the bet, the withdrawal, the player's day, the device.
  id text not null,
  rule text not null,
  -- Cents, a number or percent, as the rule measures.
  measured bigint not null,
  -- What it was about, for a link: a ticket, a round, a withdrawal; null: the player.
  ref_kind text check (ref_kind in ('ticket', 'round', 'withdrawal')),
  ref_id text,
  at timestamptz not null,
  acknowledged_by text,
  acknowledged_at timestamptz,
  note text,
  primary key (user_id, id),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index risk_hits_at on risk_hits (at desc, id);
create index risk_hits_open on risk_hits (at, id) where acknowledged_at is null;
create index risk_hits_id on risk_hits (id);

-- Until when the rules have looked, by the product's clock. One row.
create table risk_scan (
  one boolean primary key default true check (one),
  scanned_to timestamptz
);
insert into risk_scan default values;

-- Big bets, the newest first; big wins have indexes already.
create index tickets_staked on tickets (created_at desc, id) where stake >= 50000;
create index game_rounds_staked on game_rounds (created_at desc, id) where stake >= 50000;
create index withdrawals_created on withdrawals (created_at);
-- In the order of insertion, so a summary of blocks is enough.
create index sessions_created on sessions using brin (created_at);
-- Revoked sessions too: what an account has been used from.
create index sessions_of on sessions (user_id);
