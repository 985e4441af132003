import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { officeCalls } from '#contract/office/calls.ts'
import { fillPath } from '#contract/http/call.ts'
import type { OfficeErrorBody } from '#contract/office/officeCall.ts'
import { sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { createTestOffice } from '../server/helpers/testOffice.ts'

const root = mkdtempSync(join(tmpdir(), 'office-web-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'assets'))
writeFileSync(join(root, 'index.html'), '<!doctype html><title>Office</title>')
writeFileSync(join(root, 'assets/index-C0ffee.js'), '')

const built = await createTestOffice({ OFFICE_ROOT: root, WEB_ROOT: '/nonexistent' })
const { product, as, browser, configured } = built
const admin = await as('administrator')
const player = await product.createUser()
const codeOf = (data: unknown) => (data as OfficeErrorBody).error.code

describe('two worlds', () => {
  it("a player's token opens nothing in the office, in no header and no cookie", async () => {
    const own = officeCalls.filter(({ permission }) => permission !== 'open')
    expect(own.length).toBeGreaterThan(20)
    for (const { name, method, path } of own) {
      const url = fillPath(path, { id: '1' })
      const headers = { authorization: player.token, cookie: `office_session=${player.token}` }
      const nobody = browser()
      const { status } =
        method === 'GET' ? await nobody.get(url, { headers }) : await nobody.post(url, {}, { headers })
      expect([name, status]).toEqual([name, 401])
    }
  })

  it("a staff member's session opens nothing in the product", async () => {
    const token = admin.cookie?.split('=')[1] ?? ''
    expect(token).toHaveLength(43)
    for (const path of ['/api/app/user/userInfo', '/api/app/user/sessions', '/api/app/wallet/balance']) {
      const { http } = await product.get(path, { token, headers: { cookie: admin.cookie ?? '' } })
      expect([path, [401, 404].includes(http)]).toEqual([path, true])
    }
    expect((await product.get('/api/app/user/userInfo', { token: player.token })).http).toBe(200)
  })

  it('neither has the calls of the other', async () => {
    expect((await product.get('/api/staff', { headers: { cookie: admin.cookie ?? '' } })).http).toBe(404)
    expect((await product.post('/api/session/login', {})).http).toBe(404)
    expect((await admin.get('/api/app/main/appInfo')).status).toBe(404)
    expect((await admin.get('/sandbox/api/users')).status).toBe(404)
  })
})

describe('requests from elsewhere', () => {
  const own = { email: 'admin@office.local', password: sandboxStaffPassword }

  it.each([undefined, 'null', 'https://evil.test', 'http://office.test', 'https://office.test.evil.test'])(
    'a change from the origin %s is refused before anything else',
    async (origin) => {
      for (const url of ['/api/session/login', '/api/session/logout', '/api/staff/invite']) {
        const { status, data } = await admin.post(url, own, { headers: { origin } })
        expect([url, status, codeOf(data)]).toEqual([url, 403, 'wrongOrigin'])
      }
      // Still logged in.
      expect((await admin.get('/api/account')).status).toBe(200)
    },
  )

  it('the cookie stays at the office, out of scripts, and on HTTPS', async () => {
    const { raw } = await browser().post('/api/session/login', own)
    expect(raw.headers['set-cookie']).toMatch(
      /^office_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const plain = await configured({ officeUrl: 'http://office.test' })
    const local = await plain
      .browser()
      .post('/api/session/login', own, { headers: { origin: 'http://office.test' } })
    expect(local.raw.headers['set-cookie']).toMatch(/; SameSite=Strict$/)
  })

  it('where no address is configured, another name that leads here gets nothing', async () => {
    const open = await configured({ officeUrl: undefined, officePort: 5252 })
    const call = (host: string) =>
      open.browser().post('/api/session/login', own, { headers: { host, origin: `http://${host}` } })
    expect((await call('evil.test:5252')).status).toBe(403)
    expect((await call('127.0.0.1:5252')).status).toBe(200)
  })
})

describe('responses', () => {
  const common = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  }

  it('data is not cached, framed or run', async () => {
    for (const url of ['/api/account', '/api/nothing', '/api/staff?page=x']) {
      const { raw } = await admin.get(url)
      expect(raw.headers).toMatchObject({
        ...common,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  })

  it('every page is the client, under a policy without anything inline or foreign', async () => {
    for (const url of ['/', '/players', '/players/1?tab=money']) {
      const { status, raw } = await browser().get(url, { headers: { accept: 'text/html' } })
      expect([status, raw.payload]).toEqual([200, '<!doctype html><title>Office</title>'])
      expect(raw.headers).toMatchObject(common)
      const policy = String(raw.headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|http|\*/)
    }
    const asset = await browser().get('/assets/index-C0ffee.js')
    expect(asset.raw.headers['cache-control']).toContain('immutable')
    expect((await browser().get('/assets/../../package.json')).status).toBe(404)
    expect((await browser().get('/assets/missing.js', { headers: { accept: '*/*' } })).status).toBe(404)
  })

  it('without a build every page says what is missing', async () => {
    const bare = await configured({ officeRoot: '/nonexistent' })
    const { status, raw } = await bare.browser().get('/', { headers: { accept: 'text/html' } })
    expect([status, raw.payload]).toEqual([503, expect.stringContaining('npm run build:office')])
  })
})
