import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Each test starts a server, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, url: database } = await createTestDb()
const folder = await mkdtemp(join(tmpdir(), 'palpite-stop-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A POST on a connection that the client keeps open afterwards, as browsers and proxies do. */
function post(agent: Agent, url: string, token: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      authorization: token,
      'idempotency-key': randomUUID(),
    }
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}

/** Statements that wait for a lock: the calls in progress. */
const waiting = () =>
  db.read(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

/** Those that wait for a table. */
const waitingFor = (table: string) =>
  db.read('select 1 from pg_locks where not granted and relation = $1::regclass', [table])

/** Whether the server takes new connections. */
function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

it('finishes calls in progress, then exits at once', async () => {
  const server = await startServerProcess({ DATABASE_URL: database, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const created = await fetch(`${server.url}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${randomUUID()}@example.com`, password: 'Segura-123', balance: 10 }),
  })
  const { data } = (await created.json()) as { data: { token: string; user: { uId: string } } }
  let release: () => void = () => undefined
  const end = new Promise<void>((resolve) => (release = resolve))
  let holder: Promise<void> | undefined
  await new Promise<void>((markLocked) => {
    holder = db.tx(async (tx) => {
      await tx.query('select 1 from wallets where user_id = $1 for update', [data.user.uId])
      markLocked()
      await end
    })
  })
  const agent = new Agent({ keepAlive: true })
  const bet = { amount: 1, direction: 'over', chance: 50 }
  const response = post(agent, `${server.url}/api/app/game/dice/bet`, data.token, bet)
  await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
  const stopped = performance.now()
  server.child.kill('SIGTERM')
  await expect.poll(() => isListening(server.url ?? '')).toBe(false)
  release()
  await holder
  expect(await response).toBe(200)
  expect(await server.ended).toBe(0)
  expect(performance.now() - stopped).toBeLessThan(7_000)
  agent.destroy()
})

it('handles a call that arrives on an open connection after the signal', async () => {
  const server = await startServerProcess({ DATABASE_URL: database, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { hostname, port } = new URL(server.url ?? '')
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  const ended = once(socket, 'close')
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: palpite\r\n\r\n`)
  // The first call waits for it, so that the connection is in use when the server stops.
  let release: () => void = () => undefined
  const holder = db.tx(async (tx) => {
    await tx.query('lock table settings, favourites in access exclusive mode')
    await new Promise<void>((resolve) => (release = resolve))
  })
  ask('/api/app/main/appInfo')
  await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([])
  server.child.kill('SIGTERM')
  await expect.poll(() => isListening(server.url ?? '')).toBe(false)
  // It reads another table than the first one, which shows that it has arrived.
  ask('/api/app/game/list')
  await expect.poll(() => waitingFor('favourites')).not.toEqual([])
  release()
  await holder
  await ended
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(await server.ended).toBe(0)
})
