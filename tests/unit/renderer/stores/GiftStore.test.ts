import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld } from './rootWorld.ts'

const appInfo = '/api/app/main/appInfo'
const userGift = '/api/app/main/userGift'

async function setUp(messenger: string | null, gift: 0 | 1 = 1) {
  const world = createWorld()
  world.respond(appInfo, { data: { brand: 'Palpite', messenger } })
  world.respond(userGift, { data: gift })
  await world.root.start()
  return world
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('gift check', () => {
  it('runs 1 s after the start for a logged-in player', async () => {
    const world = await setUp('https://t.me/palpite')
    await world.enter()
    await vi.advanceTimersByTimeAsync(999)
    expect(world.count(userGift)).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(world.root.gift.isWaiting).toBe(true)
    world.root.gift.dismiss()
    expect(world.root.gift.isWaiting).toBe(false)
  })

  it('runs again when the token changes, and a logout clears the gift', async () => {
    const world = await setUp('https://t.me/palpite')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(world.count(userGift)).toBe(0)
    await world.enter()
    await vi.advanceTimersByTimeAsync(10)
    expect(world.root.gift.isWaiting).toBe(true)
    await world.root.session.end()
    expect(world.root.gift.isWaiting).toBe(false)
    await vi.advanceTimersByTimeAsync(10)
    expect(world.count(userGift)).toBe(1)
  })

  it.each([null, '', 'https://t.me/manager_ana'])('does not run with the messenger %o', async (messenger) => {
    const world = await setUp(messenger)
    await world.enter()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(world.count(appInfo)).toBeGreaterThan(0)
    expect(world.count(userGift)).toBe(0)
    expect(world.root.gift.isWaiting).toBe(false)
  })

  it('value 0 is no gift', async () => {
    const world = await setUp('https://t.me/palpite', 0)
    await world.enter()
    await vi.advanceTimersByTimeAsync(1_500)
    expect(world.count(userGift)).toBe(1)
    expect(world.root.gift.isWaiting).toBe(false)
  })

  it('a failure is ignored', async () => {
    const world = await setUp('https://t.me/palpite')
    world.respond(appInfo, { httpStatus: 500, message: 'quebrou' })
    await world.enter()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(world.root.alerts.current).toBeUndefined()
    expect(world.visited).toEqual([])
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
    const { root } = createWorld()
    root.loading.change(1)
    root.loading.change(1)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(true)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(false)
  })
})
