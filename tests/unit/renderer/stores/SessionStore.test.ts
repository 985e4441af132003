import { reaction } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minesCalls } from '#contract/http/mines.ts'
import { userCalls } from '#contract/http/user.ts'
import { cents } from '#contract/money.ts'
import { payableAmount } from '#renderer/features/payment/PaymentStore.ts'
import { createFixture, settled, userInfo } from './rootFixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2030-01-01T12:00:00Z'))
})
afterEach(() => vi.useRealTimers())

const dayMs = 24 * 60 * 60_000

/** The prices shown for R$ 100 while a player has a 10 % discount that expires then. */
async function pricesShown(expiredTime: string, serverTime?: string) {
  const fixture = createFixture()
  await fixture.enter({ payDiscount: { discount: 0.1, expiredTime } }, undefined, serverTime)
  const shown: number[] = []
  const stop = reaction(
    () => payableAmount(fixture.root, cents(100_00)),
    (price) => shown.push(price),
    { fireImmediately: true },
  )
  return { fixture, shown, stop }
}

it('a payment discount ends on the screen when it expires', async () => {
  const { fixture, shown, stop } = await pricesShown('2030-01-01T12:01:00Z')
  expect(shown).toEqual([90_00])
  await vi.advanceTimersByTimeAsync(59_999)
  expect(shown).toEqual([90_00])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual([90_00, 100_00])
  expect(fixture.root.session.player?.depositDiscount).toBeNull()
  stop()
})

it.each([
  // The device says 12:00:00.
  ['an hour ahead', '2030-01-01T11:00:00Z', '2030-01-01T11:01:00Z'],
  ['an hour behind', '2030-01-01T13:00:00Z', '2030-01-01T13:01:00Z'],
])("a discount ends by the server's clock when the device's clock is %s", async (_, now, end) => {
  const { shown, stop } = await pricesShown(end, now)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(shown).toEqual([90_00])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual([90_00, 100_00])
  stop()
})

it('a discount that runs longer than a timer can wait stays until then', async () => {
  const { shown, stop } = await pricesShown('2030-03-02T12:00:00Z')
  await vi.advanceTimersByTimeAsync(59 * dayMs)
  expect(shown).toEqual([90_00])
  await vi.advanceTimersByTimeAsync(dayMs)
  expect(shown).toEqual([90_00, 100_00])
  stop()
})

it('a sum of bets that is pushed while the user info loads is newer than its response', async () => {
  const { root, enter } = createFixture()
  await enter()
  const loading = root.session.refresh()
  root.session.setBetSum(cents(40_00))
  await loading
  expect(root.session.player?.betSum).toBe(40_00)
  await root.session.refresh()
  expect(root.session.player?.betSum).toBe(0)
})

it('fields that the server pushes are shown at once, and the user info is loaded', async () => {
  const { root, enter, emitEvent, count } = createFixture()
  await root.start()
  await enter({ level: 2, gameSumAmount: 7 })
  root.session.setBetSum(cents(9_00))
  const loaded = count(userCalls.userInfo.path)
  const expiredTime = '2030-01-02T00:00:00.000Z'
  emitEvent({ name: 'updateUserInfo', payload: { level: 3, payDiscount: { discount: 0.1, expiredTime } } })
  expect(root.session.player).toMatchObject({
    level: 3,
    depositDiscount: { fraction: 0.1 },
    email: 'ana@gmail.com',
    betSum: 9_00,
  })
  await settled()
  expect(count(userCalls.userInfo.path)).toBe(loaded + 1)
})

describe('what is stored of the player', () => {
  it('is known at the next start, before anything is loaded, until the session ends', async () => {
    const earlier = createFixture()
    await earlier.enter({ level: 5, header: 7 })
    const { root, local } = createFixture()
    for (const [key, value] of earlier.local) local.set(key, value)
    root.session.start(true)
    expect(root.session.player).toBeNull()
    expect(root.session.known).toEqual({ email: 'ana@gmail.com', level: 5, avatar: 7 })
    await root.session.end()
    expect(root.session.known).toBeNull()
  })

  it.each([undefined, 'text', null, {}, { email: 1, level: 2, header: 3 }])('is ignored: %j', (stored) => {
    const { root, local } = createFixture()
    local.set('userInfo', stored)
    root.session.start(true)
    expect(root.session.known).toBeNull()
  })

  it('is of no guest', () => {
    const { root, local } = createFixture()
    local.set('userInfo', { email: 'ana@gmail.com', level: 1, header: 2 })
    root.session.start(false)
    expect(root.session.known).toBeNull()
  })
})

it('a failed load of the user info is known until the next one', async () => {
  const { root, respond } = createFixture()
  respond('/api/app/user/userInfo', { httpStatus: 500, message: 'Hoje não dá.' })
  root.session.start(true)
  await settled()
  expect(root.session.hasFailed).toBe(true)
  const data = { userInfo, paypackage: { gift: 0, pkgId: null, price: 0, bouns: 0 } }
  respond('/api/app/user/userInfo', { data })
  const loading = root.refreshBalance()
  expect(root.session.hasFailed).toBe(false)
  await loading
  expect(root.session).toMatchObject({ hasFailed: false, player: { id: 'u1' } })
})

describe('a session of another tab in place of this one', () => {
  it('ends this one first for all that follows it, and loads its player', async () => {
    const { root, enter, enterInOtherTab, respond } = createFixture()
    await enter()
    const seen: (string | null)[] = []
    const stop = reaction(
      () => [root.session.isLoggedIn, root.session.player?.id] as const,
      ([isLoggedIn, id]) => seen.push(isLoggedIn ? (id ?? 'loading') : null),
    )
    const data = {
      userInfo: { ...userInfo, uId: 'u2' },
      paypackage: { gift: 0, pkgId: null, price: 0, bouns: 0 },
    }
    respond('/api/app/user/userInfo', { data })
    enterInOtherTab()
    await settled()
    expect(seen).toEqual([null, 'loading', 'u2'])
    stop()
  })

  it('does not repeat a call of this one that moves money', async () => {
    const { root, enter, enterInOtherTab, respond, count } = createFixture()
    await enter()
    respond(minesCalls.bet.path, { networkError: true })
    const bet = root.api.call(minesCalls.bet, { body: { amount: 1, mineCount: 3 } })
    const outcome = expect(bet).rejects.toMatchObject({ kind: 'loggedOut' })
    await settled()
    enterInOtherTab()
    await vi.advanceTimersByTimeAsync(5_000)
    await outcome
    expect(count(minesCalls.bet.path)).toBe(1)
    expect(root.session.isLoggedIn).toBe(true)
  })
})
