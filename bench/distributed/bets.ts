import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { Nodes } from '../../scripts/citus/Nodes.ts'
import { makePlayers } from '../players.ts'
import { pidOf, type Program } from '../programs.ts'
import { withoutJobs } from './jobs.ts'
import { measureBets, withServer, type BetCost } from './play.ts'

const pairs = 3
/** Players at once: few, and as many as fill a batch. */
const crowds = [16, 128]

/** Bets of a crowd on nodes and on one PostgreSQL, measured in turn. */
export interface SpreadBets {
  workers: number
  players: number
  nodes: BetCost[]
  one: BetCost[]
}

/** Measures bets on clusters with these numbers of workers, each beside one PostgreSQL. */
export async function measureSpreadBets(bin: string, clusters: readonly number[]): Promise<SpreadBets[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'distributed-single-'))
  const single = await startEmbedded(dataDir, { onLog: (line) => console.error(line) })
  const found: SpreadBets[] = []
  try {
    await withServer({ url: single.ownerUrl, ownerUrl: single.ownerUrl }, async (other) => {
      const one: Side = { server: other, adminUrl: single.adminUrl, pids: [pidOf(single.pid())] }
      for (const workers of clusters) {
        const nodes = await Nodes.start(bin, workers)
        try {
          const { coordinator } = nodes
          const database = { url: coordinator.urlOf('program'), ownerUrl: coordinator.urlOf('owner') }
          await withServer(database, async (server) => {
            const spread: Side = {
              server,
              adminUrl: coordinator.urlOf('admin'),
              pids: nodes.all.map(({ pid }) => pid),
            }
            for (const players of crowds)
              found.push({ workers, players, ...(await inTurn(spread, one, players)) })
          })
        } finally {
          await nodes.stop()
        }
      }
    })
  } finally {
    await single.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return found
}

interface Side {
  server: Program
  adminUrl: string
  /** Of its PostgreSQL. */
  pids: number[]
}

/** The work of jobs is the same for few and many bets, so none runs meanwhile. */
async function inTurn(spread: Side, one: Side, players: number): Promise<Pick<SpreadBets, 'nodes' | 'one'>> {
  const result: Pick<SpreadBets, 'nodes' | 'one'> = { nodes: [], one: [] }
  await withAdmin(spread, (ours) =>
    withAdmin(one, (theirs) =>
      withoutJobs(ours, () =>
        withoutJobs(theirs, async () => {
          const ofNodes = await makePlayers(spread.server.url, players)
          const ofOne = await makePlayers(one.server.url, players)
          for (let pair = 0; pair < pairs; pair++) {
            result.nodes.push(await measureBets(spread.server, spread.pids, ofNodes))
            result.one.push(await measureBets(one.server, one.pids, ofOne))
          }
        }),
      ),
    ),
  )
  return result
}

async function withAdmin<T>({ adminUrl }: Side, work: (admin: Db) => Promise<T>): Promise<T> {
  const admin = createDb(adminUrl, { max: 1, maxReads: 1 })
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}
