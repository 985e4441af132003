import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { FirstView } from '#contract/firstView.ts'
import { productionEnv } from './helpers/production.ts'
import { createTestServer } from './helpers/testServer.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Palpite</title>')
mkdirSync(join(webRoot, 'chat'))
writeFileSync(join(webRoot, 'chat/index.html'), '<!doctype html><title>Chat</title>')
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'assets/index-C0ffee.js'), 'void 0')
writeFileSync(join(webRoot, 'sw.js'), 'void 0')
const { app } = await createTestServer({ WEB_ROOT: webRoot })

async function ancestorsOf(url: string): Promise<string | undefined> {
  const response = await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
  expect(response.payload).toContain('<title>Palpite</title>')
  const policy = String(response.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  return policy.split('; ').find((part) => part.startsWith('frame-ancestors'))
}

it.each(['/', '/index.html', '/home', '/conta?next=/paySuccess', '/paySuccessful', '/paySuccess/x'])(
  '%s may not be framed',
  async (url) => {
    expect(await ancestorsOf(url)).toBe("frame-ancestors 'none'")
  },
)

it.each(['/paySuccess', '/paySuccess?order=1'])(
  "%s may be framed by ourselves: the payment page's return",
  async (url) => {
    expect(await ancestorsOf(url)).toBe("frame-ancestors 'self'")
  },
)

describe('files of the web build', () => {
  const headersOf = async (url: string) => (await app.inject({ method: 'GET', url })).headers

  it('are cached forever when their name has a hash, and revalidated on every use otherwise', async () => {
    const cacheOf = async (url: string) => (await headersOf(url))['cache-control']
    expect(await cacheOf('/assets/index-C0ffee.js')).toBe('public, max-age=31536000, immutable')
    for (const url of ['/', '/index.html', '/mines']) expect(await cacheOf(url), url).toBe('no-cache')
  })

  it('contain the service worker, which is asked for at every visit and loads from us only', async () => {
    const headers = await headersOf('/sw.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    for (const url of ['/sw.js', '/home', '/index.html']) {
      const parts = String((await headersOf(url))['content-security-policy']).split('; ')
      expect(parts, url).toContain("worker-src 'self'")
    }
  })

  it('can be read by other origins only if they belong to the chat, whose frame has an opaque origin', async () => {
    const allowed = async (url: string) => (await headersOf(url))['access-control-allow-origin']
    expect(await allowed('/chat/index.html')).toBe('*')
    expect(await allowed('/index.html')).toBeUndefined()
    expect(await headersOf('/index.html')).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })
})

describe('a prerendered page', async () => {
  const drawnRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
  writeFileSync(join(drawnRoot, 'index.html'), '<!doctype html><title>Palpite</title>')
  const [style, script] = ['p{color:red}', 'void 0']
  const styleOf = { home: style, footballPage: 'p{color:blue}' }
  for (const page of ['home', 'footballPage'] as const)
    for (const code of ['pt_BR', 'ru_RU'])
      writeFileSync(
        join(drawnRoot, `${page}.${code}.html`),
        `<style>${styleOf[page]}</style><script>${script}</script><p>${page} drawn in ${code}`,
      )
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const drawn = await createTestServer({ WEB_ROOT: drawnRoot })
  // Before any page is sent: one is kept for a moment.
  await drawn.deps.db.write(
    `update games set name = jsonb_set(name, '{ru_RU}', '"</script><!--"') where code = 'mines'`,
  )

  it('is sent for its own address, with any query, and for no other', async () => {
    const payloadOf = async (url: string) => (await drawn.app.inject({ method: 'GET', url })).payload
    for (const url of ['/', '/home', '/home?overlay=login'])
      expect(await payloadOf(url), url).toContain('home drawn in')
    expect(await payloadOf('/footballPage?match=1')).toContain('footballPage drawn in')
    // Of these, this build has no prerendered page.
    for (const url of ['/index.html', '/vip', '/share'])
      expect(await payloadOf(url), url).not.toContain('drawn')
  })

  it("is in the language of the browser's cookie, else in Portuguese, and caches tell them apart", async () => {
    const pageFor = (cookie?: string) =>
      drawn.app.inject({ method: 'GET', url: '/home', headers: cookie === undefined ? {} : { cookie } })
    const russian = await pageFor('textScale=125; language=ru_RU')
    expect(russian.payload).toContain('drawn in ru_RU')
    expect(russian.headers['vary']).toMatch(/cookie/i)
    expect(russian.headers['content-security-policy']).toContain(hash(script))
    for (const cookie of [undefined, 'language=../index', 'otherlanguage=ru_RU'])
      expect((await pageFor(cookie)).payload, cookie).toContain('drawn in pt_BR')
  })

  it('is the one of a new build once that has replaced it, with the policy for its scripts', async () => {
    const root = mkdtempSync(join(tmpdir(), 'palpite-web-'))
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Palpite</title>')
    const build = (program: string) =>
      writeFileSync(join(root, 'home.pt_BR.html'), `<script>${program}</script><p>${program}`)
    build('first()')
    const { app: drawn } = await createTestServer({ WEB_ROOT: root })
    const home = () => drawn.inject({ method: 'GET', url: '/home' })
    expect((await home()).payload).toContain('<p>first()')
    build('second()')
    await expect.poll(async () => (await home()).payload).toContain('<p>second()')
    const { headers } = await home()
    expect(headers['content-security-policy']).toContain(hash('second()'))
    expect(headers['content-security-policy']).not.toContain(hash('first()'))
  })

  it('brings what a guest asks for first, as the calls would respond', async () => {
    const headers = { cookie: 'language=ru_RU' }
    const response = await drawn.app.inject({ method: 'GET', url: '/home', headers })
    const [, json = ''] =
      /<script type="application\/json" id="first-view">(.*?)<\/script>/.exec(response.payload) ?? []
    const { language, replies } = JSON.parse(json) as FirstView
    expect(language).toBe('ru_RU')
    expect(json).toContain('u003c/script>')
    const paths = Object.keys(replies)
    expect(paths).toEqual(['/api/app/game/list', '/api//app/game/inPlay', '/api/app/main/home'])
    for (const path of paths) {
      const { status, message, data } = await drawn.call('GET', path, { lang: 'ru_RU' })
      expect(replies[path], path).toEqual({ status, message, data })
    }
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect(response.headers['etag']).toBeUndefined()
  })

  it('of the sports brings the live football matches, and no answer to another question', async () => {
    const { payload } = await drawn.app.inject({ method: 'GET', url: '/footballPage' })
    const [, json = ''] = /id="first-view">(.*?)<\/script>/.exec(payload) ?? []
    const { replies } = JSON.parse(json) as FirstView
    const keys = ['/api/app/sports/matches?sport=football&when=live', '/api/app/sports/overview']
    expect(Object.keys(replies)).toEqual(keys)
    // Prices and scores move from one moment to the next.
    const still = ({ data }: { data: unknown }) => {
      const { matches, sports } = data as { matches?: { matchId: string }[]; sports?: object[] }
      return matches?.map(({ matchId }) => matchId) ?? sports
    }
    for (const key of keys) {
      const reply = replies[key]
      expect(reply && still(reply), key).toEqual(still(await drawn.call('GET', key)))
      expect(reply?.status).toBe(0)
    }
  })

  it('is compressed as its browser accepts it', async () => {
    const headers = { 'accept-encoding': 'br' }
    const read = async () => {
      const { rawPayload, ...response } = await drawn.app.inject({ method: 'GET', url: '/home', headers })
      expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Cookie, Accept-Encoding' })
      return brotliDecompressSync(rawPayload).toString()
    }
    // A page does not wait for data that takes longer than a moment, as on a busy machine.
    await expect.poll(read).toContain('"first-view"')
    expect(await drawn.app.inject({ method: 'HEAD', url: '/home' })).toMatchObject({
      statusCode: 200,
      payload: '',
    })
  })

  it('comes without data where the address asks for the calls', async () => {
    const page = async (url: string) => (await drawn.app.inject({ method: 'GET', url })).payload
    // Also a page that is still kept for others.
    expect(await page('/home')).toContain('"first-view"')
    for (const url of ['/home?calls=1', '/?overlay=login&calls=1', '/footballPage?calls=1'])
      expect(await page(url), url).toMatch(/drawn in pt_BR$/)
    expect(await page('/home?calls=10')).toContain('"first-view"')
  })

  it('comes without data while its calls would fail, and while the database does not respond', async () => {
    const { app: drawn, call, deps } = await createTestServer({ WEB_ROOT: drawnRoot })
    const page = async () => (await drawn.inject({ method: 'GET', url: '/home' })).payload
    const setFaults = (body: object) => call('POST', '/sandbox/api/faults', { body })
    await setFaults({ status: 500, path: 'game/list' })
    expect(await page()).toMatch(/drawn in pt_BR$/)
    await setFaults({})
    expect(await page()).toContain('"first-view"')
    await setFaults({ status: 500, path: 'game/list' })
    expect(await page()).toMatch(/drawn in pt_BR$/)
    await setFaults({})
    await deps.db.close()
    await expect.poll(page).toMatch(/drawn in pt_BR$/)
  })

  it('is drawn up once for all who ask in the same quarter of a second', async () => {
    const { deps } = drawn
    const page = async () => (await drawn.app.inject({ method: 'GET', url: '/home' })).payload
    const before = await page()
    const read = vi.spyOn(deps.db, 'read')
    for (let visit = 0; visit < 20; visit++) expect(await page()).toBe(before)
    expect(read.mock.calls.length).toBeLessThan(10)
    read.mockRestore()
    await deps.db.write(`update games set name = jsonb_set(name, '{pt_BR}', '"Minas"') where code = 'mines'`)
    await expect.poll(page).toContain('"Minas"')
  })

  it('may use its own inline scripts and styles, by their hash, and no others', async () => {
    const policyOf = async (url: string) =>
      String((await drawn.app.inject({ method: 'GET', url })).headers['content-security-policy'])
    const policy = await policyOf('/home')
    expect(policy).toContain(`script-src 'self' ${hash(script)}; style-src 'self' ${hash(style)};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    const other = await policyOf('/footballPage')
    expect(other).toContain(`style-src 'self' ${hash(styleOf.footballPage)};`)
    expect(await policyOf('/vip')).toContain("script-src 'self'; style-src 'self';")
  })
})

describe('the chat page', () => {
  const policyOf = async (url: string, server = app) =>
    String((await server.inject({ method: 'GET', url })).headers['content-security-policy'])

  it('can be framed by our product only, and loads nothing from elsewhere', async () => {
    const response = await app.inject({ method: 'GET', url: '/chat?lang=pt_BR' })
    expect(response.payload).toContain('<title>Chat</title>')
    const policy = String(response.headers['content-security-policy'])
    // Its frame has an opaque origin, where `'self'` alone matches nothing in WebKit.
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' http:\/\/localhost:\d+; style-src 'self' http:\/\/localhost:\d+;/,
    )
    expect(policy).toMatch(/frame-ancestors 'self' http:\/\/127\.0\.0\.1:\d+ app:\/\/palpite /)
    expect(policy).not.toContain('unsafe')
  })

  it('does not change the client: LiveChat may be framed only with a licence id', async () => {
    expect(await policyOf('/')).toContain("frame-src 'self' http://localhost:5251;")
    const licensed = await createTestServer({ WEB_ROOT: webRoot, SUPPORT_ID: '12345' })
    expect(await policyOf('/', licensed.app)).toContain(
      "frame-src 'self' https://secure.livechatinc.com http://localhost:5251;",
    )
    expect(await policyOf('/paySuccess', licensed.app)).toContain("frame-ancestors 'self'")
    expect(await policyOf('/chat', licensed.app)).not.toContain('livechat')
    const { data } = await licensed.call('GET', '/api/app/main/appInfo')
    expect(data).toMatchObject({ supportId: '12345', chat: 'licence' })
  })

  it('is offered only where support can reply', async () => {
    const production = await createTestServer(productionEnv)
    expect((await production.call('GET', '/api/app/main/appInfo')).data).toMatchObject({ chat: 'none' })
    const office = { OFFICE_PORT: '0', OFFICE_URL: 'https://office.example' }
    const withOffice = await createTestServer({ ...productionEnv, ...office })
    expect((await withOffice.call('GET', '/api/app/main/appInfo')).data).toMatchObject({ chat: 'own' })
    expect((await app.inject({ method: 'GET', url: '/api/app/main/appInfo' })).json()).toMatchObject({
      data: { chat: 'own', supportId: null },
    })
  })

  it('needs a valid licence id', async () => {
    await expect(createTestServer({ SUPPORT_ID: 'abc' })).rejects.toThrow('SUPPORT_ID must be')
  })
})

describe('where a jurisdiction turns something off', async () => {
  const strictRoot = mkdtempSync(join(tmpdir(), 'palpite-web-'))
  writeFileSync(join(strictRoot, 'index.html'), '<!doctype html>\n<html lang="pt-BR"><title>Palpite</title>')
  writeFileSync(join(strictRoot, 'vip.pt_BR.html'), '<html lang="pt-BR">drawn with everything')
  const off =
    'packages gift discount multiplier checkIn ladder promotions levels vouchers voucherWithdrawals kiosk'
  const mark = `<html data-off="${off}"`
  const strict = await createTestServer({ WEB_ROOT: strictRoot, JURISDICTION: 'br' })

  it('every page says so itself, before any call', async () => {
    const get = (url: string, headers = {}) => strict.app.inject({ method: 'GET', url, headers })
    for (const url of ['/', '/vip', '/registros', '/vale123'])
      expect((await get(url)).payload, url).toContain(`${mark} lang="pt-BR"`)
    const unknown = await get('/nada', { accept: 'text/html' })
    expect([unknown.statusCode, unknown.payload.includes(mark)]).toEqual([404, true])
    const packed = await get('/registros', { 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toContain(mark)
    expect(packed.headers).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') as string })
  })

  it('a page that the client draws is sent once to a browser, until there is another build', async () => {
    const get = (headers = {}) => strict.app.inject({ method: 'GET', url: '/registros', headers })
    const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['etag'])
    const first = await get({ 'accept-encoding': 'br' })
    expect(tagOf(first)).toMatch(/^"[\w-]+-br"$/)
    // Encodings are versions of their own.
    expect(tagOf(await get())).not.toBe(tagOf(first))
    const again = { 'accept-encoding': 'br', 'if-none-match': `"other", W/${tagOf(first)}` }
    const second = await get(again)
    expect([second.statusCode, second.rawPayload.length, tagOf(second)]).toEqual([304, 0, tagOf(first)])
    expect(second.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': first.headers['content-security-policy'],
      vary: expect.stringContaining('Accept-Encoding') as string,
    })
    expect((await get({ ...again, 'if-none-match': '"other"' })).statusCode).toBe(200)
    const file = join(strictRoot, 'index.html')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replace('Palpite', 'Palpite 2'))
    utimesSync(file, new Date(), new Date(Date.now() + 5_000))
    const renewed = await get(again)
    expect(renewed.statusCode).toBe(200)
    expect(brotliDecompressSync(renewed.rawPayload).toString()).toContain('Palpite 2')
    writeFileSync(file, before)
  })

  it('no page is sent that was drawn for another profile, or for this one before it was changed', async () => {
    const vip = async () => (await strict.app.inject({ method: 'GET', url: '/vip' })).payload
    expect(await vip()).not.toContain('drawn')
    writeFileSync(join(strictRoot, 'vip.pt_BR.br.html'), '<html data-off="gift" lang="pt-BR">drawn before')
    const later = await createTestServer({ WEB_ROOT: strictRoot, JURISDICTION: 'br' })
    const before = await later.app.inject({ method: 'GET', url: '/vip' })
    expect(before.payload).not.toContain('drawn')
    const last = await createTestServer({ WEB_ROOT: strictRoot, JURISDICTION: 'br' })
    writeFileSync(join(strictRoot, 'vip.pt_BR.br.html'), `${mark} lang="pt-BR">drawn for this profile`)
    const drawn = await last.app.inject({ method: 'GET', url: '/vip' })
    expect(drawn.payload).toContain('drawn for this profile')
  })

  it('the call says the same, and a page of a profile with everything says nothing', async () => {
    const { data } = await strict.call('GET', '/api/app/main/appInfo')
    expect(data).toMatchObject({ switchedOff: off.split(' ') })
    const { app: open } = await createTestServer({ WEB_ROOT: strictRoot })
    const pages = await Promise.all(['/vip', '/registros'].map((url) => open.inject({ method: 'GET', url })))
    for (const { payload } of pages) expect(payload).not.toContain('data-off')
  })
})

describe("a device's choices, which Safari forgets in a week where a script has stored them", () => {
  const cookie = 'a=1; language=ja_JP; hotkeys=true; oddsFormat=%22american%22; token=x; textScale=bad"'
  const cookiesOf = async (url: string, headers: Record<string, string> = { cookie }) =>
    [(await app.inject({ method: 'GET', url, headers })).headers['set-cookie'] ?? []].flat()

  it.each(['/', '/home', '/registros', '/api/app/main/appInfo'])(
    '%s sends them back, to last',
    async (url) => {
      const last = 'Path=/; Max-Age=34560000; SameSite=Lax'
      expect(await cookiesOf(url)).toEqual([
        `language=ja_JP; ${last}`,
        `hotkeys=true; ${last}`,
        `oddsFormat=%22american%22; ${last}`,
      ])
    },
  )

  it('nothing else does, and no choice is made up', async () => {
    for (const url of ['/assets/index-C0ffee.js', '/sw.js', '/api/app/main/home'])
      expect(await cookiesOf(url), url).toEqual([])
    expect(await cookiesOf('/home', {})).toEqual([])
  })
})
