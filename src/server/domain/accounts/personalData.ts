import type { AppDeps } from '../../deps.ts'
import type { Tx, Writer } from '../../db/client.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hasUnfinishedMoney } from '../payments/unfinishedMoney.ts'
import { keepIdentity } from './keptIdentities.ts'
import { retention } from './retention.ts'
import { keepExclusion } from '../protection/exclusions.ts'
import { attemptKeys } from '../protection/rateLimits.ts'
import { keepClaims } from './claims.ts'
import { endSessions } from './sessions.ts'

/**
 * Erases the personal data of an account by the list of retention.ts, and ends its sessions. Where the jurisdiction asks for it, who it
 * was stays sealed apart from it for a time (keptIdentities.ts); exclusions (domain/protection/exclusions.ts) and the keyed marks of the
 * account (marks.ts) stay too. Cannot be undone. Throws `eraseHasMoney`
 * while there is money in the wallet, or an unfinished withdrawal, order, round or ticket.
 */
export async function eraseAccount(
  deps: Pick<AppDeps, 'clock' | 'config' | 'bus'>,
  tx: Tx,
  userId: string,
  email: string,
): Promise<void> {
  await lockWallet(tx, userId)
  if (await hasUnfinishedMoney(tx, userId)) throw new Refusal('eraseHasMoney')
  await keepExclusion(deps, tx, userId)
  await keepIdentity(deps, tx, userId)
  await erase(tx, userId, email.toLowerCase(), deps.clock.now())
  await endSessions(deps, tx, { userId })
}

async function erase(tx: Writer, userId: string, email: string, now: Date): Promise<void> {
  const values = { id: userId, email, attempts: attemptKeys(email) }
  for (const [table, rule] of Object.entries(retention)) {
    if (rule.rows === 'deleted')
      await tx.write(`delete from ${table} where ${rule.of ?? 'user_id = $1'}`, [values[rule.by ?? 'id']])
    if (rule.rows !== 'kept' || !rule.emptied) continue
    const columns = Object.entries(rule.emptied).map(([column, sql]) => `${column} = ${sql}`)
    const key = table === 'users' ? 'id' : 'user_id'
    await tx.write(`update ${table} set ${columns.join(', ')} where ${key} = $1`, [userId])
  }
  await tx.write('update users set erased_at = $2 where id = $1', [userId, now])
  await keepClaims(tx, userId)
}
