import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, type Db } from '../db/client.ts'

const lockNotAvailable = '55P03'
const attempts = 100

/** Empties every table except the lists of migrations (sandbox/migrations). */
export async function emptyDatabase(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.write('select sandbox.empty_database()')
      return
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable || attempt >= attempts) throw error
      await pause(20)
    }
  }
}
