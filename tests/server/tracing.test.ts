import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// A server is started, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** What a collector receives. */
const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const folder = await mkdtemp(join(tmpdir(), 'palpite-tracing-'))
afterAll(async () => {
  collector.close()
  await rm(folder, { recursive: true, force: true })
})

const spans = (): Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  )

it('sends the trace of a bet with its statements, in the trace of the proxy, without personal data', async () => {
  const { url: database } = await createTestDb()
  const server = await startServerProcess({
    DATABASE_URL: database,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  })
  if (server.url === undefined) throw new Error(server.stderr())
  const username = `${randomUUID()}@example.com`
  const created = await fetch(`${server.url}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Segura-123', balance: 10, kyc: 1 }),
  })
  const { data } = (await created.json()) as { data: { token: string } }
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const bet = await fetch(`${server.url}/api/app/game/mines/bet`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: data.token,
      'idempotency-key': randomUUID(),
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ amount: 1, mineCount: 3 }),
  })
  expect(bet.status).toBe(200)
  const route = 'POST /api/app/game/mines/bet'
  await expect.poll(() => spans().some(({ name }) => name === route), { timeout: 30_000 }).toBe(true)
  const ofBet = spans().filter((span) => span.traceId === traceId)
  const request = ofBet.find(({ name }) => name === route)
  expect(request?.parentSpanId).toBe('b7ad6b7169203331')
  const requestId = request?.attributes.find(({ key }) => key === 'palpite.request_id')?.value
  expect(requestId).toEqual({ stringValue: bet.headers.get('x-request-id') })
  const transaction = ofBet.find(({ name }) => name === 'transaction')
  expect(transaction?.parentSpanId).toBe(request?.spanId)
  expect(ofBet.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId).length).toBeGreaterThan(2)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  for (const secret of [username, data.token]) expect(bodies.join('')).not.toContain(secret)
})
