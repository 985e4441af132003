import { createDb, type Tx } from '#server/db/client.ts'
import type { Nodes } from '../../scripts/citus/Nodes.ts'

const player = 'select user_id from wallets where user_id = $1 for no key update'
const touch = 'update users set nickname = nickname where id = $1'

/** Writes of one transaction, and whether it must commit in two phases. */
const transactions: { what: string; write: (tx: Tx) => Promise<unknown>; isBoth: boolean }[] = [
  { what: 'of a player only', write: (tx) => tx.query(touch, ['nobody']), isBoth: false },
  ...['outbox', 'pgboss.job', 'office.staff_audit', 'selection_exposure_slots'].map((table) => ({
    what: `of a player and in ${table}`,
    write: async (tx: Tx) => {
      await tx.query(player, ['nobody'])
      await tx.query(touch, ['nobody'])
      await tx.query(`insert into ${table} overriding system value select * from ${table} where false`)
    },
    isBoth: true,
  })),
]

/**
 * A transaction that writes on the coordinator and on a player's node must commit on both or on neither. Prints and counts those
 * that do not commit in two phases, or do so in vain.
 */
export async function reportCommits(nodes: Nodes): Promise<number> {
  const db = createDb(nodes.coordinator.urlOf('owner'), { max: 1, maxReads: 1 })
  try {
    let wrong = 0
    for (const { what, write, isBoth } of transactions) {
      const log = await nodes.coordinator.watchLog(() => db.tx(async (tx) => void (await write(tx))))
      if (log.includes('PREPARE TRANSACTION') === isBoth) continue
      wrong++
      console.log(`a transaction ${what} ${isBoth ? 'does not commit' : 'commits'} in two phases`)
    }
    console.log(`${transactions.length - wrong} of ${transactions.length} transactions commit as they must`)
    return wrong
  } finally {
    await db.close()
  }
}
