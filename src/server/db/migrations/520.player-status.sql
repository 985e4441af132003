-- What the operator has decided about a player (domain/protection/playerStatus.ts). Suspended: may log in, look and
-- withdraw, but neither deposit nor play, until `suspended_until`. Closed: may not log in. The account that the player
-- closes is erased instead (erased_at).
alter table users
  add column suspended_until timestamptz,
  add column closed_at timestamptz,
  add column status_reason text check (status_reason in ('documents', 'security', 'payments', 'terms', 'request')),
  add constraint users_status_reason check (
    status_reason is not null or (suspended_until is null and closed_at is null)
  );

create table player_status_changes (
  user_id text not null references users (id),
  id text not null,
  status text not null check (status in ('active', 'suspended', 'closed')),
  until timestamptz,
  reason text,
  note text not null,
  -- The member of staff, by id.
  made_by text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);

-- Limits that the operator sets for one player: they apply beside the player's own, and the player cannot change them.
-- `stake` is the most for one bet.
create table house_limits (
  user_id text not null references users (id),
  kind text not null check (kind in ('deposit', 'loss', 'time', 'stake')),
  period text not null check (period in ('day', 'week', 'month', 'bet')),
  amount bigint not null check (amount >= 0),
  made_by text not null,
  created_at timestamptz not null,
  primary key (user_id, kind, period),
  check ((kind = 'stake') = (period = 'bet'))
);
