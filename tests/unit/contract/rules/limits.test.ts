import { describe, expect, it } from 'vitest'
import {
  changedLimit,
  currentLimit,
  exceeds,
  exclusionEnd,
  keptLimitsEnd,
  laterEnd,
  noLimit,
  stricterLimit,
  timeOutEnd,
} from '#contract/rules/limits.ts'

const now = new Date('2027-03-10T12:00:00Z')
const tomorrow = new Date('2027-03-11T12:00:00Z')

describe('limits', () => {
  it('applies a first limit and a lower one at once', () => {
    expect(changedLimit(noLimit, 100, now)).toEqual({ amount: 100, next: null })
    expect(changedLimit({ amount: 100, next: null }, 40, now)).toEqual({ amount: 40, next: null })
    expect(changedLimit({ amount: 100, next: null }, 0, now)).toEqual({ amount: 0, next: null })
  })

  it('delays a higher limit, or its removal, by 24 hours', () => {
    const current = { amount: 100, next: null }
    expect(changedLimit(current, 200, now)).toEqual({ amount: 100, next: { amount: 200, from: tomorrow } })
    expect(changedLimit(current, null, now)).toEqual({ amount: 100, next: { amount: null, from: tomorrow } })
  })

  it('applies a change that is due', () => {
    const waiting = changedLimit({ amount: 100, next: null }, 200, now)
    expect(currentLimit(waiting, new Date(tomorrow.getTime() - 1)).amount).toBe(100)
    expect(currentLimit(waiting, tomorrow)).toEqual({ amount: 200, next: null })
    // A new request is compared with the limit that applies then.
    expect(changedLimit(waiting, 150, tomorrow)).toEqual({ amount: 150, next: null })
  })

  it('drops a pending change when the player returns to the limit or goes lower', () => {
    const waiting = changedLimit({ amount: 100, next: null }, 200, now)
    expect(changedLimit(waiting, 100, now)).toEqual({ amount: 100, next: null })
    expect(changedLimit(waiting, 50, now)).toEqual({ amount: 50, next: null })
    expect(changedLimit(waiting, 300, now).next?.amount).toBe(300)
  })

  it('is exceeded above the limit, not at it', () => {
    expect(exceeds(100, 60, 40)).toBe(false)
    expect(exceeds(100, 60, 41)).toBe(true)
    expect(exceeds(null, 1e9, 1e9)).toBe(false)
    expect(exceeds(0, 0, 1)).toBe(true)
  })
})

describe('pauses', () => {
  it('last the days and months requested', () => {
    expect(timeOutEnd(null, 1, now)).toEqual(tomorrow)
    expect(exclusionEnd(null, 6, now)).toEqual(new Date('2027-09-10T12:00:00Z'))
    expect(exclusionEnd(null, 6, new Date('2027-08-31T12:00:00Z'))).toEqual(new Date('2028-03-01T12:00:00Z'))
  })

  it('are never shortened', () => {
    const excludedUntil = exclusionEnd(null, 12, now)
    expect(timeOutEnd(excludedUntil, 1, now)).toEqual(excludedUntil)
    expect(exclusionEnd(excludedUntil, 6, now)).toEqual(excludedUntil)
    expect(exclusionEnd(excludedUntil, 24, now)).toEqual(new Date('2029-03-10T12:00:00Z'))
  })
})

describe('the limits of an erased account', () => {
  const plain = (amount: number | null) => ({ amount, next: null })
  const raised = (amount: number, to: number | null) => ({ amount, next: { amount: to, from: tomorrow } })

  it.each([
    [plain(100), plain(40), plain(40)],
    [noLimit, plain(100), plain(100)],
    [plain(0), plain(100), plain(0)],
    [noLimit, noLimit, noLimit],
    [plain(100), raised(100, 500), plain(100)],
    [raised(50, null), plain(100), raised(50, 100)],
    [raised(50, 70), plain(100), raised(50, 70)],
    [raised(50, 500), noLimit, raised(50, 500)],
  ])('of %j and %j the stricter one applies: %j', (one, other, expected) => {
    expect(stricterLimit(one, other, now)).toEqual(expected)
    expect(stricterLimit(other, one, now)).toEqual(expected)
  })

  it('a raise that is due counts as the limit', () => {
    expect(stricterLimit(raised(50, 500), plain(100), tomorrow)).toEqual(plain(100))
  })

  it('are stored for a year, a pause until its end', () => {
    expect(keptLimitsEnd(now).toISOString()).toBe('2028-03-09T12:00:00.000Z')
    expect(laterEnd(now, tomorrow)).toBe(tomorrow)
    expect(laterEnd(null, now)).toBe(now)
    expect(laterEnd(null, null)).toBeNull()
  })
})
