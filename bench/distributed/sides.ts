import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { Nodes } from '../../scripts/citus/Nodes.ts'
import { pidOf, type Program } from '../programs.ts'
import { withoutJobs } from './jobs.ts'
import { withServer } from './play.ts'

/** Servers, and the processes of their database. */
export interface Side {
  servers: Program[]
  pids: number[]
}

/** Measures on nodes, and then on one PostgreSQL, with as many servers on each, while no job runs. */
export async function onBothSides<T>(
  bin: string,
  { workers, servers }: { workers: number; servers: number },
  measure: (side: Side) => Promise<T>,
): Promise<{ nodes: T; one: T }> {
  const nodes = await Nodes.start(bin, workers)
  let ofNodes: T
  try {
    const { coordinator } = nodes
    const at = {
      url: coordinator.urlOf('program'),
      ownerUrl: coordinator.urlOf('owner'),
      adminUrl: coordinator.urlOf('admin'),
    }
    const pids = nodes.all.map(({ pid }) => pid)
    ofNodes = await withServers(at, servers, (programs) => measure({ servers: programs, pids }))
  } finally {
    await nodes.stop()
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'distributed-single-'))
  const single = await startEmbedded(dataDir, { onLog: (line) => console.error(line) })
  try {
    const at = { url: single.ownerUrl, ownerUrl: single.ownerUrl, adminUrl: single.adminUrl }
    const pids = [pidOf(single.pid())]
    return {
      nodes: ofNodes,
      one: await withServers(at, servers, (programs) => measure({ servers: programs, pids })),
    }
  } finally {
    await single.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function withServers<T>(
  at: { url: string; ownerUrl: string; adminUrl: string },
  count: number,
  work: (servers: Program[]) => Promise<T>,
): Promise<T> {
  // Servers of one database share their keys.
  const settings = { ENCRYPTION_KEY: randomBytes(32).toString('hex') }
  const started: Program[] = []
  const next = async (): Promise<T> => {
    if (started.length < count)
      return withServer(
        at,
        async (server) => {
          started.push(server)
          return next()
        },
        { settings },
      )
    const admin = createDb(at.adminUrl, { max: 1, maxReads: 1 })
    try {
      return await withoutJobs(admin, () => work(started))
    } finally {
      await admin.close()
    }
  }
  return next()
}
