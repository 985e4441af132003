-- The exposure of a selection is the sum of its slots: a connection changes one of them, so that bets on the same selection
-- do not wait for each other. A slot may be below zero, where one connection took a bet and another one settled it.
alter table selection_exposure rename to selection_exposure_slots;
alter table selection_exposure_slots add column slot smallint not null default 0;
alter table selection_exposure_slots drop constraint selection_exposure_pkey;
alter table selection_exposure_slots add primary key (match_id, option_key, slot);
alter table selection_exposure_slots alter column slot drop default;

create view selection_exposure as
  select match_id, option_key, sum(tickets)::integer as tickets, sum(stake)::bigint as stake, sum(payout)::bigint as payout,
    min(starts_at) as starts_at
  from selection_exposure_slots group by match_id, option_key;

create or replace view exposure_differences as
  select coalesce(e.match_id, o.match_id) as match_id, coalesce(e.option_key, o.option_key) as option_key,
    coalesce(e.tickets, 0) as tickets, coalesce(e.stake, 0) as stake, coalesce(e.payout, 0) as payout,
    coalesce(o.tickets, 0) as open_tickets, coalesce(o.stake, 0) as open_stake, coalesce(o.payout, 0) as open_payout
  from selection_exposure e full join open_exposure o on o.match_id = e.match_id and o.option_key = e.option_key
  where (coalesce(e.tickets, 0), coalesce(e.stake, 0), coalesce(e.payout, 0))
    <> (coalesce(o.tickets, 0), coalesce(o.stake, 0), coalesce(o.payout, 0));

-- Adds changes to the slots of this connection. The keys come in their order, so that two transactions that change the same
-- slots never wait for each other in a circle.
create function add_exposure(match_ids text[], option_keys text[], ticket_counts integer[], stakes bigint[], payouts bigint[],
  starts timestamptz[]) returns void
language sql as $$
  insert into selection_exposure_slots as e (match_id, option_key, slot, tickets, stake, payout, starts_at)
  select u.match_id, u.option_key, pg_backend_pid() % 32, u.tickets, u.stake, u.payout, u.starts_at
    from unnest(match_ids, option_keys, ticket_counts, stakes, payouts, starts)
      as u (match_id, option_key, tickets, stake, payout, starts_at)
  on conflict (match_id, option_key, slot) do update
    set tickets = e.tickets + excluded.tickets, stake = e.stake + excluded.stake, payout = e.payout + excluded.payout;
$$;

-- What the open tickets on a selection win beyond their stakes; null: nobody has bet on it.
create function exposure_of(of_match text, of_option text) returns bigint
language sql stable as $$
  select sum(payout - stake)::bigint from selection_exposure_slots where match_id = of_match and option_key = of_option;
$$;

-- Adds one ticket unless a selection would then exceed its limit (null: none); returns whether it was added.
--
-- Far below the limit, small tickets share a lock and do not see each other. They are at most as many as the server has
-- connections, and each wins at most the half of the limit divided by those: together with the other half, which what they
-- see may fill, they never exceed the limit. Any other ticket waits until nobody else has the lock, and then sees all.
create function take_exposure(match_ids text[], option_keys text[], stakes bigint[], payouts bigint[], starts timestamptz[],
  limits bigint[]) returns boolean
language plpgsql as $$
declare
  connections bigint := current_setting('max_connections')::bigint;
  lock_key bigint;
  win bigint;
begin
  for i in 1 .. cardinality(match_ids) loop
    continue when limits[i] is null;
    lock_key := hashtextextended('exposure:' || match_ids[i] || ' ' || option_keys[i], 0);
    win := payouts[i] - stakes[i];
    if 2 * connections * win <= limits[i]
      and coalesce(exposure_of(match_ids[i], option_keys[i]), 0) + win <= limits[i] / 2
      and pg_try_advisory_xact_lock_shared(lock_key)
    then
      -- It may have grown before the lock was there. The transaction begins again, because two that share a lock would wait
      -- for each other if both asked for it alone.
      if coalesce(exposure_of(match_ids[i], option_keys[i]), 0) + win > limits[i] / 2 then
        raise exception 'the exposure of % has grown meanwhile', option_keys[i] using errcode = 'serialization_failure';
      end if;
    else
      perform pg_advisory_xact_lock(lock_key);
      if coalesce(exposure_of(match_ids[i], option_keys[i]), 0) + win > limits[i] then
        return false;
      end if;
    end if;
  end loop;
  perform add_exposure(match_ids, option_keys, array_fill(1, array[cardinality(match_ids)]), stakes, payouts, starts);
  return true;
end
$$;
