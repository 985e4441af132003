import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { productionEnv } from './helpers/production.ts'
import { createTestServer } from './helpers/testServer.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Palpite</title>')
mkdirSync(join(webRoot, 'chat'))
writeFileSync(join(webRoot, 'chat/index.html'), '<!doctype html><title>Chat</title>')
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'assets/index-C0ffee.js'), 'void 0')

const sandboxRoot = mkdtempSync(join(tmpdir(), 'palpite-sandbox-'))
writeFileSync(join(sandboxRoot, 'index.html'), '<!doctype html><title>Sandbox</title>')

const { app } = await createTestServer({ WEB_ROOT: webRoot, SANDBOX_ROOT: sandboxRoot })
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const pages = [
  '/',
  '/main',
  '/main/',
  ...Object.values(pagePaths).map((path) => path.replace('{}', 'AMIGO234')),
  '/vip/',
  '/vip?from=menu',
  '/v%69p',
  '/play?game=carnaval&lang=pt_BR',
  '/yA%20B',
  '/y%E0',
  '/y%00',
  `/y${'A'.repeat(200)}`,
  '/zgot0k_en-1/?lang=en_US',
]

const unknown = [
  '/health',
  '/metrics',
  '/health/',
  '/metrics?format=text',
  '/nada',
  '/vip/mais',
  '/VIP',
  '/y',
  '/zgo',
  '/active/',
  '/yAMIGO/mais',
  '/ui',
  '/nada?next=/vip',
  '/%E0%A4%A',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/nada.html',
  '/assets',
  '/assets/missing-C0ffee.js',
  '/.well-known/security.txt',
]

describe.each([
  ['a browser', browser],
  ['another program', { accept: '*/*' }],
  ['a program without an Accept header', {}],
])('a page of the client, requested by %s', (_who, headers) => {
  it.each(pages)('%s is the client', async (url) => {
    const response = await app.inject({ url, headers })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.payload).toContain('<title>Palpite</title>')
  })
})

describe('an unknown path', () => {
  it.each(unknown)('%s is 404, with the client for a browser to show its own page', async (url) => {
    const response = await app.inject({ url, headers: browser })
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.payload).toContain('<title>Palpite</title>')
    expect(response.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept' })
  })

  it.each(unknown)('%s is 404 in the envelope for clients other than browsers', async (url) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const response = await app.inject({ url, headers })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ status: 404, data: null })
    }
  })

  it('stays 404 when a browser revalidates its copy', async () => {
    const first = await app.inject({ url: '/vip', headers: browser })
    const again = await app.inject({
      url: '/nada',
      headers: { ...browser, 'if-none-match': String(first.headers['etag']) },
    })
    expect([again.statusCode, again.payload]).toEqual([404, first.payload])
  })

  it('is 404 in the envelope for a browser too, where only calls are served', async () => {
    for (const url of ['/api', '/api/nada', '/api/app/nada', '/provider/nada', '/sandbox/nada']) {
      const response = await app.inject({ url, headers: browser })
      expect([url, response.statusCode, response.json<{ status: number }>().status]).toEqual([url, 404, 404])
    }
  })

  it('cannot be written to, nor can a page', async () => {
    for (const url of ['/nada', '/vip']) {
      const response = await app.inject({ method: 'POST', url, headers: browser, payload: {} })
      expect([response.statusCode, response.json<{ status: number }>().status]).toEqual([404, 404])
    }
  })
})

it('responds to HEAD in the same way, without a body', async () => {
  const statusOf = async (url: string) => {
    const response = await app.inject({ method: 'HEAD', url, headers: browser })
    expect(response.payload).toBe('')
    return response.statusCode
  }
  for (const url of ['/', '/vip', '/yAMIGO234', '/chat', '/assets/index-C0ffee.js'])
    expect(await statusOf(url), url).toBe(200)
  for (const url of ['/health', '/metrics', '/nada', '/assets/missing.js', '/api/nada'])
    expect(await statusOf(url), url).toBe(404)
})

it('does not affect paths outside the client', async () => {
  const titleOf = async (url: string) => {
    const response = await app.inject({ url, headers: browser })
    return [response.statusCode, /<title>(.*?)<\/title>/.exec(response.payload)?.[1]]
  }
  expect(await titleOf('/chat')).toEqual([200, 'Chat'])
  expect(await titleOf('/chat/?lang=pt_BR')).toEqual([200, 'Chat'])
  expect(await titleOf('/sandbox')).toEqual([200, 'Sandbox'])
  expect((await app.inject({ url: '/api/docs/json' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/assets/index-C0ffee.js' })).payload).toBe('void 0')
})

it('has no sandbox in production, and no page where nothing is built', async () => {
  const production = await createTestServer({ WEB_ROOT: webRoot, ...productionEnv })
  expect((await production.app.inject({ url: '/sandbox', headers: browser })).statusCode).toBe(404)
  const { app: bare } = await createTestServer()
  for (const url of ['/', '/vip', '/chat', '/nada']) {
    const response = await bare.inject({ url, headers: browser })
    expect([url, response.statusCode, response.json<{ status: number }>().status]).toEqual([url, 404, 404])
  }
})
