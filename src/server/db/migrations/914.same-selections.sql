-- What several options win together, where they are one bet under several names (total over 2.5 and high 2.5).
create function exposure_of_any(of_match text, of_options text[]) returns bigint
language sql stable as $$
  select coalesce(sum(payout - stake), 0)::bigint from selection_exposure_slots
    where match_id = of_match and option_key = any (of_options);
$$;

-- As take_exposure, which programs of an earlier release call, for any change of a ticket: what grows must stay within its limit,
-- together with the same selections under other names (`same_keys`, separated by spaces; the first one names the lock).
create function change_exposure(match_ids text[], option_keys text[], same_keys text[], ticket_counts integer[], stakes bigint[],
  payouts bigint[], starts timestamptz[], limits bigint[]) returns boolean
language plpgsql as $$
declare
  connections bigint := current_setting('max_connections')::bigint;
  same text[];
  lock_key bigint;
  win bigint;
begin
  for i in 1 .. cardinality(match_ids) loop
    win := payouts[i] - stakes[i];
    continue when limits[i] is null or win <= 0;
    same := string_to_array(same_keys[i], ' ');
    lock_key := hashtextextended('exposure:' || match_ids[i] || ' ' || same[1], 0);
    if 2 * connections * win <= limits[i]
      and exposure_of_any(match_ids[i], same) + win <= limits[i] / 2
      and pg_try_advisory_xact_lock_shared(lock_key)
    then
      -- It may have grown before the lock was there. The transaction begins again, because two that share a lock would wait
      -- for each other if both asked for it alone.
      if exposure_of_any(match_ids[i], same) + win > limits[i] / 2 then
        raise exception 'the exposure of % has grown meanwhile', option_keys[i] using errcode = 'serialization_failure';
      end if;
    else
      perform pg_advisory_xact_lock(lock_key);
      if exposure_of_any(match_ids[i], same) + win > limits[i] then
        return false;
      end if;
    end if;
  end loop;
  perform add_exposure(match_ids, option_keys, ticket_counts, stakes, payouts, starts);
  return true;
end
$$;

create function change_exposure_of(p_user text, match_ids text[], option_keys text[], same_keys text[], ticket_counts integer[],
  stakes bigint[], payouts bigint[], starts timestamptz[], limits bigint[]) returns boolean
language plpgsql as $$
begin
  if exists (select from users where id = p_user and test_flag) then return true; end if;
  return change_exposure(match_ids, option_keys, same_keys, ticket_counts, stakes, payouts, starts, limits);
end $$;
