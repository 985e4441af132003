-- Invariants of the money in a database. They hold at all times, whatever has happened to its servers.
--
-- Each query returns one row with a text `what` for every violation; an empty result means that the invariant holds.
-- `rows` names the table whose rows a report counts as checked. The queries scan whole tables: run them on a copy, or
-- when the load is low. Run them all in one transaction (repeatable read), because they compare tables.
--
-- Where players are spread over nodes, a join names the player. `offset 0` keeps a condition out of a part that Citus would refuse
-- with it.

-- invariant: a wallet is the sum of its entries
-- rows: wallets
select what from (select * from ledger_violations offset 0) v where rule = 'wallet is not the sum of its entries';

-- invariant: no balance is negative
-- rows: wallets
select what from (select * from ledger_violations offset 0) v where rule = 'negative balance'
union all
select user_id from wallets
  where least(cash, bonus, hold_withdrawal, hold_round_cash, hold_round_bonus, turnover_left) < 0;

-- invariant: the entries of a transfer sum to zero
-- rows: transfers
select what from (select * from ledger_violations offset 0) v where rule = 'transfer does not sum to zero';

-- invariant: all entries sum to zero
-- rows: entries
select sum(amount)::text as what from entries having sum(amount) <> 0;

-- invariant: the balance after an entry follows from the one before
-- rows: entries
select what from (select * from ledger_violations offset 0) v where rule = 'balance after an entry does not follow from the one before';

-- invariant: the turnover is the sum of its changes
-- rows: wallets
select what from (select * from ledger_violations offset 0) v where rule = 'turnover is not the sum of its changes';

-- invariant: the net loss is the sum of the cash bets
-- rows: wallets
select what from (select * from ledger_violations offset 0) v where rule = 'net loss is not the sum of the cash bets';

-- invariant: every posting has its actor
-- rows: transfers
-- Not those that an older program made.
select key as what from transfers
where actor_kind is null and id > (select min(id) from transfers where actor_kind is not null);

-- invariant: a wallet's version is that of its last posting
-- rows: wallets
select w.user_id as what from wallets w join (
  select user_id, max(id) as id from transfers where actor_kind is not null group by user_id
) t using (user_id)
where w.version <> t.id;

-- invariant: the daily sums are those of the settled bets
-- rows: bet_days
-- The games of archived rounds are no longer known: on their days, ledger_violations compares the sums of all games.
select coalesce(d.user_id, b.user_id) || ' ' || coalesce(d.day, b.day) || ' ' || coalesce(d.game, b.game) as what
from bet_days d full join (
  select t.user_id, ledger_day(t.at) as day,
    case t.ref_type when 'ticket' then 'sports' else coalesce(r.game, '') end as game,
    sum((t.args ->> 'stake')::bigint) as stakes,
    coalesce(sum((t.args ->> 'stake')::bigint - (t.args ->> 'payout')::bigint)
      filter (where t.args ->> 'wallet' = 'cash'), 0) as cash_loss
  from transfers t left join game_rounds r on t.ref_type = 'round' and r.id = t.ref_id and r.user_id = t.user_id
  where t.kind in ('settle', 'play', 'correct') group by 1, 2, 3
) b using (user_id, day, game)
where (d.stakes, d.cash_loss) is distinct from (b.stakes, b.cash_loss)
  and (coalesce(d.user_id, b.user_id), coalesce(d.day, b.day)) not in (
    select user_id, ledger_day(at) from transfers
    where kind in ('settle', 'play') and ref_type = 'round' and ref_id < (select archived_before()));

-- invariant: the ledger has no other violation
-- rows: transfers
select rule || ': ' || what as what from ledger_violations;

