-- What outlives an erased account (domain/protection/exclusions.ts): the end of a pause and the limits, found again
-- by the keyed index of e-mail and CPF. Neither can be read from it, and nothing else of the person is here.
create table exclusions (
  id text primary key,
  email_index bytea not null,
  -- Null when the identity was never checked.
  cpf_index bytea,
  excluded_until timestamptz,
  -- Rows of player_limits without the player.
  limits jsonb not null default '[]',
  created_at timestamptz not null,
  -- Deleted afterwards (jobs/expiredRows.ts).
  kept_until timestamptz not null
);
create index exclusions_email on exclusions (email_index);
create index exclusions_cpf on exclusions (cpf_index) where cpf_index is not null;
create index exclusions_kept_until on exclusions (kept_until);

-- What was used of a limit, when it was carried over from an erased account: `used_before` up to `used_at`.
alter table player_limits add column used_before bigint not null default 0 check (used_before >= 0);
alter table player_limits add column used_at timestamptz;
