import { expect, it } from 'vitest'
import { Backoff } from '#main/recovery/Backoff.ts'

it('waits longer after every failure, at most 4 s, and not at all after a quiet 10 s', () => {
  let now = 0
  const backoff = new Backoff(() => now)
  const waits = Array.from({ length: 7 }, () => backoff.next())
  expect(waits).toEqual([0, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
  now += 10_001
  expect(backoff.next()).toBe(0)
})
