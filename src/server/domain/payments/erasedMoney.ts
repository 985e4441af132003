import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'

/**
 * Tells the staff, with the commit, when money has come to an account that is erased: nobody can log in to withdraw it, and no mail reaches the
 * person (docs/operator.md, "Money of an erased account").
 */
export async function reportErasedMoney(
  { log }: Pick<AppDeps, 'log'>,
  tx: Tx,
  { userId, amount, cause }: { userId: string; amount: Cents; cause: 'payoutReturned' | 'ticketCorrected' },
): Promise<void> {
  const rows = await tx.query('select 1 from users where id = $1 and erased_at is not null', [userId])
  if (rows.length > 0)
    tx.afterCommit(() => log.error({ userId, cents: amount, cause }, 'money has come to an erased account'))
}
