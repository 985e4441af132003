-- Test accounts are left out of what players share (domain/accounts/testAccounts.ts). There are few of them.
create index users_test on users (id) where test_flag;

create or replace view open_exposure as
  select l.match_id, l.option_key, count(*)::integer as tickets, sum(t.stake)::bigint as stake,
    sum(least(ceil(t.stake * p.odds - 0.5), t.max_return))::bigint as payout, min(l.starts_at) as starts_at
  from tickets t
  join ticket_legs l on l.ticket_id = t.id
  cross join lateral (select product(odds) as odds from ticket_legs where ticket_id = t.id) p
  where t.state in (-10, 0) and l.result = 1000
    and not exists (select from users tester where tester.id = t.user_id and tester.test_flag)
  group by l.match_id, l.option_key;

do $$
begin
  if not exists (select from transfers t join users u on u.id = t.user_id where u.test_flag) then return; end if;
  update selection_exposure_slots set tickets = 0, stake = 0, payout = 0;
  insert into selection_exposure_slots as e (match_id, option_key, slot, tickets, stake, payout, starts_at)
    select match_id, option_key, 0, tickets, stake, payout, starts_at from open_exposure
    on conflict (match_id, option_key, slot) do update
      set tickets = excluded.tickets, stake = excluded.stake, payout = excluded.payout;
  -- The reports are counted again without them.
  delete from report_bets;
  delete from report_money;
  delete from report_accounts;
  delete from report_actives;
  delete from report_last_bets;
  delete from report_differences;
  delete from report_days;
  update report_position set through = 0, registered_day = null;
end $$;
