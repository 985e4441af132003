-- Every part of a ticket is joined by its player too: where players are spread over nodes, that is what keeps it on one.
create or replace view open_exposure as
  select l.match_id, l.option_key, count(*)::integer as tickets, sum(t.stake)::bigint as stake,
    sum(least(ceil(t.stake * p.odds - 0.5), t.max_return))::bigint as payout, min(l.starts_at) as starts_at
  from tickets t
  join ticket_legs l on l.ticket_id = t.id and l.user_id = t.user_id
  cross join lateral (
    select product(o.odds) as odds from ticket_legs o
    where o.ticket_id = t.id and o.user_id = t.user_id and (o.match_id = l.match_id or not exists (
      select from ticket_legs u
      where u.ticket_id = t.id and u.user_id = t.user_id and u.match_id = o.match_id and u.result = 1000))
  ) p
  where t.state in (-10, 0) and l.result = 1000
    and not exists (select from users tester where tester.id = t.user_id and tester.test_flag)
  group by l.match_id, l.option_key;

-- The exposure is in one place, and the player may be in another: each statement below asks one of them only.
create function take_exposure_of(p_user text, match_ids text[], option_keys text[], stakes bigint[], payouts bigint[],
  starts timestamptz[], limits bigint[]) returns boolean
language plpgsql as $$
begin
  if exists (select from users where id = p_user and test_flag) then return true; end if;
  return take_exposure(match_ids, option_keys, stakes, payouts, starts, limits);
end $$;

create function add_exposure_of(p_user text, match_ids text[], option_keys text[], ticket_counts integer[], stakes bigint[],
  payouts bigint[], starts timestamptz[]) returns void
language plpgsql as $$
begin
  if exists (select from users where id = p_user and test_flag) then return; end if;
  perform add_exposure(match_ids, option_keys, ticket_counts, stakes, payouts, starts);
end $$;
