import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bus, BusMessage } from '#server/messaging/bus.ts'
import { defaultBuckets, type Buckets } from '#server/config/bucketSizes.ts'
import type { Db } from '#server/db/client.ts'
import { createLog } from '#server/observe/log.ts'
import { TokenBuckets } from '#server/flow/tokenBuckets.ts'

const log = createLog('silent')
const db = {} as Db
let listeners: ((message: BusMessage) => void)[]
let published: BusMessage[]
let processes: TokenBuckets[]

/** Delivers immediately to every process; NOTIFY does so within milliseconds. */
const bus = {
  publishAll: (_db: unknown, messages: readonly BusMessage[]) => {
    published.push(...messages)
    for (const message of messages) for (const listener of listeners) listener(message)
    return Promise.resolve()
  },
  subscribe: (listener: (message: BusMessage) => void) => {
    listeners.push(listener)
    return () => undefined
  },
} as unknown as Bus

function startProcess(sizes: Partial<Buckets> | null): TokenBuckets {
  const buckets = new TokenBuckets({ bus, db, log }, sizes && { ...defaultBuckets, ...sizes })
  processes.push(buckets)
  return buckets
}

/** The number of calls, out of `calls`, that are allowed. */
function countAllowed(
  buckets: TokenBuckets,
  calls: number,
  owner = 'ana',
  name: keyof Buckets = 'bets',
): number {
  let allowed = 0
  for (let i = 0; i < calls; i++) {
    try {
      buckets.take(name, owner)
      allowed++
    } catch (error) {
      expect(error).toMatchObject({ key: 'tooManyCalls' })
    }
  }
  return allowed
}

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  published = []
  processes = []
})
afterEach(() => {
  for (const buckets of processes) buckets.stop()
  vi.useRealTimers()
})

describe('token buckets', () => {
  it('allow a burst, then as many calls as are refilled, and say when to retry', () => {
    const buckets = startProcess({ bets: { perSecond: 2, burst: 6 } })
    expect(countAllowed(buckets, 20)).toBe(6)
    vi.advanceTimersByTime(1_500)
    expect(countAllowed(buckets, 20)).toBe(3)
    expect(() => buckets.take('bets', 'ana')).toThrow(
      expect.objectContaining({ retryAfter: 1, params: { seconds: 1 } }),
    )
    vi.advanceTimersByTime(60_000)
    expect(countAllowed(buckets, 20)).toBe(6)
  })

  it('belong to one owner and one kind of call', () => {
    const buckets = startProcess({ bets: { perSecond: 2, burst: 6 }, calls: { perSecond: 2, burst: 4 } })
    expect(countAllowed(buckets, 20)).toBe(6)
    expect(countAllowed(buckets, 20, 'bia')).toBe(6)
    expect(countAllowed(buckets, 20, 'ana', 'calls')).toBe(4)
  })

  it('allow everything when they are off', () => {
    const buckets = startProcess(null)
    expect(countAllowed(buckets, 10_000)).toBe(10_000)
    vi.advanceTimersByTime(10_000)
    expect(published).toEqual([])
  })

  it('of three processes allow at most what the documents state', () => {
    const size = { perSecond: 20, burst: 60 }
    const all = Array.from({ length: 3 }, () => startProcess({ bets: size }))
    const seconds = 60
    let allowed = 0
    for (let ms = 0; ms < seconds * 1_000; ms += 10) {
      for (const buckets of all) allowed += countAllowed(buckets, 2)
      vi.advanceTimersByTime(10)
    }
    expect(allowed).toBeLessThanOrEqual(size.burst * 3 + size.perSecond * seconds * 1.3)
    // Nor may a flood lower what its player is allowed.
    expect(allowed).toBeGreaterThan(size.perSecond * seconds)
  })

  it('do so even when the calls are spread so that each process sees few', () => {
    const size = { perSecond: 20, burst: 60 }
    const all = Array.from({ length: 4 }, () => startProcess({ bets: size }))
    const seconds = 120
    let allowed = 0
    for (let ms = 0; ms < seconds * 1_000; ms += 60) {
      for (const buckets of all) allowed += countAllowed(buckets, 1)
      vi.advanceTimersByTime(60)
    }
    expect(allowed).toBeLessThanOrEqual(size.burst * 4 + size.perSecond * seconds * 1.4)
  })

  it('send no message for the calls of one player, and few for those of a crowd', () => {
    const buckets = startProcess({})
    for (let i = 0; i < 60; i++) {
      countAllowed(buckets, 1)
      vi.advanceTimersByTime(1_000)
    }
    expect(published).toEqual([])
    for (let i = 0; i < 1_000; i++) countAllowed(buckets, 5, `player ${i}`)
    vi.advanceTimersByTime(500)
    expect(published).toHaveLength(9)
    for (const message of published) expect(JSON.stringify(message).length).toBeLessThan(8_000)
  })

  it('stay below the size of a message with the longest owners', () => {
    const buckets = startProcess({})
    for (let i = 0; i < 1_000; i++)
      countAllowed(buckets, 30, `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, 'captchas')
    vi.advanceTimersByTime(500)
    expect(published.length).toBeGreaterThan(1)
    for (const message of published) expect(JSON.stringify(message).length).toBeLessThan(8_000)
  })

  it('of an IPv6 address belong to its network', () => {
    const buckets = startProcess({ guests: { perSecond: 1, burst: 4 } })
    const guest = (owner: string) => countAllowed(buckets, 3, owner, 'guests')
    expect(guest('2001:db8:0:7::1')).toBe(3)
    expect(guest('2001:0db8:0000:0007:ffff:0:0:1')).toBe(1)
    expect(guest('2001:db8:0:8::1')).toBe(3)
    expect(guest('2001:db8::1')).toBe(3)
    expect(guest('::ffff:192.0.2.1')).toBe(3)
    expect(guest('::ffff:192.0.2.2')).toBe(3)
  })
})
