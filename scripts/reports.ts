/**
 * `npm run reports -- check DAY`: compares the reports of a day (YYYY-MM-DD) with the ledger, prints every difference and
 * exits with 1 if there is one. `npm run reports -- rebuild`: counts the whole ledger again. Of DATABASE_URL, or of a stopped
 * server's DATA_DIR.
 */
import { parseConfig } from '#server/config/config.ts'
import { StartError } from '#server/config/startError.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { missingScripts } from '#server/db/migrate.ts'
import { checkDay } from '#server/domain/reports/check.ts'
import { rebuildReports } from '#server/domain/reports/rollUp.ts'
import { createLog } from '#server/observe/log.ts'
import { systemClock } from '#server/time/clock.ts'

const usage = 'npm run reports -- check YYYY-MM-DD, or npm run reports -- rebuild'

try {
  const [command, day = ''] = process.argv.slice(2)
  if (command !== 'rebuild' && (command !== 'check' || !/^\d{4}-\d\d-\d\d$/.test(day)))
    throw new StartError(usage)
  process.exitCode = await run(command === 'check' ? day : undefined)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function run(day: string | undefined): Promise<number> {
  const { dataDir, databaseUrl } = parseConfig(process.env).config
  const embedded = databaseUrl === undefined ? await startEmbedded(dataDir) : undefined
  const db = createDb(databaseUrl ?? embedded?.ownerUrl ?? '', { name: 'reports', max: 2, maxReads: 1 })
  try {
    const missing = await missingScripts(db)
    if (missing.length > 0)
      throw new StartError(
        `The database is older than this program, and lacks ${missing.join(', ')}: start it once.`,
      )
    if (day === undefined) {
      await rebuildReports({ db, clock: systemClock })
      console.log('The reports are counted again.')
      return 0
    }
    const differences = await checkDay({ db, log: createLog('silent') }, day)
    for (const { what, reported, ledger } of differences)
      console.log(`${day} ${what}: reported ${reported}, in the ledger ${ledger}`)
    if (differences.length === 0) console.log(`${day}: the reports are those of the ledger.`)
    return differences.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await embedded?.stop()
  }
}
