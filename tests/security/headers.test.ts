import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'
import { buildGamesApp } from '#server/apps/gamesApp.ts'
import { productionEnv } from '../server/helpers/production.ts'
import { createTestServer } from '../server/helpers/testServer.ts'
import { readApi } from './helpers/apiDescription.ts'
import { createClient, type HttpResponse, type Client } from './helpers/http.ts'
import { sampleBody, samplePath } from './helpers/samples.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
afterAll(() => rmSync(webRoot, { recursive: true, force: true }))
const page = '<!doctype html><title>Palpite</title>'
for (const folder of ['chat/assets', 'assets', 'slots']) mkdirSync(join(webRoot, folder), { recursive: true })
for (const file of ['index.html', 'home.pt_BR.html', 'chat/index.html', 'slots/index.html'])
  writeFileSync(join(webRoot, file), page)
for (const file of [
  'assets/index-C0ffee.js',
  'assets/index-C0ffee.css',
  'chat/assets/index-C0ffee.js',
  'sw.js',
])
  writeFileSync(join(webRoot, file), '')

/** A production server behind HTTPS, with its server for games. */
const server = await createTestServer({
  ...productionEnv,
  PUBLIC_URL: 'https://palpite.test',
  GAMES_URL: 'https://games.palpite.test',
  WEB_ROOT: webRoot,
  GAMES_ROOT: webRoot,
})
const gamesApp = await buildGamesApp(server.deps, server.app)
const clients: Record<'product' | 'games', Client> = {
  product: createClient(await server.listen()),
  games: createClient(await gamesApp.listen({ port: 0, host: '127.0.0.1' })),
}
afterAll(async () => {
  for (const client of Object.values(clients)) client.close()
  await gamesApp.close()
})
const player = await server.player({ balance: 100 })
const html = { accept: 'text/html' }

interface Case {
  name: string
  /** Whether it has the content security policy of data or of a page. */
  policy: 'data' | 'page'
  send: () => Promise<HttpResponse>
}

const at = (
  server: keyof typeof clients,
  path: string,
  policy: Case['policy'],
  more: { method?: string; headers?: Record<string, string>; body?: string | object } = {},
): Case => ({
  name: `${server} ${more.method ?? 'GET'} ${path.slice(0, 80)}`,
  policy,
  send: () => clients[server].send({ method: 'GET', path, ...more }),
})

const json = { 'content-type': 'application/json' }
const cases: Case[] = [
  at('product', '/api/app/main/home', 'data'),
  at('product', '/api/app/user/userInfo', 'data', { headers: { authorization: player.token } }),
  at('product', '/api/app/user/userInfo', 'data'),
  at('product', '/api/app/game/dice/bet', 'data', { method: 'POST', body: '{', headers: json }),
  at('product', '/api/app/main/setPwd', 'data', { method: 'POST', body: '{', headers: json }),
  at('product', '/api/app/main/setPwd', 'data', { method: 'POST', body: 'a'.repeat(70_000), headers: json }),
  at('product', '/api/auth/user/captcha/7', 'data', { headers: { accept: 'image/png' } }),
  at('product', '/api/app/sports/match/%00', 'data'),
  at('product', `/api/app/sports/match/${'a'.repeat(3_000)}`, 'data'),
  at('product', '/api/nada', 'data'),
  at('product', '/api', 'data'),
  at('product', '/api/app/main/home', 'data', {
    method: 'OPTIONS',
    headers: { origin: 'https://palpite.test', 'access-control-request-method': 'POST' },
  }),
  at('product', '/provider/sandbox/webhook', 'data', { method: 'POST', body: {} }),
  at('product', '/provider/sandbox/pay/nada/state', 'data'),
  at('product', '/provider/sandbox/pay/nada', 'page'),
  at('product', '/provider/sandbox/pay.js', 'data'),
  at('product', '/sandbox/api/outbox', 'data'),
  at('product', '/api/docs/', 'page'),
  at('product', '/api/docs/json', 'page'),
  at('product', '/api/docs/static/index.html', 'page'),
  at('product', '/', 'page'),
  at('product', '/home', 'page'),
  at('product', '/vip', 'page'),
  at('product', '/paySuccess', 'page'),
  at('product', '/chat', 'page'),
  at('product', '/assets/index-C0ffee.js', 'data'),
  at('product', '/assets/index-C0ffee.css', 'data'),
  at('product', '/chat/assets/index-C0ffee.js', 'data'),
  at('product', '/sw.js', 'page'),
  at('product', '/nada', 'page', { headers: html }),
  at('product', '/nada', 'data'),
  at('product', '/nada', 'data', { method: 'POST', body: {} }),
  at('games', '/slots/', 'page'),
  at('games', '/nada', 'page'),
  at('games', '/%E0%A4%A', 'data'),
]

