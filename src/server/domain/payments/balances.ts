import { cents, type WalletBalances } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Session } from '../accounts/sessions.ts'

/** Both balances of the session's player; undefined when the session has ended. */
export async function readBalances(
  { playerReads, clock }: Pick<AppDeps, 'playerReads' | 'clock'>,
  session: Session,
): Promise<WalletBalances | undefined> {
  const near = await playerReads.of(session.userId)
  const [row] = await near.read<{ cash: number; bonus: number }>(
    `select w.cash, w.bonus from sessions s join wallets w on w.user_id = s.user_id
      where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3`,
    [session.id, session.userId, clock.now()],
  )
  return row && { cash: cents(row.cash), bonus: cents(row.bonus) }
}
