import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, createDb } from '#server/db/client.ts'
import { roles } from '#server/db/roles.ts'

const objectInUse = '55006'
const attempts = 100

/** Copies a database of one node as its files are, when nobody uses it. `url` is that of another database there. */
export async function copyDatabase(url: string, from: string, to: string): Promise<void> {
  const db = createDb(url, { max: 1, maxReads: 1 })
  try {
    for (let attempt = 0; ; attempt++) {
      // The engine has a process for each database, which comes back whenever it was ended.
      await db.write('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
      try {
        await db.write(`create database ${to} template ${from} strategy file_copy owner ${roles.owner}`)
        return
      } catch (error) {
        if (codeOf(error) !== objectInUse || attempt === attempts) throw error
        await delay(100)
      }
    }
  } finally {
    await db.close()
  }
}
