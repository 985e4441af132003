-- Logins and resets check and count their attempts in one statement each, so that a flood of them leaves the database
-- to bets.

-- `keys` and `most` go together: how many attempts after `since` a key may have. Of the first key that has used up its
-- attempts, the one that must pass before the next; null when every key may be tried.
create function blocking_attempt(keys text[], most int[], since timestamptz) returns timestamptz
language sql stable as $$
  select counted.at from unnest(keys, most) with ordinality as limited (key, most, place),
    lateral (select at from attempts where key = limited.key and at > since
              order by at desc offset limited.most - 1 limit 1) counted
   order by place limit 1
$$;

-- Counts an attempt at `now` for every key unless one is blocked, and returns what blocks it. Keys are locked in their
-- order, so that parallel attempts never exceed a limit and never wait for each other in a circle.
create function count_attempt(keys text[], most int[], since timestamptz, now timestamptz) returns timestamptz
language plpgsql as $$
declare
  key_to_lock text;
  blocking timestamptz;
begin
  foreach key_to_lock in array keys loop
    perform pg_advisory_xact_lock(hashtextextended(key_to_lock, 0));
  end loop;
  -- A statement after the locks, so that it sees what others have counted meanwhile.
  blocking := blocking_attempt(keys, most, since);
  if blocking is null then
    delete from attempts where key = any(keys) and at <= since;
    insert into attempts (key, at) select key, count_attempt.now from unnest(keys) as key;
  end if;
  return blocking;
end
$$;