-- invariant: the running totals are the sums of their transfers
-- rows: wallets
select w.user_id as what
from wallets w left join (
  select user_id,
    -- Before `uncounted`, what came back stayed in the sums.
    sum(case when kind in ('deposit', 'voucher') then (args ->> 'principal')::bigint
      when kind = 'reversal' then -(args ->> 'uncounted')::bigint end) as deposits,
    sum(case when kind = 'withdrawal_paid' then (args ->> 'amount')::bigint
      when kind = 'withdrawal_back' then -(args ->> 'uncounted')::bigint end) as withdrawals,
    sum(case kind when 'stake' then (args ->> 'amount')::bigint when 'play' then (args ->> 'stake')::bigint
      when 'correct' then (args ->> 'stake')::bigint when 'refund' then -(args ->> 'stake')::bigint end) as bets
  from transfers group by user_id
) t using (user_id)
where (w.deposit_sum, w.withdraw_sum, w.bet_sum)
  <> (coalesce(t.deposits, 0), coalesce(t.withdrawals, 0), coalesce(t.bets, 0));

-- invariant: held stakes are those of open rounds and tickets, beside suspended bonuses
-- rows: wallets
select w.user_id || ' holds ' || w.hold_round_cash || ' and ' || w.hold_round_bonus as what
from wallets w left join (
  select user_id, coalesce(sum(stake) filter (where wallet = 'cash'), 0) as cash,
    coalesce(sum(stake) filter (where wallet = 'bonus'), 0) as bonus
  from (
    select user_id, wallet, stake from game_rounds where status = 'open'
    union all
    select user_id, wallet, stake from tickets where state in (-10, 0)
    union all
    select user_id, wallet, amount from prize_suspensions where ended_at is null and wallet = 'bonus'
  ) open group by user_id
) o using (user_id)
where (w.hold_round_cash, w.hold_round_bonus) <> (coalesce(o.cash, 0), coalesce(o.bonus, 0));

-- invariant: what is held is that of unfinished withdrawals and suspended prizes
-- rows: wallets
select w.user_id || ' holds ' || w.hold_withdrawal as what
from wallets w left join (
  select user_id, sum(amount) as amount from (
    select user_id, amount from withdrawals where status in ('requested', 'inReview', 'approved', 'sent')
    union all
    select user_id, amount from prize_suspensions where ended_at is null and wallet = 'cash'
  ) kept group by user_id
) p using (user_id)
where w.hold_withdrawal <> coalesce(p.amount, 0);

-- invariant: every round has the transfers of its status
-- rows: game_rounds
select r.id || ' is ' || r.status as what
from game_rounds r
  left join transfers s on s.key = 'stake:round:' || r.id and s.user_id = r.user_id
  left join transfers c on c.key = 'close:round:' || r.id and c.user_id = r.user_id
where coalesce(s.args ->> 'wallet' <> r.wallet
    or coalesce(s.args ->> 'stake', s.args ->> 'amount')::bigint <> r.stake, true)
  or not coalesce(case
    when r.status = 'open' then s.kind = 'stake' and c.id is null
    when r.status = 'refunded' then s.kind = 'stake' and c.kind = 'refund'
    when s.kind = 'play' then (s.args ->> 'payout')::bigint = r.payout and c.id is null
    else c.kind = 'settle' and (c.args ->> 'payout')::bigint = r.payout
  end, false);

-- invariant: every posting and every round belongs to a player, and its seeds do too
-- rows: transfers
select 'posting ' || t.id || ' of ' || t.user_id as what from transfers t
  where not exists (select from wallets w where w.user_id = t.user_id)
union all
select 'round ' || r.id || ' of ' || r.user_id from game_rounds r
  where not exists (select from wallets w where w.user_id = r.user_id)
union all
select 'round ' || r.id || ' with the seeds ' || r.seed_pair_id from game_rounds r
  where r.seed_pair_id is not null
    and not exists (select from seed_pairs p where p.id = r.seed_pair_id and p.user_id = r.user_id);

-- invariant: keys, rounds, providers' rounds and open rounds are unique in all partitions
-- rows: transfers
-- A unique index covers only one partition.
select 'key ' || key as what from transfers group by key having count(*) > 1
union all
select 'round ' || id from game_rounds group by id having count(*) > 1
union all
select 'round of a provider ' || provider || ' ' || provider_round from game_rounds where provider is not null
  group by provider, provider_round having count(*) > 1
union all
select 'open rounds of ' || user_id || ' in ' || game from game_rounds
  where status = 'open' and double_round is null and provider is null
  group by user_id, game having count(*) > 1;

