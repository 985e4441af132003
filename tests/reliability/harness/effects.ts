import type { Db } from '#server/db/client.ts'

/**
 * Everything that money calls have done for a player, as text: two players who did the same have the same text. What
 * jobs do later by themselves (a round of double lands, a withdrawal is approved) is left out.
 */
export async function effectsOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.query<{ effects: unknown }>(
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
      'claims', (select count(*) from promotion_claims where user_id = $1),
      'checkIns', (select count(*) from check_ins where user_id = $1),
      'gift', (select gift from users where id = $1),
      'nonce', (select nonce from seed_pairs where user_id = $1 and active)
    ) as effects`,
    [userId],
  )
  return JSON.stringify(row?.effects)
}
