import type { Db } from '#server/db/client.ts'

/**
 * All effects of a player's money calls as text, which is equal for two players who made the same calls. Later effects
 * of jobs (a round of double lands, a withdrawal is approved) are left out.
 */
export async function effectsOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.read<{ effects: unknown }>(
    `select jsonb_build_object(
      'transfers', (select jsonb_agg(jsonb_build_array(t.kind, t.ref_type, t.accounts, t.amounts, t.turnover) order by t.id)
        from transfers t where t.user_id = $1 and t.kind <> 'adjust' and not (t.kind = 'settle' and exists (
          select 1 from game_rounds r where r.id = t.ref_id and r.double_round is not null))
          and not (t.kind = 'withdrawal_paid' and exists (
          select 1 from withdrawals d where d.id = t.ref_id and d.created_at < t.at - interval '4 seconds'))),
      'rounds', (select jsonb_agg(jsonb_build_array(game, stake, wallet, case when double_round is null then nonce end,
          case when double_round is null then status end) order by created_at) from game_rounds where user_id = $1),
      'tickets', (select jsonb_agg(jsonb_build_array(kind, stake, state, payout) order by created_at) from tickets
        where user_id = $1),
      'orders', (select jsonb_agg(jsonb_build_array(status, principal, bonus) order by created_at) from orders
        where user_id = $1),
      'withdrawals', (select jsonb_agg(jsonb_build_array(amount, fee) order by created_at) from withdrawals
        where user_id = $1),
      'vouchers', (select jsonb_agg(amount order by redeemed_at) from vouchers where redeemed_by = $1),
      'claims', (select count(*) from promotion_claims where user_id = $1),
      'rebates', (select jsonb_agg(amount order by day) from rebate_claims where user_id = $1),
      'commissions', (select jsonb_agg(amount order by through) from commission_claims where user_id = $1),
      'ladder', (select jsonb_agg(people order by people) from ladder_claims where user_id = $1),
      'rewardMessages', (select count(*) from messages where user_id = $1 and kind = 'rewardClaimed'),
      'providerCalls', (select jsonb_agg(t.kind order by t.kind) from provider_transactions t
        join game_rounds r on r.id = t.round_id where r.user_id = $1),
      'invited', (select jsonb_agg(jsonb_build_array(i.name, i.kyc, w.cash, w.bonus, w.bet_sum,
          (select count(*) from sessions s where s.user_id = i.id),
          (select count(*) from messages m where m.user_id = i.id and m.kind = 'welcome'),
          (select count(*) from outbox o where lower(o."to") = lower(i.email))) order by i.created_at, i.id)
        from users i left join wallets w on w.user_id = i.id where i.invited_by = $1),
      'checkIns', (select count(*) from check_ins where user_id = $1),
      'gift', (select gift from users where id = $1),
      'nonce', (select nonce from seed_pairs where user_id = $1 and active)
    ) as effects`,
    [userId],
  )
  return JSON.stringify(row?.effects)
}
