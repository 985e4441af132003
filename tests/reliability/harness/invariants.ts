import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Db } from '#server/db/client.ts'
import type { InvariantResult } from './Journal.ts'

interface Invariant {
  name: string
  rows: string
  sql: string
}

const file = resolve(import.meta.dirname, '../../../src/server/ledger/invariants.sql')

/** The named queries of src/server/ledger/invariants.sql. */
function readInvariants(): Invariant[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^-- invariant: /m)
  return parts.map((part) => {
    const [name = '', rows = '', ...sql] = part.split('\n')
    if (!rows.startsWith('-- rows: ')) throw new Error(`the invariant "${name}" has no "-- rows:" line`)
    return { name, rows: rows.slice('-- rows: '.length), sql: sql.join('\n').trim().replace(/;$/, '') }
  })
}

/** Checks all invariants on one snapshot of the database. */
export async function checkInvariants(db: Db): Promise<InvariantResult[]> {
  const invariants = readInvariants()
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    const results: InvariantResult[] = []
    for (const { name, rows, sql } of invariants) {
      const [counted] = await tx.query<{ n: number }>(`select count(*) as n from ${rows}`)
      const found = await tx.query<{ what: string }>(sql)
      results.push({ name, rows: counted?.n ?? 0, violations: found.map(({ what }) => what) })
    }
    return results
  })
}
