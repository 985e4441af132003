import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { roles } from '#server/db/roles.ts'
import { copyDatabase } from '../../../scripts/citus/copyDatabase.ts'
import { atEnd } from './atEnd.ts'
import { databaseUrl } from './testPostgres.ts'

/**
 * The start time of every test: 15:00 on a Wednesday in São Paulo, in the middle of a month. From then on the
 * sandbox's clock runs at normal speed. `TEST_START=2027-01-01T02:59:50Z` sets another start, to look for failures that depend
 * on the time.
 */
const testStart = new Date(process.env['TEST_START'] ?? '2027-03-10T18:00:00Z')

/** A fresh, migrated database for one test file, its clock at `testStart`; dropped when the file is done. */
export async function createTestDb(options: { connections?: number } = {}): Promise<{ db: Db; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const citus = inject('citus')
  if (citus !== undefined) return createCitusDb(citus, name, options)
  const maintenance = createDb(inject('postgresUrl'), { max: 1 })
  // Copies the files instead of logging every page, in less than half the time.
  await maintenance.write(
    `create database ${name} template ${inject('template')} strategy file_copy owner ${roles.owner}`,
  )
  const url = databaseUrl(inject('postgresUrl'), name)
  const db = createDb(url, { max: options.connections ?? 10 })
  await startClock(db)
  atEnd(async () => {
    await db.close()
    await maintenance.write(`drop database if exists ${name} with (force)`)
    await maintenance.close()
  })
  return { db, url }
}

function startClock(db: Db): Promise<unknown> {
  return db.write('insert into sandbox.clock (offset_ms) values ($1)', [testStart.getTime() - Date.now()])
}

/** The same on the nodes of Citus: a copy on each, which knows the others by their addresses. */
async function createCitusDb(
  { urls, template }: { urls: string[]; template: string },
  name: string,
  options: { connections?: number },
): Promise<{ db: Db; url: string }> {
  await Promise.all(urls.map((url) => copyDatabase(url, template, name)))
  const [coordinator = ''] = urls
  const url = databaseUrl(coordinator, name)
  const db = createDb(url, { max: options.connections ?? 10 })
  await startClock(db)
  atEnd(async () => {
    await db.close()
    for (const each of urls) {
      const maintenance = createDb(each, { max: 1, maxReads: 1 })
      await maintenance.write(`drop database if exists ${name} with (force)`)
      await maintenance.close()
    }
  })
  return { db, url }
}
