import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixture } from './rootFixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('loading indicator', () => {
  it('the start indicator clears 600 ms after the first render, however late that comes', async () => {
    const { root } = createFixture()
    await root.start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(root.loading.isStarting).toBe(true)
    root.loading.start()
    await vi.advanceTimersByTimeAsync(599)
    expect(root.loading.isStarting).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(root.loading.isStarting).toBe(false)
  })

  it('is on while any request runs that is not silent', () => {
    const { root } = createFixture()
    root.loading.change(1)
    root.loading.change(1)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(true)
    root.loading.change(-1)
    expect(root.loading.isOn).toBe(false)
  })
})
