import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Stops `Date` for the whole file, so that the sandbox's clock stays where a test has set it, however slow the machine
 * is. Timers still run.
 */
export function stopTime(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
}
