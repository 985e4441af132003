import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { httpOptions } from '#server/http/httpOptions.ts'
import { Metrics } from '#server/observe/metrics.ts'
import { handleErrors } from '#server/http/plugins/errors.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }

afterEach(() => void vi.useRealTimers())

/** The sender's address as the server sees it behind one proxy, which appends its caller's address. */
async function senderSeen(trustProxy: string): Promise<string> {
  const app = Fastify(httpOptions(parseConfig({ TRUST_PROXY: trustProxy }).config))
  app.get('/', (request) => request.ip)
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.7', headers })).payload
}

it.each([
  ['0', '10.0.0.7'],
  // 203.0.113.9 was sent by the client itself, so a server behind one proxy must not trust it.
  ['1', '198.51.100.7'],
  ['10.0.0.0/8', '198.51.100.7'],
  ['10.0.0.7', '198.51.100.7'],
  ['10.0.0.8', '10.0.0.7'],
  ['2', '203.0.113.9'],
])('TRUST_PROXY=%s sees %s', async (trustProxy, sender) => {
  expect(await senderSeen(trustProxy)).toBe(sender)
})

it('a client that does not read its response loses the connection', async () => {
  const options = httpOptions(parseConfig({}).config)
  expect(options.connectionTimeout).toBe(65_000)
  const app = Fastify({ ...options, connectionTimeout: 200 })
  const ended = vi.fn()
  app.get('/', (_, reply) => {
    reply.raw.once('close', ended)
    return Buffer.alloc(20_000_000)
  })
  const socket = connect(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => ended).toHaveBeenCalled()
  socket.destroy()
  await app.close()
})

it('a handler has 28 seconds, a request 30; after that the outcome of the call is unknown', async () => {
  vi.useFakeTimers()
  const app = Fastify(httpOptions(parseConfig({ SANDBOX: '0' }).config))
  handleErrors(app, new Metrics())
  app.get('/', () => new Promise(() => undefined))
  expect(app.server.requestTimeout).toBe(30_000)
  let message: string | undefined
  const response = app.inject('/').then((reply) => {
    message = reply.json<{ message: string }>().message
  })
  await vi.advanceTimersByTimeAsync(27_900)
  expect(message).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  await response
  expect(message).toBe(pt_BR.errors.outcomeUnknown)
})
