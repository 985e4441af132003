/**
 * The process that makes the load of a bench, so that what it costs is not taken from the program under test. It gets
 * its task as its first message, and then the milliseconds of each run; it sends back what it did.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import pg from 'pg'

/** One connection for each list of headers. A request with `body` is a POST with a new idempotency key. */
interface HttpTask {
  kind: 'http'
  url: string
  path: string
  /** Header lines of each client, without their last line break. */
  clients: string[]
  body?: object
  /** The server may refuse calls as too many: they count like the others. */
  isFlood?: boolean
}

/** Each client runs the transaction again and again; `$` in a value is a number from 1 to `limit`. */
interface SqlTask {
  kind: 'sql'
  databaseUrl: string
  clients: number
  /** Runs once, before everything. */
  setup: string
  transaction: { text: string; limits: number[] }[]
}

export type LoadTask = HttpTask | SqlTask

export interface LoadResult {
  done: number
  /** How long it ran, in ms. */
  ms: number
  /** CPU time of this process, in µs. */
  cpu: number
  /** Median and 99th percentile of one operation, in ms. */
  median: number
  p99: number
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

function prepare(task: LoadTask): Promise<{ clients: number; operation: Operation }> {
  return task.kind === 'sql' ? prepareSql(task) : prepareHttp(task)
}

async function run(clients: number, operation: Operation, ms: number): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let before = began; before - began < ms;) {
        await operation(client)
        const after = performance.now()
        times.push(after - before)
        before = after
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  const ended = performance.now()
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? NaN
  return {
    done: times.length,
    ms: ended - began,
    cpu: user + system,
    median: quantile(0.5),
    p99: quantile(0.99),
  }
}

async function prepareHttp(task: HttpTask): Promise<{ clients: number; operation: Operation }> {
  const { hostname, port } = new URL(task.url)
  const server = { host: hostname, port: Number(port) }
  const clients = await Promise.all(task.clients.map((headers) => openClient(server, task, headers)))
  return { clients: clients.length, operation: (index) => clients[index]?.() ?? Promise.resolve() }
}

/** Opens a connection that is kept. Returns what sends one request and waits for its answer. */
async function openClient(
  server: { host: string; port: number },
  { path, body, isFlood = false }: HttpTask,
  headers: string,
): Promise<() => Promise<void>> {
  const socket = connect({ ...server, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const next = answersOf(socket)
  const payload = body ? JSON.stringify(body) : ''
  const prefix = randomUUID()
  const head = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `Host: ${server.host}`,
    headers,
    ...(body
      ? ['Content-Type: application/json', `Content-Length: ${payload.length}`, `Idempotency-Key: ${prefix}-`]
      : ['X-Request: ']),
  ].join('\r\n')
  let sent = 0
  return async () => {
    const answer = next()
    socket.write(`${head}${sent++}\r\n\r\n${payload}`)
    const status = await answer
    if (status !== '200' && !(isFlood && status === '429')) throw new Error(`${path}: ${status}`)
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

async function prepareSql(task: SqlTask): Promise<{ clients: number; operation: Operation }> {
  const connections = await Promise.all(
    Array.from({ length: task.clients }, async () => {
      const client = new pg.Client({ connectionString: task.databaseUrl })
      await client.connect()
      return client
    }),
  )
  await connections[0]?.query(task.setup)
  const pick = (limit: number) => 1 + Math.floor(Math.random() * limit)
  const operation = async (index: number) => {
    const client = connections[index]
    if (!client) throw new Error(`no client ${index}`)
    await client.query('begin')
    for (const [step, { text, limits }] of task.transaction.entries())
      await client.query({ name: `step${step}`, text, values: limits.map(pick) })
    await client.query('commit')
  }
  return { clients: connections.length, operation }
}
