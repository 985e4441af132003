import { cpuOf, startLoad, type Load } from './load.ts'
import type { LoadTask } from './loadProcess.ts'
import { compare, median, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'

const clients = 16
const measureMs = 3000
const accounts = 100_000

/** A program that is measured, with the address of its calls. */
export interface Measured {
  url: string
  pid: number
}

/** CPU time of one operation, in µs. */
interface CpuSample {
  generator: number
  server: number
  database: number
}

const bets = (url: string, tokens: string[]): LoadTask & { kind: 'http' } => ({
  kind: 'http',
  url,
  path: '/api/app/game/limbo/bet',
  clients: tokens.map((token) => `Authorization: ${token}`),
  body: { amount: 1, target: 2 },
})

/** pgbench's TPC-B transaction: three updates, a select, an insert, one commit. */
const tpcB = (databaseUrl: string): LoadTask => ({
  kind: 'sql',
  databaseUrl,
  clients,
  setup: `
    create table if not exists bench_branches (bid int primary key, bbalance bigint not null default 0);
    create table if not exists bench_tellers (tid int primary key, tbalance bigint not null default 0);
    create table if not exists bench_accounts (aid int primary key, abalance bigint not null default 0);
    create table if not exists bench_history (tid int, bid int, aid int, delta bigint, mtime timestamptz);
    insert into bench_branches select generate_series(1, ${clients}) on conflict do nothing;
    insert into bench_tellers select generate_series(1, ${clients * 10}) on conflict do nothing;
    insert into bench_accounts select generate_series(1, ${accounts}) on conflict do nothing;`,
  transaction: [
    { text: 'update bench_accounts set abalance = abalance + $1 where aid = $2', limits: [10_000, accounts] },
    { text: 'select abalance from bench_accounts where aid = $1', limits: [accounts] },
    {
      text: 'update bench_tellers set tbalance = tbalance + $1 where tid = $2',
      limits: [10_000, clients * 10],
    },
    { text: 'update bench_branches set bbalance = bbalance + $1 where bid = $2', limits: [10_000, clients] },
    {
      text: 'insert into bench_history values ($1, $2, $3, $4, now())',
      limits: [clients * 10, clients, accounts, 10_000],
    },
  ],
})

/** The debit of one account and its line in a history, by everybody on the same account. */
const hotDebit = (databaseUrl: string): LoadTask => ({
  kind: 'sql',
  databaseUrl,
  clients,
  setup: `
    create table if not exists bench_hot (aid int primary key, balance bigint not null default 0);
    create table if not exists bench_hot_history (aid int, delta bigint, mtime timestamptz);
    insert into bench_hot values (1) on conflict do nothing;`,
  transaction: [
    { text: 'update bench_hot set balance = balance - $1 where aid = $2', limits: [10_000, 1] },
    { text: 'insert into bench_hot_history values ($1, $2, now())', limits: [1, 10_000] },
  ],
})

/**
 * A full bet over HTTP (session, schema, idempotency, ledger, outcome) against the TPC-B transaction of pgbench
 * on the same PostgreSQL, both with 16 clients and durable commits. Each load comes from a process of its own.
 */
export async function benchBet(server: Measured, database: Measured): Promise<Comparison> {
  const about = { name: 'One bet over HTTP', goal: { atLeast: 0.8 }, peerName: 'TPC-B transaction' }
  const tokens = await makePlayers(server.url, clients)
  return compareLoads(about, bets(server.url, tokens), tpcB(database.url), { server, database })
}

/** 16 clients that all bet for one player, against as many that debit one row. */
export async function benchHotAccount(server: Measured, database: Measured): Promise<Comparison> {
  const about = { name: 'One hot account', goal: { atLeast: 0.5 }, peerName: 'the same debit in SQL' }
  const [token = ''] = await makePlayers(server.url, 1)
  const tokens = Array.from({ length: clients }, () => token)
  return compareLoads(about, bets(server.url, tokens), hotDebit(database.url), { server, database })
}

async function compareLoads(
  about: Pick<Comparison, 'name' | 'goal' | 'peerName'>,
  ours: LoadTask,
  peer: LoadTask,
  programs: { server: Measured; database: Measured },
): Promise<Comparison> {
  const loads = [await startLoad(ours), await startLoad(peer)] as const
  const cpu: [CpuSample[], CpuSample[]] = [[], []]
  const measure = async (load: Load, samples: CpuSample[]) => {
    const now = () => [cpuOf([programs.server.pid]), cpuOf([programs.database.pid])]
    const before = now()
    const { done, ms, cpu: generator } = await load.run(measureMs)
    const [server = NaN, database = NaN] = now().map(
      (after, index) => ((after ?? NaN) - (before[index] ?? NaN)) / done,
    )
    samples.push({ generator: generator / done, server, database })
    return (done / ms) * 1000
  }
  try {
    const comparison = await compare(
      { ...about, unit: 'per second' },
      () => measure(loads[0], cpu[0]),
      () => measure(loads[1], cpu[1]),
    )
    return { ...comparison, notes: [cpuNote(about.name, cpu[0]), cpuNote(about.peerName, cpu[1])] }
  } finally {
    for (const load of loads) await load.stop()
  }
}

function cpuNote(name: string, samples: CpuSample[]): string {
  const of = (part: keyof CpuSample) => median(samples.map((sample) => sample[part])).toFixed(0)
  return `CPU time, ${name}: generator ${of('generator')} µs, server ${of('server')} µs, database ${of('database')} µs`
}

/** One player's bets while others flood the server, against the same bets alone. */
export async function benchBesideFloods(server: Measured): Promise<Comparison[]> {
  const [player = '', flooder = ''] = await makePlayers(server.url, 2)
  const bet = await startLoad(bets(server.url, [player]))
  const parallelBets: LoadTask = {
    ...bets(
      server.url,
      Array.from({ length: 200 }, () => flooder),
    ),
    isFlood: true,
  }
  const captchas: LoadTask = {
    kind: 'http',
    url: server.url,
    path: '/api/auth/user/captcha/1',
    clients: Array.from({ length: clients }, () => 'Accept: application/json'),
    isFlood: true,
  }
  try {
    return [
      await besideFlood(bet, parallelBets, {
        name: 'A bet beside 200 parallel bets of another player',
        goal: { atMost: 3 },
        time: 'median',
      }),
      await besideFlood(bet, captchas, {
        name: 'A bet (99th percentile) beside a flood of captchas',
        goal: { atMost: 1.25 },
        time: 'p99',
      }),
    ]
  } finally {
    await bet.stop()
  }
}

async function besideFlood(
  bet: Load,
  task: LoadTask,
  { name, goal, time }: Pick<Comparison, 'name' | 'goal'> & { time: 'median' | 'p99' },
): Promise<Comparison> {
  const flood = await startLoad(task)
  try {
    return await compare(
      { name, goal, unit: 'ms', peerName: 'alone' },
      async () => {
        const flooding = flood.run(measureMs + 1000)
        const result = await bet.run(measureMs)
        await flooding
        return result[time]
      },
      async () => (await bet.run(measureMs))[time],
    )
  } finally {
    await flood.stop()
  }
}