const isCall = (path: string) => /^(product|games) \w+ \/(api|provider|sandbox)(\/|$)/.test(path)

describe('every kind of response', () => {
  it.each(cases)(
    '$name: loads nothing by default, restricts framing, and forbids MIME sniffing',
    async (one) => {
      const { headers, http } = await one.send()
      expect(http).toBeLessThan(500)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'/)
      expect(policy).toMatch(/frame-ancestors ('none'|'self'|https:\/\/palpite\.test)/)
      expect(policy).not.toMatch(/\*|unsafe-eval|http:\/\//)
      if (one.policy === 'data') expect(policy).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['server']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
    },
  )

  it.each(cases.filter(({ name }) => !/%E0/.test(name)))(
    '$name: requires HTTPS and sends no referrer',
    async (one) => {
      const { headers } = await one.send()
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
      expect(headers['referrer-policy']).toBe('no-referrer')
    },
  )

  it.each(cases.filter(({ name }) => isCall(name) && !/docs\/static|pay\.js|OPTIONS/.test(name)))(
    '$name: is not cached',
    async (one) => {
      expect((await one.send()).headers['cache-control']).toBe('no-store')
    },
  )

  it('of every documented call has all of these headers', async () => {
    const { operations } = await readApi(clients.product)
    expect(operations.length).toBeGreaterThan(80)
    const responses = await Promise.all(
      operations.map(async (operation) => {
        const { headers } = await clients.product.send({
          method: operation.method,
          path: samplePath(operation),
          body: sampleBody(operation),
        })
        const { 'content-security-policy': policy, 'cache-control': cache } = headers
        return [operation.name, policy, cache, headers['x-content-type-options']]
      }),
    )
    expect(responses).toEqual(
      operations.map(({ name }) => [
        name,
        "default-src 'none'; frame-ancestors 'none'",
        'no-store',
        'nosniff',
      ]),
    )
  })

  it('of the real-time path has them too', async () => {
    const { http, headers } = await clients.product.send({ method: 'GET', path: `${realtimePath}/?EIO=4` })
    expect([http, headers['x-content-type-options'], headers['cache-control']]).toEqual([
      400,
      'nosniff',
      'no-store',
    ])
  })
})

describe('in production the sandbox', () => {
  it('does not exist: no page, no control, nothing in the description', async () => {
    const { operations } = await readApi(clients.product)
    expect(operations.filter(({ isSandbox }) => isSandbox)).toEqual([])
    const sandbox = await createTestServer()
    const sandboxClient = createClient(await sandbox.listen())
    const controls = (await readApi(sandboxClient)).operations.filter(({ isSandbox }) => isSandbox)
    sandboxClient.close()
    expect(controls.length).toBeGreaterThan(20)
    const paths = [
      ...controls.map((each) => ({ method: each.method, path: samplePath(each), body: sampleBody(each) })),
      ...['/sandbox', '/sandbox/', '/sandbox/api', '/sandbox/office', '/sandbox/assets/index.js'].map(
        (path) => ({
          method: 'GET',
          path,
          body: undefined,
        }),
      ),
      { method: 'GET', path: '/sandbox/%61pi/outbox', body: undefined },
      { method: 'GET', path: '//sandbox/api/outbox', body: undefined },
      { method: 'POST', path: '/provider/sandbox/pay/nada/pay', body: {} },
    ]
    for (const sent of paths) {
      const response = await clients.product.send({
        ...sent,
        headers: { authorization: player.token, ...html },
      })
      expect([sent.path, response.http]).toEqual([sent.path, 404])
    }
  })

  it('cannot be enabled by a header or a query parameter either', async () => {
    const response = await clients.product.send({
      method: 'GET',
      path: '/api/app/main/appInfo?sandbox=1',
      headers: { 'x-sandbox': '1', 'x-forwarded-host': 'localhost', host: 'localhost' },
    })
    expect(response.envelope?.data).toMatchObject({ sandbox: false })
  })
})
