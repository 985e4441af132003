-- A database that had a sandbox before it got this schema brings its tables along (430.sandbox-apart.sql).

-- One row each.
create table if not exists sandbox.clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0,
  -- The moment at which the clock stands still; null while it runs.
  stopped_at timestamptz
);
create table if not exists sandbox.faults (
  only_row boolean primary key default true check (only_row),
  faults jsonb not null default '{}'
);
-- Faults of one player, beside those of everybody: tests that run at the same time each have their own.
create table if not exists sandbox.player_faults (
  user_id text primary key references public.users (id),
  faults jsonb not null
);
-- What a sandbox user logs in with, so that making a test account of one later needs no new password.
create table if not exists sandbox.users (
  user_id text primary key references public.users (id),
  password text not null
);

create function sandbox.erase_user() returns trigger language plpgsql as $$
begin
  delete from sandbox.users where user_id = new.id;
  return null;
end
$$;
create trigger sandbox_erase after update of erased_at on public.users for each row
  when (new.erased_at is not null) execute function sandbox.erase_user();
