import type { DestinationType } from '#contract/http/order.ts'
import type { AppDeps } from '../../deps.ts'
import { vaultOf } from '../../crypto.ts'
import type { Db, Tx } from '../../db/client.ts'
import { cpfIndexOf } from '../accounts/personIndex.ts'

/** Authenticated together with a sealed key. */
const keyContext = 'payoutKey'

const rowsAtOnce = 500

/** Why a withdrawal waits for an operator; null when nothing speaks against it. */
export type ReviewReason = 'sharedKey' | null

/** Encrypts a key for the database. */
export function sealPayoutKey(deps: Pick<AppDeps, 'config'>, key: string): Buffer {
  return vaultOf(deps).seal(key, keyContext)
}

/** Decrypts a key that `sealPayoutKey` has encrypted. */
export function openPayoutKey(deps: Pick<AppDeps, 'config'>, sealed: Buffer): string {
  return vaultOf(deps).open(sealed, keyContext)
}

/** The keyed index of a canonical key; that of a CPF is the one of the verified identities too. */
export function payoutKeyIndex(deps: Pick<AppDeps, 'config'>, type: DestinationType, key: string): Buffer {
  return type === 'CPF' ? cpfIndexOf(deps, key) : vaultOf(deps).index(key, `${keyContext}:${type}`)
}

/**
 * Whether a withdrawal to this key must be reviewed: another player has withdrawn to it, or it is the CPF of
 * another player. Then what others have waiting to the same key is reviewed too. A player's own verified CPF
 * never is. Withdrawals to one key wait for each other until the transaction ends.
 */
export async function reviewSharedKey(tx: Tx, userId: string, index: Buffer): Promise<ReviewReason> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('payoutKey:' || encode($1, 'hex'), 0))`, [
    index,
  ])
  const [found] = await tx.query<{ own: boolean; shared: boolean }>(
    `select exists (select 1 from users where id = $1 and cpf_index = $2) as own,
       exists (select 1 from users where id <> $1 and cpf_index = $2)
         or exists (select 1 from withdrawals where user_id <> $1 and key_index = $2) as shared`,
    [userId, index],
  )
  if (!found || found.own || !found.shared) return null
  await tx.query(
    `update withdrawals w set review = 'sharedKey'
      where w.key_index = $2 and w.user_id <> $1 and w.status = 'pending'
        and not exists (select 1 from users u where u.id = w.user_id and u.cpf_index = $2)`,
    [userId, index],
  )
  return 'sharedKey'
}

/** Indexes the keys of withdrawals that were made before there was an index. Returns how many. */
export async function indexOldKeys(deps: Pick<AppDeps, 'db' | 'config'>): Promise<number> {
  let count = 0
  for (;;) {
    const done = await indexSome(deps, deps.db)
    count += done
    if (done < rowsAtOnce) return count
  }
}

/** An erased player's withdrawals have no key any more. */
async function indexSome(deps: Pick<AppDeps, 'config'>, db: Db): Promise<number> {
  return db.tx(async (tx) => {
    const rows = await tx.query<{ id: string; type: DestinationType; key_encrypted: Buffer }>(
      `select id, type, key_encrypted from withdrawals
        where key_index is null and length(key_encrypted) > 0 limit $1 for update skip locked`,
      [rowsAtOnce],
    )
    for (const row of rows) {
      const key = openPayoutKey(deps, row.key_encrypted)
      await tx.query('update withdrawals set key_index = $2 where id = $1', [
        row.id,
        payoutKeyIndex(deps, row.type, key),
      ])
    }
    return rows.length
  })
}