-- invariant: every ticket has the transfers of its state
-- rows: tickets
select k.id || ' is ' || k.state as what
from tickets k
  left join transfers s on s.key = 'stake:ticket:' || k.id and s.user_id = k.user_id
  left join transfers c on c.key = 'close:ticket:' || k.id and c.user_id = k.user_id
  left join ticket_settlements a on a.ticket_id = k.id and a.number = 1 and a.user_id = k.user_id
where coalesce(s.kind <> 'stake' or s.args ->> 'wallet' <> k.wallet
    or (s.args ->> 'amount')::bigint <> k.stake + k.cashed_stake, true)
  or not coalesce(case
    when k.state in (-10, 0) then c.id is null and a.ticket_id is null
    when c.kind = 'refund' then a.paid = k.stake and a.refunded
    else c.kind = 'settle' and (c.args ->> 'payout')::bigint = a.paid and not a.refunded
  end, false);

-- invariant: what was cashed out of a ticket is what its postings say
-- rows: tickets
select k.id || ' has cashed out ' || k.cashed_stake || ' for ' || k.cashed_paid as what
from tickets k left join (
  select user_id, ref_id, count(*) as parts, sum((args ->> 'stake')::bigint) as stake, sum((args ->> 'payout')::bigint) as paid,
    bool_and(kind = 'settle') as is_settled
  from transfers where ref_type = 'ticket' and key like 'part:ticket:%' group by user_id, ref_id
) p on p.ref_id = k.id and p.user_id = k.user_id
where (k.cash_outs, k.cashed_stake, k.cashed_paid)
    <> (coalesce(p.parts, 0), coalesce(p.stake, 0), coalesce(p.paid, 0))
  or not coalesce(p.is_settled, true);

-- invariant: a ticket is worth what its last settlement says, and every correction is posted
-- rows: ticket_settlements
select a.ticket_id || ' ' || a.number as what
from (
  select *, lead(number) over w as next, paid - lag(paid) over w as moved,
    refunded <> lag(refunded) over w as is_other_bet
  from ticket_settlements window w as (partition by user_id, ticket_id order by number)
) a
  join tickets k on k.id = a.ticket_id and k.user_id = a.user_id
  left join transfers c on c.key = 'correct:ticket:' || a.ticket_id || ':' || a.number and c.user_id = a.user_id
where a.next is null and (a.payout, a.state, a.result) is distinct from (k.payout, k.state, k.result)
  or a.number > 1 and case
    when a.moved = 0 and not a.is_other_bet then c.id is not null
    else coalesce((c.args ->> 'payout')::bigint - (c.args ->> 'stake')::bigint, a.moved + 1) <> a.moved
  end;

-- invariant: every stake belongs to a round or a ticket, unless the round is archived
-- rows: transfers
select t.key as what from transfers t
where t.kind in ('stake', 'play')
  and not (t.ref_type = 'round' and t.ref_id < (select archived_before()))
  and not exists (
  select 1 from game_rounds r where t.ref_type = 'round' and r.id = t.ref_id and r.user_id = t.user_id
  union all
  select 1 from tickets k where t.ref_type = 'ticket' and k.id = t.ref_id and k.user_id = t.user_id
)
union all
-- What is closed was staked by the same player.
select c.key from transfers c
  left join transfers s on s.key = 'stake:' || c.ref_type || ':' || c.ref_id and s.user_id = c.user_id
where c.ref_type in ('round', 'ticket') and c.key like 'close:%' and s.id is null;

-- invariant: every withdrawal has the transfers of its status
-- rows: withdrawals
select d.id || ' is ' || d.status as what
from withdrawals d
  left join transfers h on h.key = 'hold:withdrawal:' || d.id and h.user_id = d.user_id
  left join transfers c on c.key = 'close:withdrawal:' || d.id and c.user_id = d.user_id
  left join transfers r on r.key = 'return:withdrawal:' || d.id and r.user_id = d.user_id
