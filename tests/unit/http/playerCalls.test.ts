/** The calls of both hosts against a real HTTP server that is not ours: a network's login page, a proxy, a notice. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HttpRequest } from '#contract/ipc.ts'
import { createHttpClient } from '#http/httpClient.ts'
import { createPlayerCalls, noAnswer, type SendCall } from '#http/playerCalls.ts'

const request: HttpRequest = {
  method: 'GET',
  path: '/api/app/main/home',
  query: {},
  body: null,
  bodyType: 'none',
  language: 'pt_BR',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  idempotencyKey: null,
}
const caller = { token: 'token-1', deviceId: 'device-1', terminalId: null }

let respond: RequestListener
let server: Server
let call: SendCall

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = createServer((asked, response) => respond(asked, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  call = createPlayerCalls(
    createHttpClient({ net: { fetch: (asked, init) => fetch(asked, init), serverUrl }, timeoutMs: 5_000 }),
  )
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const html = (status: number) => [status, 'text/html', '<!doctype html><title>Log in</title>'] as const
const json = (status: number, body: unknown) => [status, 'application/json', JSON.stringify(body)] as const

it.each([
  ...[200, 203, 302, 307, 400, 401, 403, 404, 429, 500, 502, 503, 504, 511].map(html),
  json(200, { portal: 'https://login.example' }),
  json(401, { status: 'unauthorized', message: 'log in' }),
  json(200, null),
  json(200, [{ status: 0, message: '' }]),
  [200, 'application/json', ''],
  [204, 'text/plain', ''],
] as const)('%i %s %s is no response of the server', async (status, type, body) => {
  respond = (_asked, response) => {
    const headers = status === 302 || status === 307 ? { Location: '/login' } : {}
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  }
  expect(await call(request, caller)).toEqual(noAnswer)
})

it('what has an envelope is, whatever its HTTP status and type', async () => {
  respond = (_asked, response) =>
    response.writeHead(503).end(JSON.stringify({ status: 1403, message: 'Fechado', data: null }))
  expect(await call(request, caller)).toMatchObject({
    reply: { networkError: false, httpStatus: 503, body: { status: 1403, message: 'Fechado' } },
    endsSession: false,
  })
})
