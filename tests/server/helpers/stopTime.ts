import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Stops `Date` for the whole file: the sandbox's clock then stays where a test moved it, however slow the machine is.
 * Timers still run.
 */
export function stopTime(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
}
