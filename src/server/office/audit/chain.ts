import type { AuditChain } from '#contract/office/audit.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'

/** Rows whose hashes are computed in one statement. */
const sliceSize = 2_000

interface Slice {
  rows: number
  last: number | null
  last_hash: Buffer | null
  broken_at: number | null
}

/**
 * The next rows: the first one whose id does not follow, that does not contain the hash of the row before it, or whose own
 * hash is another one.
 */
const sliceSql = `
  with slice as materialized (
    select row, (row).id, (row).hash, (row).previous_hash,
      lag((row).id, 1, $1::bigint) over (order by (row).id) as id_before,
      lag((row).hash, 1, $2::bytea) over (order by (row).id) as hash_before
    from (select s as row from office.staff_audit s where id > $1 order by id limit $3) rows
  )
  select count(*) as rows, max(id) as last,
    (select hash from slice order by id desc limit 1) as last_hash,
    min(id) filter (where id <> id_before + 1 or previous_hash <> hash_before or hash <> office.audit_hash(row))
      as broken_at
  from slice`

/**
 * Compares every row of the audit with its hash, from the first one on, and the last one with the chain's head. Stores the
 * result for the gauge and the page. Logs a break as an error.
 */
export async function checkAuditChain(
  { db, log }: Pick<AppDeps, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<AuditChain> {
  const [before] = await db.read<{ id: number; hash: Buffer }>('select id, hash from office.audit_head')
  let at = 0
  let hash: Buffer = Buffer.alloc(0)
  let brokenAt: number | null = null
  while (brokenAt === null && !signal?.aborted) {
    const [slice] = await db.read<Slice>(sliceSql, [at, hash, sliceSize])
    if (!slice) throw new Error('no result of the check')
    brokenAt = slice.broken_at
    if (slice.last === null || slice.last_hash === null) break
    // Rows that were added since are checked the next time: one of a transaction that is being written could be missed.
    at = slice.last
    hash = slice.last_hash
    if (slice.rows < sliceSize) break
  }
  if (signal?.aborted) throw new Error('the check of the audit was stopped')
  // The end was cut off, or the head was changed.
  if (brokenAt === null && before && at < before.id) brokenAt = at + 1
  const checkedTo = brokenAt === null ? at : brokenAt - 1
  await db.write(
    `insert into office.audit_check (checked_at, checked_to, broken_at) values (now(), $1, $2)
     on conflict (is_only) do update set checked_at = excluded.checked_at, checked_to = excluded.checked_to,
       broken_at = excluded.broken_at`,
    [checkedTo, brokenAt],
  )
  if (brokenAt !== null) log.error({ brokenAt }, 'the audit of the back office was changed by hand')
  return readAuditChain(db)
}

export async function readAuditChain(db: Reader): Promise<AuditChain> {
  const [row] = await db.read<{ checked_at: Date; checked_to: number; broken_at: number | null }>(
    'select checked_at, checked_to, broken_at from office.audit_check',
  )
  return {
    checkedAt: row?.checked_at.toISOString() ?? null,
    checkedTo: row && row.checked_to > 0 ? String(row.checked_to) : null,
    brokenAt: row && row.broken_at !== null ? String(row.broken_at) : null,
  }
}
