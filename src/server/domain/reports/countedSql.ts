/**
 * What postings add to the reports, as common table expressions. The job that keeps the reports and the comparison with
 * the ledger count by the same text; `condition` selects the postings (`t`). Those of test accounts are in no report. All
 * are by the brand under which the player registered (`users.brand`).
 *
 * - `counted_bets`: by day, product, game and wallet. Stakes and payouts are those of bets that were decided, so stakes less
 *   payouts are what the house's account of games received.
 * - `counted_money`: by day, kind and detail:
 *   `deposit` by provider: what the provider received. `voucher`. `firstDeposit`: a player's first deposit or voucher.
 *   `depositReversed`, by provider: what a bank took back of
 *   deposits, and `debt`: what of it the player had used already; with `ticket`, what corrected tickets left players owing, less
 *   what they have paid off or the house has written off, which is also an `adjust`. `bonus` by kind, with `deposit` (given with a deposit) and `discount` (the part of a deposit that the house paid).
 *   `release`: bonuses that became cash, which cost nothing further. `withdrawalRequested`, `withdrawal` (paid, without
 *   its fee), `withdrawalBack` (refused or failed) and `withdrawalReturned` (paid and sent back by the bank), by type of
 *   destination. `fee`: `withdrawal`, and `returned` as a negative amount. Any other kind of posting, by account of the
 *   house: what it gave to players.
 * - `counted_accounts`: the sum of the entries of each account.
 */
