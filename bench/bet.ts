import { randomUUID } from 'node:crypto'
import { cpuOf, startLoad, type Load } from './load.ts'
import { compare, median, type Comparison } from './pairs.ts'

const clients = 16
const measureMs = 3000

/** CPU time of one operation, in µs. */
interface CpuSample {
  generator: number
  server: number
  database: number
}

async function makePlayers(serverUrl: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: clients }, async () => {
      const answer = await fetch(`${serverUrl}/sandbox/api/users`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          username: `bench-${randomUUID()}@example.com`,
          password: 'Segura-123',
          balance: 1_000_000,
        }),
      })
      const { data } = (await answer.json()) as { data: { token: string } }
      return data.token
    }),
  )
}

/**
 * A full bet over HTTP (session, schema, idempotency, ledger, outcome) against the TPC-B transaction of pgbench
 * on the same PostgreSQL, both with 16 clients and durable commits. Each load comes from a process of its own.
 */
export async function benchBet(
  server: { url: string; pid: number },
  database: { url: string; pid: number },
): Promise<Comparison> {
  const bets = await startLoad({ kind: 'bets', url: server.url, tokens: await makePlayers(server.url) })
  const tpcB = await startLoad({ kind: 'tpcB', databaseUrl: database.url, clients })
  const cpu: Record<'bet' | 'TPC-B', CpuSample[]> = { bet: [], 'TPC-B': [] }
  const measure = async (load: Load, samples: CpuSample[]) => {
    const before = [cpuOf([server.pid]), cpuOf([database.pid])]
    const { done, ms, cpu: generator } = await load.run(measureMs)
    const [serverCpu, databaseCpu] = [cpuOf([server.pid]), cpuOf([database.pid])].map(
      (after, index) => ((after ?? NaN) - (before[index] ?? NaN)) / done,
    )
    samples.push({ generator: generator / done, server: serverCpu ?? NaN, database: databaseCpu ?? NaN })
    return (done / ms) * 1000
  }
  try {
    const comparison = await compare(
      {
        name: 'One bet over HTTP',
        unit: 'per second',
        goal: { atLeast: 0.8 },
        peerName: 'TPC-B transaction',
      },
      () => measure(bets, cpu.bet),
      () => measure(tpcB, cpu['TPC-B']),
    )
    return { ...comparison, notes: Object.entries(cpu).map(([name, samples]) => cpuNote(name, samples)) }
  } finally {
    await bets.stop()
    await tpcB.stop()
  }
}

function cpuNote(name: string, samples: CpuSample[]): string {
  const of = (part: keyof CpuSample) => median(samples.map((sample) => sample[part])).toFixed(0)
  return `CPU of one ${name}: generator ${of('generator')} µs, server ${of('server')} µs, database ${of('database')} µs`
}
