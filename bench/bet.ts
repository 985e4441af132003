import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { compare, type Comparison } from './pairs.ts'

const clients = 16
const measureMs = 3000

/** How often per second `work` finished within the time, with 16 in parallel. */
async function rate(work: (client: number) => Promise<void>): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() - begun < measureMs) {
        await work(client)
        done++
      }
    }),
  )
  return (done / (performance.now() - begun)) * 1000
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

/** pgbench's TPC-B transaction with the same driver: three updates, a select, an insert, one commit. */
async function prepareTpcB(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table if not exists bench_branches (bid int primary key, bbalance bigint not null default 0);
    create table if not exists bench_tellers (tid int primary key, tbalance bigint not null default 0);
    create table if not exists bench_accounts (aid int primary key, abalance bigint not null default 0);
    create table if not exists bench_history (tid int, bid int, aid int, delta bigint, mtime timestamptz);
    insert into bench_branches select generate_series(1, ${clients}) on conflict do nothing;
    insert into bench_tellers select generate_series(1, ${clients * 10}) on conflict do nothing;
    insert into bench_accounts select generate_series(1, 100000) on conflict do nothing;`)
}

async function tpcB(pool: pg.Pool): Promise<void> {
  const pick = (limit: number) => 1 + Math.floor(Math.random() * limit)
  const [account, teller, branch, delta] = [pick(100_000), pick(clients * 10), pick(clients), pick(10_000)]
  const client = await pool.connect()
  const run = (name: string, text: string, values: number[]) => client.query({ name, text, values })
  try {
    await client.query('begin')
    await run('a', 'update bench_accounts set abalance = abalance + $1 where aid = $2', [delta, account])
    await run('s', 'select abalance from bench_accounts where aid = $1', [account])
    await run('t', 'update bench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, teller])
    await run('b', 'update bench_branches set bbalance = bbalance + $1 where bid = $2', [delta, branch])
    await run('h', 'insert into bench_history values ($1, $2, $3, $4, now())', [
      teller,
      branch,
      account,
      delta,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/**
 * A full bet over HTTP (session, schema, idempotency, ledger, outcome) against the TPC-B transaction of pgbench
 * on the same PostgreSQL, both with 16 clients and durable commits.
 */
export async function benchBet(serverUrl: string, databaseUrl: string): Promise<Comparison> {
  const tokens = await makePlayers(serverUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  await prepareTpcB(pool)
  const bet = async (client: number) => {
    const answer = await fetch(`${serverUrl}/api/app/game/limbo/bet`, {
      method: 'POST',
      headers: {
        Authorization: tokens[client] ?? '',
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify({ amount: 1, target: 2 }),
    })
    if (!answer.ok) throw new Error(`bet: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  try {
    return await compare(
      {
        name: 'One bet over HTTP',
        unit: 'per second',
        goal: { atLeast: 0.8 },
        peerName: 'TPC-B transaction',
      },
      () => rate(bet),
      () => rate(() => tpcB(pool)),
    )
  } finally {
    await pool.end()
  }
}
