/**
 * A PostgreSQL cluster that is created once and copied wherever a server needs its own empty database: copying
 * takes a fraction of the time of `initdb` and the migrations.
 *
 *     await prepareCluster('/tmp/run/prepared')                   // once
 *     await copyCluster('/tmp/run/prepared', '/tmp/run/server')   // for each server, before it starts
 *     DATA_DIR=/tmp/run/server node dist-server/server.js
 *
 * A server starts on the copy as on its own cluster: it finds the schema, adds the seed data, and creates its keys, its
 * lock and its socket, which are not part of the cluster.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles } from '#server/db/roles.ts'

/** The environment variable by which `npm test` tells its parts where the run's prepared cluster is. */
export const preparedVariable = 'PREPARED_CLUSTER'

/** Creates `folder` with an initialised, migrated and cleanly shut down cluster, replacing an old one. Nothing runs afterwards. */
export async function prepareCluster(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const postgres = await startEmbedded(folder, { durable: false })
  try {
    const db = createDb(postgres.ownerUrl, { name: 'preparation', max: 1 })
    try {
      await migrate(db, ['sandbox', 'sandbox_provider'], roles.program)
    } finally {
      await db.close()
    }
  } finally {
    await postgres.stop()
  }
}

/**
 * Copies the cluster that `prepareCluster` made in `prepared` into the data folder `dataDir`, which must not have
 * one yet (error EEXIST). No server may run on `prepared`.
 */
export async function copyCluster(prepared: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // Fails when it exists: copying into it would mix two clusters.
  await mkdir(join(dataDir, 'pg'), { mode: 0o700 })
  const [from, to] = [join(prepared, 'pg'), join(dataDir, 'pg')]
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  // When this process runs as root, the files belong to PostgreSQL's own user and must keep that owner.
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
