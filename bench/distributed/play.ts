import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilt, serverBuild } from '../../scripts/builds.ts'
import { cpuOf, startLoad } from '../load.ts'
import { startProgram, type Program } from '../programs.ts'

const warmMs = 2_000
const measureMs = 3_000
const idleMs = 3_000

/** The product's server on this database, with the sandbox and without buckets that one machine's load would empty. */
export async function withServer<T>(
  database: { url: string; ownerUrl: string },
  work: (server: Program) => Promise<T>,
  {
    onError = () => undefined,
    settings: given = {},
  }: { onError?: (error: ServerError) => void; settings?: Record<string, string> } = {},
): Promise<T> {
  await ensureBuilt([serverBuild])
  const dataDir = mkdtempSync(join(tmpdir(), 'distributed-server-'))
  try {
    const settings = {
      ...given,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SANDBOX: '1',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      RATE_LIMITS: ['bets', 'calls', 'guests', 'sockets'].map((name) => `${name}=1000000/1000000`).join(','),
    }
    const server = await startProgram(serverBuild.output, settings, [], (line) => {
      if (line.startsWith('{"level":')) onError(errorOf(line))
    })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A line of the server's log. */
export interface ServerError {
  what: string
  why: string
}

function errorOf(line: string): ServerError {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
  return { what: msg ?? '', why: err?.message ?? '' }
}

export interface BetCost {
  perSecond: number
  /** CPU time of one bet, in µs. */
  server: number
  /** That of all nodes together. */
  database: number
  /** Bets of one transaction, about: what else commits is counted too. */
  perCommit: number
}

/** The players with these tokens bet for some seconds. `commits` counts those of all nodes. */
export async function measureBets(
  server: Program,
  { pids, commits }: { pids: readonly number[]; commits: () => Promise<number> },
  tokens: readonly string[],
): Promise<BetCost> {
  const load = await startLoad({
    kind: 'http',
    url: server.url,
    path: '/api/app/game/limbo/bet',
    clients: tokens.map((token) => `Authorization: ${token}`),
    body: { amount: 1, target: 2 },
  })
  try {
    await load.run(warmMs)
    const now = () => [cpuOf([server.pid]) ?? NaN, cpuOf(pids) ?? NaN] as const
    const committed = await commits()
    const before = now()
    const { done, ms } = await load.run(measureMs)
    const after = now()
    return {
      perSecond: Math.round((done / ms) * 1000),
      server: Math.round((after[0] - before[0]) / done),
      database: Math.round((after[1] - before[1]) / done),
      perCommit: done / ((await commits()) - committed),
    }
  } finally {
    await load.stop()
  }
}

/** CPU time of these processes while nobody calls, in ms for each second. */
export async function measureIdle(pids: readonly number[]): Promise<number> {
  const before = cpuOf(pids) ?? NaN
  await delay(idleMs)
  return ((cpuOf(pids) ?? NaN) - before) / idleMs
}
