import { createDb, type Db } from '#server/db/client.ts'
import { Node, Nodes } from '../../scripts/citus/Nodes.ts'
import { makePlayers } from '../players.ts'
import type { Program } from '../programs.ts'
import { withoutJobs } from './jobs.ts'
import { measureBets, measureIdle, withServer, type BetCost } from './play.ts'

const pairs = 3
/** Players at once: few, and as many as fill a batch. */
const crowds = [16, 128]

/** Bets of a crowd on nodes and on one PostgreSQL, measured in turn. */
export interface SpreadBets {
  workers: number
  players: number
  nodes: BetCost[]
  one: BetCost[]
  /** What all nodes, and the one, do without bets: CPU in ms of a second. */
  idle: { nodes: number; one: number }
}

/** Measures bets on clusters with these numbers of workers, each beside one PostgreSQL of the same installation, without Citus. */
export async function measureSpreadBets(bin: string, clusters: readonly number[]): Promise<SpreadBets[]> {
  const single = await Node.startPlain(bin)
  const found: SpreadBets[] = []
  try {
    await onSide([single.node], async (one) => {
      for (const workers of clusters) {
        const nodes = await Nodes.start(bin, workers)
        try {
          await onSide(nodes.all, async (spread) => {
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
  }
  return found
}

interface Side {
  server: Program
  /** Of the first node, on which the others are known. */
  admin: Db
  /** Of its PostgreSQL. */
  pids: number[]
  commits: () => Promise<number>
}

/** Runs `work` with a server on these nodes, of which the first is the coordinator. */
async function onSide(nodes: readonly Node[], work: (side: Side) => Promise<void>): Promise<void> {
  const [first] = nodes
  if (!first) throw new Error('no node')
  await withServer({ url: first.urlOf('program'), ownerUrl: first.urlOf('owner') }, async (server) => {
    const admins = nodes.map((node) => createDb(node.urlOf('admin'), { max: 1, maxReads: 1 }))
    try {
      const [admin] = admins
      if (admin)
        await work({ server, admin, pids: nodes.map(({ pid }) => pid), commits: () => committed(admins) })
    } finally {
      for (const admin of admins) await admin.close()
    }
  })
}

async function committed(admins: readonly Db[]): Promise<number> {
  const counts = await Promise.all(
    admins.map((db) =>
      db.read<{ n: number }>(
        'select xact_commit as n from pg_stat_database where datname = current_database()',
      ),
    ),
  )
  return counts.flat().reduce((sum, { n }) => sum + n, 0)
}

/** The work of jobs is the same for few and many bets, so none runs meanwhile. */
async function inTurn(
  spread: Side,
  one: Side,
  players: number,
): Promise<Omit<SpreadBets, 'workers' | 'players'>> {
  return withoutJobs(spread.admin, () =>
    withoutJobs(one.admin, async () => {
      const ofNodes = await makePlayers(spread.server.url, players)
      const ofOne = await makePlayers(one.server.url, players)
      const idle = { nodes: await measureIdle(spread.pids), one: await measureIdle(one.pids) }
      const nodes: BetCost[] = []
      const ofPlain: BetCost[] = []
      for (let pair = 0; pair < pairs; pair++) {
        nodes.push(await measureBets(spread.server, spread, ofNodes))
        ofPlain.push(await measureBets(one.server, one, ofOne))
      }
      return { nodes, one: ofPlain, idle }
    }),
  )
}
