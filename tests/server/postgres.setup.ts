import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { copyCluster, prepareCluster } from '../../scripts/preparedCluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's PostgreSQL; `template` is a migrated database to copy. */
    postgresUrl: string
    template: string
    /** A folder with a cluster to copy into a data folder (copyCluster), for tests that run PostgreSQL themselves. */
    preparedCluster: string
  }
}

const template = 'palpite_template'

/**
 * One embedded PostgreSQL for the whole run, on a copy of the prepared cluster, and the built server for tests that
 * start one as a process. All of it is in a folder that is gone afterwards.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-test-'))
  const [prepared, dataDir] = [join(folder, 'prepared'), join(folder, 'data')]
  await Promise.all([ensureBuilt([serverBuild]), prepareCluster(prepared)])
  await copyCluster(prepared, dataDir)
  const postgres = await startEmbedded(dataDir, { durable: false, onLog: (line) => reportUnexpected(line) })
  const maintenance = createDb(postgres.url, { max: 1 })
  // Not the cluster's own database: it can be copied only while nobody is connected, and tests manage theirs from it.
  await maintenance.query(`create database ${template} template postgres`)
  await maintenance.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('template', template)
  project.provide('preparedCluster', prepared)
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

/** Tests provoke statement errors on purpose; only server-wide messages are logged. */
function reportUnexpected(line: string): void {
  if (/ (FATAL|PANIC): /.test(line) && !/terminating connection/.test(line)) console.error(line)
}
