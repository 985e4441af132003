/**
 * The process that makes the load of a bench, so that what it costs is not taken from the program under test. It gets
 * its task as its first message, and then the milliseconds of each run; it sends back what it did.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import pg from 'pg'

export type LoadTask =
  { kind: 'bets'; url: string; tokens: string[] } | { kind: 'tpcB'; databaseUrl: string; clients: number }

export interface LoadResult {
  done: number
  /** How long it ran, in ms. */
  ms: number
  /** CPU time of this process, in µs. */
  cpu: number
}

/** One operation of client number `client`. */
type Operation = (client: number) => Promise<void>

process.once('message', (task: LoadTask) => {
  void prepare(task).then(({ clients, operation }) => {
    process.on('message', (ms: number) => {
      void run(clients, operation, ms).then((result) => process.send?.(result))
    })
    process.send?.('ready')
  })
})

async function prepare(task: LoadTask): Promise<{ clients: number; operation: Operation }> {
  if (task.kind === 'tpcB') return prepareTpcB(task.databaseUrl, task.clients)
  const { hostname, port } = new URL(task.url)
  const players = await Promise.all(
    task.tokens.map((token) => openPlayer({ host: hostname, port: Number(port) }, token)),
  )
  return { clients: players.length, operation: (client) => players[client]?.() ?? Promise.resolve() }
}

async function run(clients: number, operation: Operation, ms: number): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() - began < ms) {
        await operation(client)
        done++
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  return { done, ms: performance.now() - began, cpu: user + system }
}

/** A player with a connection kept open. Returns what places one bet and waits for its answer. */
async function openPlayer(
  server: { host: string; port: number },
  token: string,
): Promise<() => Promise<void>> {
  const socket = connect({ ...server, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const next = answersOf(socket)
  const body = JSON.stringify({ amount: 1, target: 2 })
  const head = [
    'POST /api/app/game/limbo/bet HTTP/1.1',
    `Host: ${server.host}`,
    `Authorization: ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Idempotency-Key: ',
  ].join('\r\n')
  const prefix = randomUUID()
  let bets = 0
  return async () => {
    const answer = next()
    socket.write(`${head}${prefix}-${bets++}\r\n\r\n${body}`)
    const status = await answer
    if (status !== '200') throw new Error(`bet: ${status}`)
  }
}

/** Waits for one answer after the other and returns its status. Bodies have a Content-Length. */
function answersOf(socket: Socket): () => Promise<string> {
  let buffered = ''
  let answered: ((status: string) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  socket.setEncoding('latin1')
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the server closed the connection')))
  socket.on('data', (chunk: string) => {
    buffered += chunk
    const end = buffered.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(buffered.slice(0, end))?.[1])
    if (buffered.length < end + 4 + length) return
    const status = buffered.slice(9, 12)
    buffered = buffered.slice(end + 4 + length)
    answered?.(status)
  })
  return () =>
    new Promise((resolve, reject) => {
      answered = resolve
      failed = reject
    })
}

/** pgbench's TPC-B transaction: three updates, a select, an insert, one commit. */
async function prepareTpcB(
  databaseUrl: string,
  clients: number,
): Promise<{ clients: number; operation: Operation }> {
  const accounts = 100_000
  const tellers = clients * 10
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      return client
    }),
  )
  await connections[0]?.query(`
    create table if not exists bench_branches (bid int primary key, bbalance bigint not null default 0);
    create table if not exists bench_tellers (tid int primary key, tbalance bigint not null default 0);
    create table if not exists bench_accounts (aid int primary key, abalance bigint not null default 0);
    create table if not exists bench_history (tid int, bid int, aid int, delta bigint, mtime timestamptz);
    insert into bench_branches select generate_series(1, ${clients}) on conflict do nothing;
    insert into bench_tellers select generate_series(1, ${tellers}) on conflict do nothing;
    insert into bench_accounts select generate_series(1, ${accounts}) on conflict do nothing;`)
  const pick = (limit: number) => 1 + Math.floor(Math.random() * limit)
  const operation = async (index: number) => {
    const client = connections[index]
    if (!client) throw new Error(`no client ${index}`)
    const [account, teller, branch, delta] = [pick(accounts), pick(tellers), pick(clients), pick(10_000)]
    const query = (name: string, text: string, values: number[]) => client.query({ name, text, values })
    await client.query('begin')
    await query('a', 'update bench_accounts set abalance = abalance + $1 where aid = $2', [delta, account])
    await query('s', 'select abalance from bench_accounts where aid = $1', [account])
    await query('t', 'update bench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, teller])
    await query('b', 'update bench_branches set bbalance = bbalance + $1 where bid = $2', [delta, branch])
    await query('h', 'insert into bench_history values ($1, $2, $3, $4, now())', [
      teller,
      branch,
      account,
      delta,
    ])
    await client.query('commit')
  }
  return { clients, operation }
}
