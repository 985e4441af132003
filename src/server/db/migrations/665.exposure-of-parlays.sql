-- A parlay counts on each selection with what it would pay if the undecided other matches were taken out of it: for the house
-- that is at least what it pays there times the chance of the others, because 1 / odds is more than the chance.
create or replace view open_exposure as
  select l.match_id, l.option_key, count(*)::integer as tickets, sum(t.stake)::bigint as stake,
    sum(least(ceil(t.stake * p.odds - 0.5), t.max_return))::bigint as payout, min(l.starts_at) as starts_at
  from tickets t
  join ticket_legs l on l.ticket_id = t.id
  cross join lateral (
    select product(o.odds) as odds from ticket_legs o
    where o.ticket_id = t.id and (o.match_id = l.match_id or not exists (
      select from ticket_legs u where u.ticket_id = t.id and u.match_id = o.match_id and u.result = 1000))
  ) p
  where t.state in (-10, 0) and l.result = 1000
    and not exists (select from users tester where tester.id = t.user_id and tester.test_flag)
  group by l.match_id, l.option_key;

update selection_exposure_slots set tickets = 0, stake = 0, payout = 0;
insert into selection_exposure_slots as e (match_id, option_key, slot, tickets, stake, payout, starts_at)
  select match_id, option_key, 0, tickets, stake, payout, starts_at from open_exposure
  on conflict (match_id, option_key, slot) do update
    set tickets = excluded.tickets, stake = excluded.stake, payout = excluded.payout;
