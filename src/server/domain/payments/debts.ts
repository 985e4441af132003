import { cents, type Cents } from '#contract/money.ts'
import type { Reader } from '../../db/client.ts'

/** What a player (`user`, in SQL) owes in cents: for deposits that banks took back, and for corrected tickets. */
export function debtsSql(user: string): string {
  return `((select coalesce(sum(r.amount - r.taken - r.paid), 0) from deposit_reversals r
      where r.user_id = ${user} and r.taken < r.amount and r.settled_at is null)
    + (select d.debt from wallets d where d.user_id = ${user}))::bigint`
}

/**
 * SQL: whether something is open against a player (`user`), so that no money leaves without a person's decision: a suspended prize, a
 * withdrawal in review, a deposit of an unknown payer or one that goes back, a debt.
 */
export function openAgainstSql(user: string): string {
  return `(exists (select 1 from prize_suspensions s where s.user_id = ${user} and s.ended_at is null)
    or exists (select 1 from withdrawals r where r.user_id = ${user} and r.status = 'inReview')
    or exists (select 1 from orders o where o.user_id = ${user}
      and (o.payer = 'unknown' or o.refusal is not null and o.refunded_at is null))
    or ${debtsSql(user)} > 0)`
}

/** Whether something is open against the player. */
export async function hasOpenAgainst(db: Reader, userId: string): Promise<boolean> {
  const rows = await db.read(
    `select from wallets w where w.user_id = $1 and ${openAgainstSql('w.user_id')}`,
    [userId],
  )
  return rows.length > 0
}

/** What the player still owes for corrected tickets: what is won next pays it off. */
export async function readDebt(db: Reader, userId: string): Promise<Cents> {
  const [row] = await db.read<{ debt: number }>('select debt from wallets where user_id = $1', [userId])
  return cents(row?.debt ?? 0)
}
