import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixture } from './rootFixture.ts'

const appInfo = '/api/app/main/appInfo'
const userGift = '/api/app/main/userGift'

async function setUp(messenger: string | null, gift: 0 | 1 = 1) {
  const fixture = createFixture()
  fixture.respond(appInfo, { data: { brand: 'Palpite', messenger } })
  fixture.respond(userGift, { data: gift })
  await fixture.root.start()
  return fixture
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('gift check', () => {
  it('runs 1 s after the start for a logged-in player', async () => {
    const fixture = await setUp('https://t.me/palpite')
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(999)
    expect(fixture.count(userGift)).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(fixture.root.gift.isWaiting).toBe(true)
    fixture.root.gift.dismiss()
    expect(fixture.root.gift.isWaiting).toBe(false)
  })

  it('runs again when the token changes, and a logout clears the gift', async () => {
    const fixture = await setUp('https://t.me/palpite')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.count(userGift)).toBe(0)
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.root.gift.isWaiting).toBe(true)
    await fixture.root.session.end()
    expect(fixture.root.gift.isWaiting).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(userGift)).toBe(1)
  })

  it.each([null, ''])('runs where no messenger is configured: %o', async (messenger) => {
    const fixture = await setUp(messenger)
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(fixture.root.gift.isWaiting).toBe(true)
  })

  it('does not run where a manager gives the gifts', async () => {
    const fixture = await setUp('https://t.me/manager_ana')
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(fixture.count(appInfo)).toBeGreaterThan(0)
    expect(fixture.count(userGift)).toBe(0)
    expect(fixture.root.gift.isWaiting).toBe(false)
  })

  it('value 0 is no gift', async () => {
    const fixture = await setUp('https://t.me/palpite', 0)
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(fixture.count(userGift)).toBe(1)
    expect(fixture.root.gift.isWaiting).toBe(false)
  })

  it('runs after a start without a network once the server responds', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.respond(appInfo, { networkError: true })
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([fixture.root.device.info, fixture.root.gift.isWaiting]).toEqual([null, false])
    fixture.respond(appInfo, { data: { brand: 'Palpite', messenger: 'https://t.me/palpite' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fixture.root.device.messenger).toBe('https://t.me/palpite')
    expect(fixture.root.gift.isWaiting).toBe(true)
  })

  it('a failure is ignored', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.respond(appInfo, { httpStatus: 500, message: 'quebrou' })
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.visited).toEqual([])
  })
})

describe('loading indicator', () => {
  it('the start indicator clears after 600 ms', async () => {
    const { root } = await setUp(null)
    expect(root.loading.isStarting).toBe(true)
    await vi.advanceTimersByTimeAsync(599)
    expect(root.loading.isStarting).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(root.loading.isStarting).toBe(false)
  })

  it('is on while any request runs that is not silent', () => {
    const { root } = createFixture()
    root.loading.change(1)
    root.loading.change(1)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(true)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(false)
  })
})
