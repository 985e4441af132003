import type { DestinationType } from '#contract/http/order.ts'
import type { WithdrawalReview } from '#contract/office/withdrawals.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { forRows, type PlayerRow } from '../../db/distributed.ts'
import { cpfIndexOf } from '../accounts/personIndex.ts'

/** Authenticated together with a sealed key. */

const batchSize = 500

/** Why an operator must review a withdrawal (migrations 093, 580 and 655); null when no review is needed. */
export type ReviewReason = WithdrawalReview | null

/** Encrypts a key for the database. */
export function sealPayoutKey(deps: Pick<AppDeps, 'config'>, key: string): Buffer {
  return deps.config.secrets.vault.seal(key, sealedAs.payoutKey)
}

/** Decrypts a key that `sealPayoutKey` has encrypted. */
export function openPayoutKey(deps: Pick<AppDeps, 'config'>, sealed: Buffer): string {
  return deps.config.secrets.vault.open(sealed, sealedAs.payoutKey)
}

/** The keyed index of a canonical key. CPFs share the index of verified identities, so both can be compared. */
export function payoutKeyIndex(deps: Pick<AppDeps, 'config'>, type: DestinationType, key: string): Buffer {
  return type === 'CPF'
    ? cpfIndexOf(deps, key)
    : deps.config.secrets.vault.index(key, `${sealedAs.payoutKey}:${type}`)
}

/**
 * Whether a withdrawal to this key must be reviewed: another player has withdrawn to it, or it is the CPF of
 * another player. Then other players' pending withdrawals to the same key are reviewed too. The player's own
 * verified CPF is exempt. Serialises withdrawals to one key until the transaction ends.
 */
export async function reviewSharedKey(tx: Tx, userId: string, index: Buffer): Promise<ReviewReason> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('payoutKey:' || encode($1, 'hex'), 0))`, [
    index,
  ])
  const [usage] = await tx.query<{ own: boolean; shared: boolean }>(
    `select exists (select 1 from users where id = $1 and cpf_index = $2) as own,
       exists (select 1 from users where id <> $1 and cpf_index = $2)
         or exists (select 1 from withdrawals where user_id <> $1 and key_index = $2) as shared`,
    [userId, index],
  )
  if (!usage || usage.own || !usage.shared) return null
  await tx.query(
    `update withdrawals w set review = 'sharedKey', status = 'inReview'
      where w.key_index = $2 and w.user_id <> $1 and w.status in ('requested', 'inReview')
        and not exists (select 1 from users u where u.id = w.user_id and u.cpf_index = $2)`,
    [userId, index],
  )
  return 'sharedKey'
}

const isOldSql = 'key_index is null and length(key_encrypted) > 0'

/** Indexes the keys of withdrawals that were made before the index existed. Returns their number. */
export function indexOldKeys(deps: Pick<AppDeps, 'db' | 'config'>): Promise<number> {
  return forRows(deps.db, { table: 'withdrawals', condition: isOldSql, atOnce: batchSize }, (tx, rows) =>
    indexBatch(deps, tx, rows),
  )
}

/** Indexes the keys of those of these withdrawals that nobody else indexes now. Returns their number. Erased players have no keys. */
async function indexBatch(deps: Pick<AppDeps, 'config'>, tx: Tx, of: PlayerRow[]): Promise<number> {
  const rows = await tx.query<{
    id: string
    user_id: string
    type: DestinationType
    key_encrypted: Buffer
    created_at: Date
  }>(
    `select id, user_id, type, key_encrypted, created_at from withdrawals
      where id = any($1) and user_id = any($2) and ${isOldSql} order by id for update skip locked`,
    [of.map(({ id }) => id), of.map(({ userId }) => userId)],
  )
  for (const row of rows) {
    const key = openPayoutKey(deps, row.key_encrypted)
    const index = payoutKeyIndex(deps, row.type, key)
    await tx.query('update withdrawals set key_index = $2 where id = $1 and user_id = $3', [
      row.id,
      index,
      row.user_id,
    ])
    await tx.query(
      `insert into account_marks (user_id, kind, mark, at) values ($1, 'payoutKey', $2, $3) on conflict do nothing`,
      [row.user_id, index, row.created_at],
    )
  }
  return rows.length
}
