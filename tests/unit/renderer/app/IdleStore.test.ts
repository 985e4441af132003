import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdleStore } from '#renderer/app/IdleStore.ts'
import { FrameActivity } from '#renderer/features/activity/FrameActivity.ts'
import { createFixture, type Fixture } from '../stores/rootFixture.ts'

const minuteMs = 60_000
const balancePath = '/api/app/user/getBalance'
let fixture: Fixture
let idle: IdleStore
let stop: () => void

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  fixture = createFixture()
  fixture.respond(balancePath, { data: { balance: 10, freeBalance: 0 } })
  await fixture.enter()
  fixture.root.device.info = { idleCloseMinutes: 30 } as never
  idle = new IdleStore(fixture.root)
  stop = idle.start()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('warns a minute before, and closes the session of a player who does nothing', async () => {
  await vi.advanceTimersByTimeAsync(29 * minuteMs)
  expect(idle.secondsLeft).toBe(60)
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect([fixture.root.session.isLoggedIn, idle.secondsLeft]).toEqual([false, null])
})

it('goes on while the player does something in a frame, and tells the server', async () => {
  const activity = fixture.root.feature(FrameActivity)
  for (let minute = 0; minute < 40; minute += 20) {
    await vi.advanceTimersByTimeAsync(20 * minuteMs)
    activity.note()
  }
  expect([fixture.root.session.isLoggedIn, idle.secondsLeft]).toEqual([true, null])
  expect(fixture.count(balancePath)).toBe(2)
  await vi.advanceTimersByTimeAsync(29 * minuteMs)
  expect(idle.secondsLeft).toBe(60)
  activity.note()
  expect(idle.secondsLeft).toBeNull()
})

it('a sign from a frame after the end does not open the session again', async () => {
  vi.setSystemTime(Date.now() + 31 * minuteMs)
  fixture.root.feature(FrameActivity).note()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fixture.root.session.isLoggedIn).toBe(false)
})

it('does not close the session of a player who plays in another tab', async () => {
  const other = new IdleStore(fixture.root)
  await vi.advanceTimersByTimeAsync(20 * minuteMs)
  other.recordActivity()
  await vi.advanceTimersByTimeAsync(29 * minuteMs - 1_000)
  expect([fixture.root.session.isLoggedIn, idle.secondsLeft]).toEqual([true, null])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(idle.secondsLeft).toBe(60)
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(fixture.root.session.isLoggedIn).toBe(false)
  expect(fixture.local.has('activeAt')).toBe(false)
})
