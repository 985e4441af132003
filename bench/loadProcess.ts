/**
 * A process that generates the load of a benchmark, so that its CPU time does not count against the program under test.
 * Its first message is the task; each further message is the length of a run in ms, after which it sends the result.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/**
 * Opens one connection per entry of `clients`. A request with `body`, or with the one of its client in `bodies`, is a POST
 * with a new idempotency key.
 */
interface HttpTask {
  kind: 'http'
  url: string
  path: string
  /** Header lines of each client, without their last line break. */
  clients: string[]
  body?: object
  bodies?: object[]
  /** Each call is from another address. The server may refuse calls as too many: they count like the others. */
  isFlood?: boolean
}

/** Each client repeats the transaction. Each parameter is a random number from 1 to its entry in `limits`. */
interface SqlTask {
  kind: 'sql'
  databaseUrl: string
  clients: number
  /** Runs once, before the first transaction. */
  setup: string
  transaction: { text: string; limits: number[] }[]
}

/**
 * Each client repeats, each time from another address: a captcha, its answer from the sandbox, and a login to an unknown
 * account.
 */
interface LoginTask {
  kind: 'logins'
  url: string
  clients: number
}

/** Calls nobody: keeps one CPU busy for 30 of each 100 ms, at the lowest priority. */
interface BackgroundTask {
  kind: 'background'
}

export type LoadTask = HttpTask | SqlTask | LoginTask | BackgroundTask

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
  if (task.kind === 'sql') return prepareSql(task)
  if (task.kind === 'background') return Promise.resolve(prepareBackground())
  return task.kind === 'logins' ? prepareLogins(task) : prepareHttp(task)
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

function prepareBackground(): { clients: number; operation: Operation } {
  setPriority(constants.priority.PRIORITY_LOW)
  const operation = async () => {
    const until = performance.now() + 30
    while (performance.now() < until);
    await delay(70)
  }
  return { clients: 1, operation }
}

async function prepareHttp(task: HttpTask): Promise<{ clients: number; operation: Operation }> {
  const clients = await Promise.all(
    task.clients.map((headers, index) => openClient(task, headers, task.bodies?.[index] ?? task.body)),
  )
  return { clients: clients.length, operation: (index) => clients[index]?.() ?? Promise.resolve() }
}

type Send = (text: string) => Promise<Response>

/** Opens a persistent connection. Returns a function that sends the text of a request and waits for its response. */
async function openConnection(url: string): Promise<{ host: string; send: Send }> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const next = responsesOf(socket)
  const send = (text: string) => {
    if (socket.destroyed) throw new Error('the server has closed the connection since the last call')
    const response = next()
    socket.write(text)
    return response
  }
  return { host, send }
}

/** Returns a function that sends one request of the task on a connection of its own. */
async function openClient(
  { url, path, isFlood = false }: HttpTask,
  headers: string,
  body: object | undefined,
): Promise<() => Promise<void>> {
  const { host, send } = await openConnection(url)
  const payload = body ? JSON.stringify(body) : ''
  const prefix = randomUUID()
  const head = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    `Host: ${host}`,
    headers,
    ...(body
      ? ['Content-Type: application/json', `Content-Length: ${payload.length}`, `Idempotency-Key: ${prefix}-`]
      : ['X-Request: ']),
  ].join('\r\n')
  let sent = 0
  return async () => {
    const origin = isFlood ? `\r\n${fromAnyAddress()}` : ''
    const { status } = await send(`${head}${sent++}${origin}\r\n\r\n${payload}`)
    if (status !== '200' && !(isFlood && status === '429')) throw new Error(`${path}: ${status}`)
  }
}

async function prepareLogins({
  url,
  clients,
}: LoginTask): Promise<{ clients: number; operation: Operation }> {
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(url)))
  const get = async ({ host, send }: (typeof connections)[number], path: string) => {
    const { status, body } = await send(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${fromAnyAddress()}\r\nAccept: application/json\r\n\r\n`,
    )
    return status === '200' ? body : undefined
  }
  let logins = 0
  const operation = async (index: number) => {
    const connection = connections[index]
    if (!connection) throw new Error(`no client ${index}`)
    const codeId = String(++logins)
    // A captcha that is refused as too many is followed by a login without one.
    const captcha = await get(connection, `/api/auth/user/captcha/${codeId}`)
    const solved = captcha === undefined ? undefined : await get(connection, `/sandbox/api/captcha/${codeId}`)
    const captCode =
      solved === undefined ? '' : (JSON.parse(solved) as { data: { answer: string } }).data.answer
    const username = `flood-${randomUUID()}@example.com`
    const payload = JSON.stringify({ username, pwd: 'Errada-123', codeId, captCode })
    const head = [
      'POST /api/auth/user/restLogin HTTP/1.1',
      `Host: ${connection.host}`,
      fromAnyAddress(),
      'Content-Type: application/json',
      `Content-Length: ${payload.length}`,
    ].join('\r\n')
    const { status } = await connection.send(`${head}\r\n\r\n${payload}`)
    if (!status.startsWith('4')) throw new Error(`a login of nobody: ${status}`)
  }
  return { clients, operation }
}

/** The header of a proxy that forwards a request from a random address. */
function fromAnyAddress(): string {
  const [a, b, c] = [0, 0, 0].map(() => Math.floor(Math.random() * 256))
  return `X-Forwarded-For: 10.${a}.${b}.${c}`
}

interface Response {
  status: string
  body: string
}

/** Returns a function that waits for the next response. Every response needs a Content-Length. */
function responsesOf(socket: Socket): () => Promise<Response> {
  let buffered = ''
  let onResponse: ((response: Response) => void) | undefined
  let onFailure: ((error: Error) => void) | undefined
  socket.setEncoding('latin1')
  socket.on('error', (error) => onFailure?.(error))
  socket.on('close', () => onFailure?.(new Error('the server closed the connection')))
  socket.on('data', (chunk: string) => {
    buffered += chunk
    const end = buffered.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(buffered.slice(0, end))?.[1])
    if (buffered.length < end + 4 + length) return
    const response = { status: buffered.slice(9, 12), body: buffered.slice(end + 4, end + 4 + length) }
    buffered = buffered.slice(end + 4 + length)
    onResponse?.(response)
  })
  return () =>
    new Promise((resolve, reject) => {
      onResponse = resolve
      onFailure = reject
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
