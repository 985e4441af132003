import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoadDeadline } from '#main/payment/LoadDeadline.ts'

const missed = vi.fn()
let deadline: LoadDeadline

beforeEach(() => {
  vi.useFakeTimers()
  missed.mockClear()
  deadline = new LoadDeadline(missed)
  deadline.start()
})

afterEach(() => vi.useRealTimers())

it('is missed by a page that never comes', () => {
  vi.advanceTimersByTime(14_999)
  expect(missed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(missed).toHaveBeenCalledOnce()
})

it('is met by a page that stays; what it loads later may take longer', () => {
  vi.advanceTimersByTime(11_500)
  deadline.onReady()
  vi.advanceTimersByTime(3_000)
  deadline.onNavigation()
  vi.advanceTimersByTime(60_000)
  expect(missed).not.toHaveBeenCalled()
})

it('is met by a page that comes just in time', () => {
  vi.advanceTimersByTime(14_999)
  deadline.onReady()
  vi.advanceTimersByTime(3_000)
  deadline.onNavigation()
  vi.advanceTimersByTime(60_000)
  expect(missed).not.toHaveBeenCalled()
})

it.each([500, 2_500])('is missed by pages that each stay for %i ms', (staysMs) => {
  for (let page = 0; page < 30; page++) {
    deadline.onReady()
    vi.advanceTimersByTime(staysMs)
    deadline.onNavigation()
  }
  expect(missed).toHaveBeenCalledOnce()
})

it('is missed by a page that sends the customer on to one that never comes', () => {
  deadline.onReady()
  vi.advanceTimersByTime(500)
  deadline.onNavigation()
  vi.advanceTimersByTime(14_500)
  expect(missed).toHaveBeenCalledOnce()
})

it('ends when it is stopped', () => {
  deadline.onReady()
  deadline.stop()
  vi.advanceTimersByTime(60_000)
  expect(missed).not.toHaveBeenCalled()
})
