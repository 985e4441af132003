-- What has become of a player since the register names them (domain/register). `pause_before`: the player's own pause, which
-- holds again when the register does not name them any more.
create table register_blocks (
  user_id text not null references users (id),
  id text not null,
  blocked_at timestamptz not null,
  reasons text[] not null,
  request_id text,
  self_excluded_at text,
  pause_before timestamptz,
  pause_until timestamptz not null,
  withdraw_until timestamptz not null,
  pay_until timestamptz not null,
  next_step_at timestamptz,
  closed_at timestamptz,
  -- Nothing of the player's was left then.
  emptied_at timestamptz,
  -- The register does not name them any more.
  ended_at timestamptz,
  primary key (user_id, id)
);
