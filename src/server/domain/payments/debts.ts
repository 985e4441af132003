import { cents, type Cents } from '#contract/money.ts'
import type { Reader } from '../../db/client.ts'

/** What a player (`user`, in SQL) owes in cents: for deposits that banks took back, and for corrected tickets. */
export function debtsSql(user: string): string {
  return `((select coalesce(sum(r.amount - r.taken), 0) from deposit_reversals r
      where r.user_id = ${user} and r.taken < r.amount and r.settled_at is null)
    + (select d.debt from wallets d where d.user_id = ${user}))::bigint`
}

/** What the player still owes for corrected tickets: what is won next pays it off. */
export async function readDebt(db: Reader, userId: string): Promise<Cents> {
  const [row] = await db.read<{ debt: number }>('select debt from wallets where user_id = $1', [userId])
  return cents(row?.debt ?? 0)
}
