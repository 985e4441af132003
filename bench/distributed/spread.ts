import { createDb, type Db } from '#server/db/client.ts'
import type { Nodes } from '../../scripts/citus/Nodes.ts'

/** Prints how each table and function is kept on the nodes; returns the number of tables that are not kept as planned. */
export async function reportSpread(nodes: Nodes): Promise<number> {
  const db = createDb(nodes.coordinator.urlOf('owner'), { max: 1, maxReads: 1 })
  try {
    const wrong = await reportTables(db)
    await reportFunctions(db)
    return wrong
  } finally {
    await db.close()
  }
}

async function reportTables(db: Db): Promise<number> {
  const rows = await db.read<{ name: string; kept: string; is_spread: boolean }>(
    `select name, kept, exists (
        select from pg_dist_partition where logicalrelid = to_regclass('public.' || quote_ident(name))
          -- A local table that refers to copies is known to Citus too.
          and (partmethod = 'h' or repmodel = 't')) as is_spread
      from spread_plan() order by kept, name`,
  )
  for (const kept of ['players', 'claims', 'copies', 'coordinator']) {
    const names = rows.filter((row) => row.kept === kept).map(({ name }) => name)
    console.log(`${kept}: ${names.length} tables: ${names.join(', ')}`)
  }
  const wrong = rows.filter((row) => row.is_spread !== (row.kept !== 'coordinator'))
  for (const { name, kept } of wrong) console.log(`${name} is not kept as planned (${kept})`)
  return wrong.length
}

async function reportFunctions(db: Db): Promise<void> {
  const rows = await db.read<{ name: string }>(
    `select p.proname as name from pg_catalog.pg_dist_object o join pg_proc p on p.oid = o.objid
      where o.classid = 'pg_proc'::regclass and o.distribution_argument_index is not null order by 1`,
  )
  console.log(`on the player's node: ${rows.map(({ name }) => name).join(', ')}`)
}
