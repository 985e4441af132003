import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixture } from './rootFixture.ts'

const appInfo = '/api/app/main/appInfo'

describe('the key of the server', () => {
  let fixture: ReturnType<typeof createFixture>
  const info = (apiKey: string) => fixture.respond(appInfo, { data: { apiKey } })

  beforeEach(async () => {
    fixture = createFixture()
    info('first')
    await fixture.enter()
    await fixture.root.device.load()
  })

  it('is stored, and changes nothing as long as it is the same', async () => {
    expect(fixture.local.get('apiKey')).toBe('first')
    await fixture.root.device.load()
    expect(fixture.root.session.isLoggedIn).toBe(true)
    expect(fixture.local.get('userInfo')).toMatchObject({ uId: 'u1' })
  })

  it('is gone after a logout', async () => {
    await fixture.root.session.end()
    await fixture.root.device.load()
    expect(fixture.local.size).toBe(0)
  })

  it('is not stored when its first response comes after a logout', async () => {
    const quick = createFixture()
    quick.respond(appInfo, { data: { apiKey: 'first' } })
    await quick.enter()
    await quick.root.session.end()
    await quick.root.device.load()
    expect(quick.local.size).toBe(0)
  })

  it('of another server ends the session and removes what was stored of the old one', async () => {
    info('second')
    await fixture.root.device.load()
    expect(fixture.root.session.isLoggedIn).toBe(false)
    expect(Object.fromEntries(fixture.local)).toEqual({ apiKey: 'second' })
  })
})

describe('what a jurisdiction turns off', () => {
  const page = { documentElement: { dataset: {} as { off?: string } } }
  afterEach(() => vi.unstubAllGlobals())

  it('is known from the page before the first call, then from the server', async () => {
    vi.stubGlobal('document', page)
    const fixture = createFixture()
    const { device } = fixture.root
    expect([device.has('levels'), device.has('cashback')]).toEqual([true, true])
    page.documentElement.dataset.off = 'voucherWithdrawals levels'
    const has = () =>
      (['levels', 'vouchers', 'voucherWithdrawals', 'cashback'] as const).map((name) => device.has(name))
    expect(has()).toEqual([false, true, false, true])
    fixture.respond(appInfo, { data: { apiKey: 'first', switchedOff: ['cashback'] } })
    await device.load()
    expect(has()).toEqual([true, true, true, false])
  })

  it('is not shown in a window, which is told nothing before the first call', async () => {
    vi.stubGlobal('__HOST__', 'electron')
    const fixture = createFixture()
    expect(fixture.root.device.has('levels')).toBe(false)
    fixture.respond(appInfo, { data: { apiKey: 'first', switchedOff: ['gift'] } })
    await fixture.root.device.load()
    expect([fixture.root.device.has('levels'), fixture.root.device.has('gift')]).toEqual([true, false])
  })

  it('is read from other fields where an earlier server answers', async () => {
    vi.stubGlobal('__HOST__', 'electron')
    const { root, respond } = createFixture()
    const before = { bonuses: ['levels'], vouchers: true, voucherWithdrawal: null, kiosk: true }
    respond(appInfo, { data: { apiKey: 'first', ...before } })
    await root.device.load()
    const names = ['levels', 'gift', 'vouchers', 'voucherWithdrawals', 'kiosk'] as const
    expect(names.filter((name) => root.device.has(name))).toEqual(['levels', 'vouchers', 'kiosk'])
  })
})
