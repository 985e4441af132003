import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GiftStore } from '#renderer/features/rewards/GiftStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

const appInfo = '/api/app/main/appInfo'
const userGift = '/api/app/main/userGift'

async function setUp(messenger: string | null, gift: 0 | 1 = 1) {
  const fixture = createFixture()
  fixture.respond(appInfo, { data: { brand: 'Palpite', messenger } })
  fixture.respond(userGift, { data: gift })
  await fixture.root.start()
  return { ...fixture, gift: fixture.root.feature(GiftStore) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('gift check', () => {
  it('runs at the start for a logged-in player', async () => {
    const fixture = await setUp('https://t.me/palpite')
    await fixture.enter()
    expect(fixture.count(userGift)).toBe(0)
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.gift.isWaiting).toBe(true)
    fixture.gift.dismiss()
    expect(fixture.gift.isWaiting).toBe(false)
  })

  it('runs again when the token changes, and a logout clears the gift', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(userGift)).toBe(0)
    await fixture.enter()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.gift.isWaiting).toBe(true)
    await fixture.root.session.end()
    expect(fixture.gift.isWaiting).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(userGift)).toBe(1)
  })

  it.each([null, ''])('runs where no messenger is configured: %o', async (messenger) => {
    const fixture = await setUp(messenger)
    await fixture.enter()
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.gift.isWaiting).toBe(true)
  })

  it('does not run where a manager gives the gifts', async () => {
    const fixture = await setUp('https://t.me/manager_ana')
    await fixture.enter()
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(appInfo)).toBeGreaterThan(0)
    expect(fixture.count(userGift)).toBe(0)
    expect(fixture.gift.isWaiting).toBe(false)
  })

  it('value 0 is no gift', async () => {
    const fixture = await setUp('https://t.me/palpite', 0)
    await fixture.enter()
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(userGift)).toBe(1)
    expect(fixture.gift.isWaiting).toBe(false)
  })

  it('runs after a start without a network once the server responds', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.respond(appInfo, { networkError: true })
    await fixture.enter()
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([fixture.root.device.info, fixture.gift.isWaiting]).toEqual([null, false])
    fixture.respond(appInfo, { data: { brand: 'Palpite', messenger: 'https://t.me/palpite' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fixture.root.device.messenger).toBe('https://t.me/palpite')
    expect(fixture.gift.isWaiting).toBe(true)
  })

  it('a choice of language asks for what the operator says in it', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(10)
    const before = fixture.count(appInfo)
    await fixture.root.language.choose('en_US')
    await vi.advanceTimersByTimeAsync(10)
    expect(fixture.count(appInfo)).toBe(before + 1)
  })

  it('a failure is ignored', async () => {
    const fixture = await setUp('https://t.me/palpite')
    fixture.respond(appInfo, { httpStatus: 500, message: 'quebrou' })
    await fixture.enter()
    fixture.gift.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.visited).toEqual([])
  })
})
