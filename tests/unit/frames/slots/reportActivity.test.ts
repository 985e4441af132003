import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportActivity } from '#frames/slots/host/reportActivity.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports what the player does, at most every five seconds', () => {
  const page = new EventTarget()
  const report = vi.fn()
  reportActivity(page as unknown as Window, report)
  vi.advanceTimersByTime(60_000)
  expect(report).not.toHaveBeenCalled()
  for (const input of ['pointerdown', 'keydown', 'pointermove']) page.dispatchEvent(new Event(input))
  expect(report).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  page.dispatchEvent(new Event('keydown'))
  expect(report).toHaveBeenCalledTimes(2)
})
