import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gathered } from '#server/flow/Gathered.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([0, 20])('does the work of all keys of %i ms once, each key once', async (ms) => {
  const work = vi.fn((keys: string[]) => Promise.resolve(keys.join()))
  const gathered = new Gathered(work, ms)
  const first = [gathered.add('b'), gathered.add('a'), gathered.add('b')]
  await vi.advanceTimersByTimeAsync(ms)
  expect(await Promise.all(first)).toEqual(['b,a', 'b,a', 'b,a'])
  const second = gathered.add('c')
  await vi.advanceTimersByTimeAsync(ms)
  expect(await second).toBe('c')
  expect(work).toHaveBeenCalledTimes(2)
})

it('what comes while the work is done is the next work, also after one that has failed', async () => {
  const work = vi.fn((keys: string[]) =>
    keys.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve(keys),
  )
  const gathered = new Gathered(work, 0)
  const bad = [gathered.add('bad'), gathered.add('other')].map((result) =>
    expect(result).rejects.toThrow('no'),
  )
  await vi.advanceTimersByTimeAsync(0)
  await Promise.all(bad)
  const good = gathered.add('good')
  await vi.advanceTimersByTimeAsync(0)
  expect(await good).toEqual(['good'])
})
