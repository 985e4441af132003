import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withTimeout } from '#renderer/app/withTimeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a chunk', () => {
  it('that does not load fails after 120 s, not before', async () => {
    let failure: unknown
    withTimeout(new Promise(() => undefined)).catch((error: unknown) => (failure = error))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(failure).toBeInstanceOf(Error)
  })

  it('that loads leaves no timer behind, and one that fails says why', async () => {
    expect(await withTimeout(Promise.resolve('screen'))).toBe('screen')
    await expect(withTimeout(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(vi.getTimerCount()).toBe(0)
  })
})
