import type { Reader } from '../../db/client.ts'

/** A level of invited players, without test accounts, with the sum of their deposits in cents. */
export interface ReferralRow {
  level: number
  people: number
  amount: number
}

/** How many players of a level are asked for whom they have invited: their ids go to every node. */
const mostInviters = 10_000

/**
 * The levels of user info where players are spread over nodes. Those whom a player has invited are on all of them, which neither a
 * recursive query nor a comparison with another player's row reaches: each level is a sum of its own over the nodes.
 */
export async function readSpreadReferrals(db: Reader, userId: string): Promise<ReferralRow[]> {
  const levels: ReferralRow[] = []
  let areInvited = 'invited_by = $1'
  for (const level of [1, 2, 3]) {
    const [sums] = await db.read<{ all_people: number; people: number; amount: number }>(
      `select count(*) as all_people, count(*) filter (where not u.test_flag) as people,
          coalesce(sum(w.deposit_sum) filter (where not u.test_flag), 0)::bigint as amount
        from users u join wallets w on w.user_id = u.id where ${areInvited}`,
      [userId],
    )
    // Nobody is below a level of nobody. A test account counts for nothing, but those whom it has invited do.
    if (!sums || sums.all_people === 0) break
    levels.push({ level, people: sums.people, amount: sums.amount })
    areInvited = `invited_by in (select id from users where ${areInvited} order by id limit ${mostInviters})`
  }
  return levels
}
