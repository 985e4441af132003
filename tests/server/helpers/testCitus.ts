import { writeFile } from 'node:fs/promises'
import { createDb } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'
import { database, findCitus, Nodes } from '../../../scripts/citus/Nodes.ts'

export interface TestCitus {
  urls: string[]
  template: string
  stop(): Promise<void>
}

/** A coordinator and two workers with a migrated and spread database to copy. The coordinator's log is saved in the file `log`. */
export async function startCitus(log: string): Promise<TestCitus> {
  const nodes = await Nodes.start(findCitus(process.env['CITUS_BIN']), 2)
  try {
    const db = createDb(nodes.coordinator.urlOf('owner'), { name: 'preparation', max: 1, maxReads: 1 })
    try {
      await migrate(db, ['sandbox', 'sandbox_provider'], roles.program)
    } finally {
      await db.close()
    }
    const urls = nodes.all.map((node) => node.urlOf('admin', 'postgres'))
    return { urls, template: database, stop: () => end(nodes, log) }
  } catch (error) {
    await nodes.stop()
    throw error
  }
}

async function end(nodes: Nodes, log: string): Promise<void> {
  await nodes.stop()
  await writeFile(log, nodes.coordinator.log)
}
