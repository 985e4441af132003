import type { Secrets } from '../../config/derivedSecrets.ts'
import { sealedAs, sealedColumns, type SealedColumn } from '../../config/sealedColumns.ts'
import type { Db, Reader, SqlValue } from '../../db/client.ts'
import { lastingKeysSetting, readSetting, storeLastingKeys } from './encryptionKey.ts'

/** How many values are read and written at once; files are larger. */
const stepOf = ({ isLarge = false }: SealedColumn) => (isLarge ? 20 : 500)

/** What was found of one column. */
export interface Resealed {
  /** `users.cpf_encrypted`. */
  column: string
  values: number
  /** How many were sealed with the previous key; `resealColumns` has sealed them again. */
  old: number
  /** Neither key opens them: they are left as they are. */
  unreadable: number
}

interface ResealDeps {
  db: Db
  config: { secrets: Pick<Secrets, 'vault' | 'lasting'> }
}

/**
 * Seals everything again, and then looks at everything once more: a server that does not have the current key yet may have sealed
 * something where the first pass had been already. `isDry` only looks. Tells `onColumn` of each column, and in the second pass only
 * of those that something is left in. Returns whether anything is sealed with another key than the current one; when it was stopped, too.
 */
export async function reseal(
  deps: ResealDeps,
  options: { isDry: boolean; signal: AbortSignal; onColumn: (found: Resealed, isDry: boolean) => void },
): Promise<boolean> {
  const { isDry, signal, onColumn } = options
  if (!isDry) for await (const found of resealColumns(deps, { signal })) onColumn(found, false)
  let needed = false
  for await (const found of resealColumns(deps, { isDry: true, signal })) {
    const isLeft = found.old > 0 || found.unreadable > 0
    if (isDry || isLeft) onColumn(found, true)
    needed ||= isLeft
  }
  return needed || signal.aborted
}

/**
 * Seals with the current key what the previous one has sealed, column by column, in steps that commit by themselves. It can be stopped at
 * any moment (`signal`) and called again: it passes what is done. A value that somebody changes meanwhile is left to them; they
 * seal with the current key. `isDry` only counts. Yields each column when it is done.
 * @internal
 */
export async function* resealColumns(
  deps: ResealDeps,
  { isDry = false, signal }: { isDry?: boolean; signal?: AbortSignal } = {},
): AsyncGenerator<Resealed> {
  for (const column of sealedColumns) {
    if (signal?.aborted) return
    const found = await resealColumn(deps, column, isDry, signal)
    if (found) yield found
  }
  if (signal?.aborted) return
  yield await resealLastingKeys(deps, isDry)
}

interface Row {
  sealed: Buffer
  [key: string]: unknown
}

/** Nothing when the database has no such table: that of the sandbox. */
async function resealColumn(
  { db, config }: ResealDeps,
  column: SealedColumn,
  isDry: boolean,
  signal: AbortSignal | undefined,
): Promise<Resealed | undefined> {
  const { vault } = config.secrets
  const { table, column: name, as } = column
  const keys = await keyOf(db, table)
  if (keys.length === 0) return undefined
  const found: Resealed = { column: `${table}.${name}`, values: 0, old: 0, unreadable: 0 }
  const [from, context] = typeof as === 'string' ? [[], () => as] : [as.from, as.context]
  const columns = [...new Set([...keys.map((key) => key.name), ...from])]
  const keyList = keys.map((key) => key.name).join(', ')
  const parameters = keys.map(({ type }, index) => `$${index + 2}::text::${type}`).join(', ')
  const text = keys.map((key) => `${key.name}::text as "key_${key.name}"`).join(', ')
  let after: SqlValue[] | undefined
  while (!signal?.aborted) {
    const rows: Row[] = await db.read<Row>(
      `select ${columns.join(', ')}, ${text}, ${name} as sealed from ${table}
        where length(${name}) > 0 and ($1::boolean ${after ? `and (${keyList}) > (${parameters})` : ''})
        order by ${keyList} limit ${stepOf(column)}`,
      [true, ...(after ?? [])],
    )
    const old: { key: SqlValue[]; before: Buffer; sealed: Buffer }[] = []
    for (const row of rows) {
      found.values++
      const of = context(row)
      try {
        if (vault.isCurrent(row.sealed, of)) continue
      } catch {
        found.unreadable++
        continue
      }
      found.old++
      if (!isDry)
        old.push({
          key: keyTextOf(keys, row),
          before: row.sealed,
          sealed: vault.sealBytes(vault.openBytes(row.sealed, of), of),
        })
    }
    if (old.length > 0)
      await db.tx(async (tx) => {
        const where = keys.map(({ name: key, type }, index) => `${key} = $${index + 3}::text::${type}`)
        for (const { key, before, sealed } of old)
          await tx.query(`update ${table} set ${name} = $1 where ${name} = $2 and ${where.join(' and ')}`, [
            sealed,
            before,
            ...key,
          ])
      })
    const last = rows.at(-1)
    if (!last || rows.length < stepOf(column)) break
    after = keyTextOf(keys, last)
  }
  return found
}

async function resealLastingKeys({ db, config }: ResealDeps, isDry: boolean): Promise<Resealed> {
  const { secrets } = config
  const stored = await readSetting(db, lastingKeysSetting)
  const found: Resealed = { column: `settings.${lastingKeysSetting}`, values: 0, old: 0, unreadable: 0 }
  if (stored === undefined) return found
  found.values = 1
  try {
    found.old = secrets.vault.isCurrent(Buffer.from(stored, 'base64'), sealedAs.lastingKeys) ? 0 : 1
  } catch {
    found.unreadable = 1
  }
  if (found.old > 0 && !isDry) await storeLastingKeys(db, secrets, secrets.lasting, stored)
  return found
}

interface KeyColumn {
  name: string
  type: string
}

const keyTextOf = (keys: readonly KeyColumn[], row: Row): SqlValue[] =>
  keys.map(({ name }) => String(row[`key_${name}`]))

/** The columns of a table's primary key; none when there is no such table. */
function keyOf(db: Reader, table: string): Promise<KeyColumn[]> {
  return db.read<KeyColumn>(
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_index i cross join lateral unnest(i.indkey) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indisprimary and i.indrelid = to_regclass($1) order by k.place`,
    [table],
  )
}
