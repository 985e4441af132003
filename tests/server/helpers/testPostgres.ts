import { join } from 'node:path'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { ensureBuilt, serverBuild } from '../../../scripts/builds.ts'
import { copyCluster, preparedVariable, prepareCluster } from '../../../scripts/preparedCluster.ts'

export interface TestPostgres {
  /** The maintenance database of the run's PostgreSQL; `template` is a migrated database to copy. */
  postgresUrl: string
  template: string
  /** A folder with a cluster to copy into a data folder (copyCluster), for tests that run PostgreSQL themselves. */
  preparedCluster: string
  stop(): Promise<void>
}

const template = 'palpite_template'

/**
 * Starts an embedded PostgreSQL in `folder` on a copy of the prepared cluster, and builds the server for tests that
 * start it as a process.
 */
export async function startTestPostgres(folder: string): Promise<TestPostgres> {
  const dataDir = join(folder, 'data')
  const ofRun = process.env[preparedVariable]
  const preparedCluster = ofRun ?? join(folder, 'prepared')
  await Promise.all([ensureBuilt([serverBuild]), ofRun === undefined && prepareCluster(preparedCluster)])
  await copyCluster(preparedCluster, dataDir)
  const postgres = await startEmbedded(dataDir, { durable: false, onLog: (line) => reportUnexpected(line) })
  const maintenance = createDb(postgres.adminUrl, { max: 1 })
  // A separate template, because a database can be copied only while nobody is connected to it, and tests connect to
  // the cluster's own database to create theirs.
  await maintenance.write(`create database ${template} template postgres`)
  await maintenance.close()
  return { postgresUrl: postgres.adminUrl, template, preparedCluster, stop: () => postgres.stop() }
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Tests provoke statement errors on purpose; only server-wide messages are logged. */
function reportUnexpected(line: string): void {
  if (/ (FATAL|PANIC): /.test(line) && !/terminating connection|connection to client lost/.test(line))
    console.error(line)
}
