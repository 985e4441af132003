import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDb, type Db } from '#server/db/client.ts'
import { programSchema } from '#server/db/migrate.ts'
import type { Nodes } from '../../scripts/citus/Nodes.ts'

interface Planned {
  name: string
  kept: 'players' | 'copies' | 'claims' | 'coordinator'
  by_column: string
}

const planFile = join(import.meta.dirname, '../../src/server/db/distributed/010.tables.sql')

/** Makes the schema of one PostgreSQL and spreads it as it is: prints what the engine says to each table. */
export async function reportBase(nodes: Nodes): Promise<number> {
  const db = createDb(nodes.coordinator.urlOf('owner'), { max: 1, maxReads: 1 })
  try {
    await db.write(await programSchema([]))
    await db.write(await readFile(planFile, 'utf8'))
    const plan = await db.read<Planned>(
      `select * from spread_plan() order by kept <> 'copies', name <> 'users', name <> 'wallets', name`,
    )
    let taken = 0
    let refused = 0
    for (const table of plan.filter(({ kept }) => kept !== 'coordinator')) {
      const reason = await refusal(db, table)
      if (reason === undefined) taken++
      else refused++
      console.log(`${table.name}: ${reason ?? 'taken'}`)
    }
    console.log(`${taken} tables are taken as they are, ${refused} refused.`)
    return refused === 0 ? 0 : 1
  } finally {
    await db.close()
  }
}

/** Undefined when the engine takes it. */
async function refusal(db: Db, { name, kept, by_column: column }: Planned): Promise<string | undefined> {
  try {
    if (kept === 'copies') await db.write('select create_reference_table($1)', [name])
    else
      await db.write('select create_distributed_table($1, $2, colocate_with => $3)', [
        name,
        column,
        name === 'users' ? 'none' : 'users',
      ])
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const detail = 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : ''
    return `${error.message}${detail}`
  }
}