where coalesce((h.args ->> 'amount')::bigint <> d.amount, true)
  or not coalesce(case
    when d.status in ('requested', 'inReview', 'approved', 'sent') then c.id is null
    when d.status = 'paid' or (d.status = 'returned' and r.id is not null)
      then c.kind = 'withdrawal_paid' and (c.args ->> 'fee')::bigint = d.fee
    else c.kind = 'withdrawal_back'
  end, false)
  or (r.id is not null and d.status <> 'returned')
union all
select t.key from transfers t
  where t.kind = 'withdrawal' and not exists (select 1 from withdrawals d where d.id = t.ref_id and d.user_id = t.user_id);

-- invariant: every suspended prize is held once, and given back or taken once it has ended
-- rows: prize_suspensions
select coalesce(s.id, t.ref_id) as what
from (select * from prize_suspensions where amount > 0) s full join (
  select user_id, ref_id, min(-(args ->> 'amount')::bigint) filter (where key like 'hold:%') as held,
    min((args ->> 'amount')::bigint) filter (where key like 'free:%') as freed,
    min((args ->> 'amount')::bigint) filter (where key like 'take:%') as taken,
    max(case when 'hold_round_bonus' = any(accounts) then 'bonus' else 'cash' end) as wallet
  from transfers where kind::text = 'prize' group by user_id, ref_id
) t on t.user_id = s.user_id and t.ref_id = s.id
where (s.amount, s.wallet, case when s.ended_at is not null and not s.taken then s.amount end, case when s.taken then s.amount end)
  is distinct from (t.held, t.wallet, t.freed, t.taken);

-- invariant: what is suspended of an open bet is nothing yet, and of a decided one is known
-- rows: prize_suspensions
select s.id as what
from prize_suspensions s left join tickets t on t.user_id = s.user_id and t.id = s.ref_id and s.ref_type = 'ticket'
where s.ended_at is null and (s.amount = 0) <> coalesce(t.state in (-10, 0), false);

-- invariant: every paid order is credited once, and no other one
-- rows: orders
select o.id || ' is ' || o.status || ', credited ' || count(t.id) || ' times' as what
from orders o left join transfers t
  on t.kind = 'deposit' and t.ref_id = o.id and t.user_id = o.user_id
    and (t.args ->> 'principal')::bigint = o.principal and (t.args ->> 'bonus')::bigint = o.bonus
group by o.id, o.user_id, o.status having count(t.id) <> case o.status when 'paid' then 1 else 0 end
union all
select t.key from transfers t
  where t.kind = 'deposit' and not exists (
    select 1 from orders o where o.id = t.ref_id and o.user_id = t.user_id and o.status = 'paid');

-- invariant: every deposit that a bank took back is posted once, and no more was taken back than was paid
-- rows: orders
select coalesce(r.id, t.key) as what
from deposit_reversals r full join (select * from transfers where kind = 'reversal') t
  on t.key = 'reversal:' || r.provider || ':' || r.id and t.user_id = r.user_id and t.ref_id = r.order_id
    and (t.args ->> 'amount')::bigint = r.amount and (t.args ->> 'taken')::bigint = r.taken
where r.id is null or t.id is null
union all
select order_id from deposit_reversals r join orders o on o.id = r.order_id and o.user_id = r.user_id
  group by order_id, o.user_id, o.principal, o.discount having sum(amount) > o.principal - o.discount;

-- invariant: every redeemed voucher is credited once, to the player who redeemed it, and no other one
-- rows: vouchers
select v.id || ', credited ' || count(t.id) || ' times' as what
from vouchers v left join transfers t
  on t.kind = 'voucher' and t.ref_id = v.id and t.user_id = v.redeemed_by and (t.args ->> 'principal')::bigint = v.amount
group by v.id having count(t.id) <> case when v.redeemed_at is null then 0 else 1 end
union all
select t.key from transfers t
  where t.kind = 'voucher' and not exists (
    select 1 from vouchers v where v.id = t.ref_id and v.redeemed_by = t.user_id);

