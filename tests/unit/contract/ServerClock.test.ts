import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerClock } from '#contract/ServerClock.ts'

const deviceTime = Date.parse('2030-01-01T12:00:00Z')

beforeEach(() => vi.useFakeTimers({ now: deviceTime }))
afterEach(() => vi.useRealTimers())

it.each([
  ['an hour ahead', deviceTime - 3_600_000],
  ['a day behind', deviceTime + 86_400_000],
])('is the time of the response on a device whose clock is %s', (_, serverTime) => {
  const clock = new ServerClock()
  expect(clock.now()).toBe(deviceTime)
  const askedAt = performance.now()
  vi.advanceTimersByTime(200)
  clock.note(serverTime, askedAt)
  // The response was on its way for up to 200 ms.
  expect(clock.now()).toBe(serverTime + 100)
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toBe(serverTime + 60_100)
})

it('goes on when somebody sets the clock of the device', () => {
  const clock = new ServerClock()
  vi.setSystemTime(deviceTime + 7_200_000)
  vi.advanceTimersByTime(1_000)
  expect(clock.now()).toBe(deviceTime + 1_000)
})

it('does not jump with each response that it agrees with, however slow that was', () => {
  const clock = new ServerClock()
  for (const serverTime of [deviceTime - 10, deviceTime - 4_990]) {
    clock.note(serverTime, performance.now() - 5_000)
    expect(clock.now()).toBe(deviceTime)
  }
})

it('follows a server whose clock was moved', () => {
  const clock = new ServerClock()
  clock.note(deviceTime + 86_400_000, performance.now())
  clock.note(deviceTime, performance.now())
  expect(clock.now()).toBe(deviceTime)
})