export function countedSql(condition: string): string {
  return `
  posting as materialized (
    select t.id, t.user_id, t.kind::text as kind, t.key, t.ref_type, t.ref_id, t.args, t.accounts, t.amounts,
      ledger_day(t.at) as day, p.product,
      case p.product when 'game' then coalesce(r.game, '') when 'sport' then coalesce(s.sport, '') end as game,
      p.product = 'game' and r.id is null and t.ref_id < (select archived_before()) as is_archived, coalesce(u.brand, '') as brand,
      -- Looked up here, beside the posting: where players are spread over nodes, what follows is not on theirs any more.
      case when t.kind in ('deposit', 'reversal') then (
        select o.provider from orders o where o.id = t.ref_id and o.user_id = t.user_id) end as provider,
      case t.ref_type when 'withdrawal' then (
        select w.type from withdrawals w where w.id = t.ref_id and w.user_id = t.user_id) end as type,
      -- Only of these are the player's earlier postings read, of which an index leaves the bets out.
      case when t.kind in ('deposit', 'voucher') then not exists (
        select from transfers e where e.user_id = t.user_id and e.id < t.id and e.kind in ('deposit', 'voucher')
          and e.kind not in ('play', 'stake', 'settle', 'refund', 'correct')) end as is_first
    from transfers t
    left join users u on u.id = t.user_id
    cross join lateral (select case t.ref_type when 'round' then 'game' when 'ticket' then 'sport' end as product) p
    left join game_rounds r on t.ref_type = 'round' and r.id = t.ref_id and r.user_id = t.user_id
    left join lateral (
      select case when min(l.sport) = max(l.sport) then min(l.sport) else 'mixed' end as sport
      from ticket_legs l where t.ref_type = 'ticket' and l.ticket_id = t.ref_id and l.user_id = t.user_id
    ) s on true
    where ${condition} and u.test_flag is not true
  ), bet as (
    select day, brand, product, game, kind, key, args ->> 'wallet' as wallet,
      coalesce(args ->> 'stake', args ->> 'amount')::bigint as stake, (args ->> 'payout')::bigint as payout
    from posting where product is not null
  ), counted_bets as (
    select day, brand, product, game, wallet,
      count(*) filter (where kind in ('stake', 'play')) as placed,
      coalesce(sum(stake) filter (where kind in ('stake', 'play')), 0)::bigint as placed_cents,
      -- A part that is cashed out is no ticket of its own.
      count(*) filter (where kind = 'play' or kind = 'settle' and key like 'close:%') as settled,
      coalesce(sum(stake) filter (where kind in ('play', 'settle', 'correct')), 0)::bigint as stakes,
      coalesce(sum(payout) filter (where kind in ('play', 'settle', 'correct')), 0)::bigint as payouts,
      count(*) filter (where kind = 'refund') as refunded,
      coalesce(sum(stake) filter (where kind = 'refund'), 0)::bigint as refunds,
      coalesce(sum(payout - stake) filter (where kind = 'correct'), 0)::bigint as corrections
    from bet group by day, brand, product, game, wallet
  ), counted_money as (
    select p.day, p.brand, m.kind, m.detail, count(*) as number, sum(m.cents)::bigint as cents
    -- Bets are most postings, and none of this.
    from (select * from posting where product is null offset 0) p
    cross join lateral (
      select (p.args ->> 'principal')::bigint as principal, (p.args ->> 'discount')::bigint as discount,
        (p.args ->> 'bonus')::bigint as bonus, (p.args ->> 'amount')::bigint as amount,
        coalesce((p.args ->> 'fee')::bigint, 0) as fee, coalesce(p.type, '') as destination
    ) a
    cross join lateral (
      select 'deposit' as kind, coalesce(p.provider, '') as detail, principal - coalesce(discount, 0) as cents
        where p.kind = 'deposit'
      union all select 'bonus', 'discount', discount where p.kind = 'deposit' and discount > 0
      union all select 'bonus', 'deposit', bonus where p.kind = 'deposit' and bonus > 0
      union all select 'voucher', '', principal where p.kind = 'voucher'
      union all select 'firstDeposit', '', principal where p.is_first
      union all select 'bonus', p.ref_type, amount where p.kind = 'bonus'
      union all select 'release', '', amount where p.kind = 'release'
      union all select 'withdrawalRequested', destination, amount where p.kind = 'withdrawal'
      union all select 'withdrawal', destination, amount - fee where p.kind = 'withdrawal_paid'
      union all select 'fee', 'withdrawal', fee where p.kind = 'withdrawal_paid' and fee > 0
      union all select 'withdrawalBack', destination, amount
        where p.kind = 'withdrawal_back' and p.key not like 'return:%'
      union all select 'withdrawalReturned', destination, amount - fee
        where p.kind = 'withdrawal_back' and p.key like 'return:%'
      union all select 'fee', 'returned', -fee
        where p.kind = 'withdrawal_back' and p.key like 'return:%' and fee > 0
      union all select 'depositReversed', coalesce(p.provider, ''), amount where p.kind = 'reversal'
      union all select 'debt', '', amount - (p.args ->> 'taken')::bigint
        where p.kind = 'reversal' and amount > (p.args ->> 'taken')::bigint
      union all select 'debt', 'ticket', amount where p.kind = 'debt'
      union all select 'adjust', 'house_adjustments', -amount where p.kind = 'debt' and p.ref_type = 'adjust'
      union all select p.kind, e.account::text, -e.amount from unnest(p.accounts, p.amounts) as e (account, amount)
        where e.account >= 'house_provider' and p.kind not in (
          'deposit', 'voucher', 'bonus', 'release', 'withdrawal', 'withdrawal_paid', 'withdrawal_back', 'reversal', 'debt')
    ) m
    group by p.day, p.brand, m.kind, m.detail
  ), counted_accounts as (
    select p.day, p.brand, e.account::text as account,
      case when e.account in ('hold_round_cash', 'hold_round_bonus') then p.ref_type else '' end as held_for,
      sum(e.amount)::bigint as cents
    from posting p cross join lateral unnest(p.accounts, p.amounts) as e (account, amount)
    group by 1, 2, 3, 4
  )`
}

/** The scopes in which the player of a bet (`p`) is counted: every bet, those of its product, those of its game. */
export const scopesSql = `(values ('*', '*'), (p.product, '*'), (p.product, p.game)) as scope (product, game)`
