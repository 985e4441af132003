import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; `template` is a migrated database to copy. */
    postgresUrl: string
    template: string
  }
}

const template = 'palpite_template'

/** One embedded PostgreSQL for the whole run, in a folder that is gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-test-'))
  const postgres = await startEmbedded(folder, { durable: false, onLog: (line) => reportUnexpected(line) })
  const maintenance = createDb(postgres.url)
  await maintenance.query(`create database ${template}`)
  await maintenance.close()
  const db = createDb(databaseUrl(postgres.url, template))
  await migrate(db)
  await db.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('template', template)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Tests provoke errors of single statements; what concerns the server as a whole is worth a line. */
function reportUnexpected(line: string): void {
  if (/ (FATAL|PANIC): /.test(line) && !/terminating connection/.test(line)) console.error(line)
}
