import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bus, BusMessage } from '#server/bus.ts'
import { defaultBuckets, type Buckets } from '#server/bucketSizes.ts'
import type { Db } from '#server/db/client.ts'
import { createLog } from '#server/log.ts'
import { TokenBuckets } from '#server/tokenBuckets.ts'

const log = createLog('silent')
const db = {} as Db
let listeners: ((message: BusMessage) => void)[]
let published: BusMessage[]
let processes: TokenBuckets[]

/** Delivers at once to every process, as NOTIFY does within milliseconds. */
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

/** How many of `calls` are let through. */
function passed(buckets: TokenBuckets, calls: number, owner = 'ana', name: keyof Buckets = 'bets'): number {
  let through = 0
  for (let i = 0; i < calls; i++) {
    try {
      buckets.take(name, owner)
      through++
    } catch (error) {
      expect(error).toMatchObject({ key: 'tooManyCalls' })
    }
  }
  return through
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
  it('let a burst through, then as many as they gain, and say when to come again', () => {
    const buckets = startProcess({ bets: { perSecond: 2, burst: 6 } })
    expect(passed(buckets, 20)).toBe(6)
    vi.advanceTimersByTime(1_500)
    expect(passed(buckets, 20)).toBe(3)
    expect(() => buckets.take('bets', 'ana')).toThrow(
      expect.objectContaining({ retryAfter: 1, params: { seconds: 1 } }),
    )
    vi.advanceTimersByTime(60_000)
    expect(passed(buckets, 20)).toBe(6)
  })

  it('belong to one owner and one kind of call', () => {
    const buckets = startProcess({ bets: { perSecond: 2, burst: 6 }, calls: { perSecond: 2, burst: 4 } })
    expect(passed(buckets, 20)).toBe(6)
    expect(passed(buckets, 20, 'bia')).toBe(6)
    expect(passed(buckets, 20, 'ana', 'calls')).toBe(4)
  })

  it('let everything through when they are off', () => {
    const buckets = startProcess(null)
    expect(passed(buckets, 10_000)).toBe(10_000)
    vi.advanceTimersByTime(10_000)
    expect(published).toEqual([])
  })

  it('of three processes let through at most what the documents state', () => {
    const size = { perSecond: 20, burst: 60 }
    const all = Array.from({ length: 3 }, () => startProcess({ bets: size }))
    const seconds = 60
    let through = 0
    for (let ms = 0; ms < seconds * 1_000; ms += 10) {
      for (const buckets of all) through += passed(buckets, 2)
      vi.advanceTimersByTime(10)
    }
    expect(through).toBeLessThanOrEqual(size.burst * 3 + size.perSecond * seconds * 1.3)
    // A flood must not lower what its player may do either.
    expect(through).toBeGreaterThan(size.perSecond * seconds)
  })

  it('even when the calls are spread so that each process sees few', () => {
    const size = { perSecond: 20, burst: 60 }
    const all = Array.from({ length: 4 }, () => startProcess({ bets: size }))
    const seconds = 120
    let through = 0
    for (let ms = 0; ms < seconds * 1_000; ms += 60) {
      for (const buckets of all) through += passed(buckets, 1)
      vi.advanceTimersByTime(60)
    }
    expect(through).toBeLessThanOrEqual(size.burst * 4 + size.perSecond * seconds * 1.4)
  })

  it('cost no message at the speed of a player, and few in a crowd', () => {
    const buckets = startProcess({})
    for (let i = 0; i < 60; i++) {
      passed(buckets, 1)
      vi.advanceTimersByTime(1_000)
    }
    expect(published).toEqual([])
    for (let i = 0; i < 1_000; i++) passed(buckets, 5, `player ${i}`)
    vi.advanceTimersByTime(500)
    expect(published).toHaveLength(9)
    for (const message of published) expect(JSON.stringify(message).length).toBeLessThan(8_000)
  })

  it('stay below the size of a message with the longest owners', () => {
    const buckets = startProcess({})
    for (let i = 0; i < 1_000; i++)
      passed(buckets, 30, `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, 'captchas')
    vi.advanceTimersByTime(500)
    expect(published.length).toBeGreaterThan(1)
    for (const message of published) expect(JSON.stringify(message).length).toBeLessThan(8_000)
  })

  it('of an IPv6 address belong to its network', () => {
    const buckets = startProcess({ guests: { perSecond: 1, burst: 4 } })
    const guest = (owner: string) => passed(buckets, 3, owner, 'guests')
    expect(guest('2001:db8:0:7::1')).toBe(3)
    expect(guest('2001:0db8:0000:0007:ffff:0:0:1')).toBe(1)
    expect(guest('2001:db8:0:8::1')).toBe(3)
    expect(guest('2001:db8::1')).toBe(3)
    expect(guest('::ffff:192.0.2.1')).toBe(3)
    expect(guest('::ffff:192.0.2.2')).toBe(3)
  })
})
