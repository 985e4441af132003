import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, type Db, type Tx } from './client.ts'

const lockNotAvailable = '55P03'
const attempts = 100

/**
 * Empties every table except the lists of migrations, for the sandbox and for tests. The ledger's triggers,
 * which forbid this, are disabled for the length of the transaction.
 */
export async function emptyDatabase(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.tx(empty)
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || attempt >= attempts) throw error
      await pause(20)
    }
  }
}

async function empty(tx: Tx): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'migrations' order by 1`,
  )
  const names = tables.map(({ name }) => name)
  // Other transactions lock their tables in another order. This one gives up long before PostgreSQL would detect a
  // deadlock and abort one of them.
  await tx.query(`set local lock_timeout = '200ms'`)
  await tx.query(`lock table ${names.join(', ')} in access exclusive mode`)
  for (const name of names) await tx.query(`alter table ${name} disable trigger user`)
  await tx.query(`truncate ${names.join(', ')} restart identity`)
  for (const name of names) await tx.query(`alter table ${name} enable trigger user`)
}