-- invariant: every voucher that a player took out has its withdrawal, which is returned when it is void, and every such withdrawal its voucher
-- rows: vouchers
select coalesce(v.id, w.id) as what
from (select * from vouchers where withdrawal_id is not null) v
  full join (select * from withdrawals where type = 'VOUCHER') w on w.id = v.withdrawal_id
where v.id is null or w.id is null or v.amount <> w.amount or w.fee <> 0
  or w.status <> case when v.voided_at is null then 'paid' else 'returned' end;

-- invariant: every claim has its posting, and every posting its claim
-- rows: transfers
with claimed as (
  select user_id, 'checkIn' as kind, day::text as ref_id, amount from check_ins
  union all select user_id, 'rebate', day::text, amount from rebate_claims
  union all select user_id, 'commission', through::text, amount from commission_claims
  union all select user_id, 'ladder', people::text, amount from ladder_claims
  union all select user_id, 'promotion', promotion || case period when '' then '' else ':' || period end, amount
    from promotion_claims
), posted as (
  select user_id, ref_type as kind, ref_id, (args ->> 'amount')::bigint as amount from transfers
  where kind = 'bonus' and ref_type in ('checkIn', 'rebate', 'commission', 'ladder', 'promotion')
    -- A gift is posted as a promotion with its own id, and has no claim row.
    and ref_id !~ '^[0-9a-f]{8}-[0-9a-f]{4}-'
)
select coalesce(c.user_id, p.user_id) || ' ' || coalesce(c.kind, p.kind) || ' ' || coalesce(c.ref_id, p.ref_id) as what
from claimed c full join posted p using (user_id, kind, ref_id, amount)
where c.user_id is null or p.user_id is null;

-- invariant: the nonces of a seed pair have no gap and no repeat
-- rows: seed_pairs
select p.id || ' is at ' || p.nonce as what
from seed_pairs p join (
  select seed_pair_id as id, count(*) as rounds, count(distinct nonce) as nonces, min(nonce) as first,
    max(nonce) as last
  from game_rounds where seed_pair_id is not null group by 1
) r using (id)
where r.nonces <> r.rounds or p.nonce <> r.last + 1
  -- Earlier rounds may be archived, and where the clocks of servers differ, rounds around the end of a month may be
  -- archived out of order, which leaves a gap.
  or (r.last - r.first + 1 <> r.rounds and (r.first = 0 or not exists (select from archived_rounds)));

-- invariant: every idempotency key has its response
-- rows: idempotency_keys
select user_id || ' ' || key as what from idempotency_keys where status is null or response is null;

-- invariant: every acknowledged id exists
-- rows: idempotency_keys
select k.user_id || ' ' || k.route || ' ' || k.id as what
from (
  select user_id, route, coalesce(data ->> 'roundId', data ->> 'ticketId', data ->> 'orderId') as id
  from (
    select user_id, route, case jsonb_typeof(response::jsonb -> 'data') when 'object' then response::jsonb -> 'data' end
      as data
    from idempotency_keys where status = 200
  ) answered
) k
where k.id is not null and not (k.route like '%/game/%' and k.id < (select archived_before())) and not exists (
  select 1 from game_rounds r where r.id = k.id and r.user_id = k.user_id
  union all select 1 from tickets t where t.id = k.id and t.user_id = k.user_id
  union all select 1 from orders o where o.id = k.id and o.user_id = k.user_id
  union all select 1 from withdrawals d where d.id = k.id and d.user_id = k.user_id
);

-- invariant: two keys never share the effect of one bet, withdrawal or order
-- rows: idempotency_keys
select route || ' ' || id || ' by ' || count(*) || ' keys' as what
from (
  select route, coalesce(data ->> 'roundId', data ->> 'ticketId', data ->> 'orderId') as id
  from (
    select route, case jsonb_typeof(response::jsonb -> 'data') when 'object' then response::jsonb -> 'data' end as data
    from idempotency_keys where status = 200 and route ~ '/(bet|betPlay|spin|withdraw|prePay/.*)$'
    offset 0
  ) answered
) k
where id is not null group by route, id having count(*) > 1;

-- invariant: the exposure of every selection is that of its open tickets
-- rows: selection_exposure
select match_id || ' ' || option_key as what from exposure_differences;
