import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import {
  isCapped,
  multiplierNumber,
  multiplierOf,
  nearestMultiplier,
  payoutOf,
  settle,
} from '#contract/games/multiplier.ts'
import { floorOf, nearestOf, plus, rational, rationalOf, times, toNumber } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'

describe('rational', () => {
  it('is stored in lowest terms with a positive denominator', () => {
    expect(rational(6, -4)).toEqual({ numerator: -3n, denominator: 2n })
    expect(rational(0, 7)).toEqual({ numerator: 0n, denominator: 1n })
    expect(() => rational(1, 0)).toThrow(RangeError)
  })

  it('reads decimals as written', () => {
    expect(rationalOf(1.91)).toEqual(rational(191, 100))
    expect(rationalOf(-0.25)).toEqual(rational(-1, 4))
    expect(rationalOf(1e-7)).toEqual(rational(1, 10_000_000))
    expect(rationalOf(1e21)).toEqual(rational(10n ** 21n))
    for (const bad of [Number.NaN, Infinity]) expect(() => rationalOf(bad)).toThrow(RangeError)
  })

  it('computes, and rounds down below zero too', () => {
    expect(plus(rational(1, 6), rational(1, 3))).toEqual(rational(1, 2))
    expect(times(rational(2, 3), rational(3, 4))).toEqual(rational(1, 2))
    expect(floorOf(rational(7, 2))).toBe(3n)
    expect(floorOf(rational(-7, 2))).toBe(-4n)
    expect(floorOf(rational(-4, 2))).toBe(-2n)
  })

  it('rounds to the nearest, with ties rounded down', () => {
    expect(
      [rational(1, 2), rational(3, 2), rational(7, 5), rational(8, 5), rational(-1, 2), rational(3)].map(
        nearestOf,
      ),
    ).toEqual([0n, 1n, 1n, 2n, -1n, 3n])
  })

  it('becomes a number even when its parts are beyond 2^53', () => {
    expect(toNumber(rational(10n ** 30n + 1n, 3n * 10n ** 30n))).toBeCloseTo(1 / 3, 14)
    expect(toNumber(rational(14, 15))).toBeCloseTo(14 / 15, 14)
  })
})

describe('multiplier', () => {
  it('is truncated, not rounded, to four decimals', () => {
    expect(multiplierOf(rational(103_125, 100_000))).toBe(10_312)
    expect(multiplierOf(rational(199_999, 100_000))).toBe(19_999)
    expect(nearestMultiplier(rational(103_125, 100_000))).toBe(10_312)
    expect(nearestMultiplier(rational(103_126, 100_000))).toBe(10_313)
    expect(multiplierNumber(multiplierOf(rationalOf(1.9974)))).toBe(1.9974)
  })

  it('pays whole cents, rounded down', () => {
    expect(payoutOf(cents(10), multiplierOf(rationalOf(1.0312)))).toBe(10)
    expect(payoutOf(cents(100), multiplierOf(rationalOf(1.0312)))).toBe(103)
    expect(payoutOf(cents(115), multiplierOf(rationalOf(1.1)))).toBe(126)
    expect(settle(cents(100), true, multiplierOf(rational(2)))).toEqual({
      won: true,
      multiplier: 20_000,
      payout: 200,
    })
    expect(settle(cents(100), false, multiplierOf(rational(2)))).toEqual({
      won: false,
      multiplier: 0,
      payout: 0,
    })
  })

  it('pays at most MAX_WIN, and says so', () => {
    const thousand = multiplierOf(rational(1000))
    expect(payoutOf(cents(100_000), thousand)).toBe(MAX_WIN)
    expect(isCapped(cents(100_000), thousand)).toBe(false)
    expect(payoutOf(cents(500_000), thousand)).toBe(MAX_WIN)
    expect(isCapped(cents(100_001), thousand)).toBe(true)
  })

  it('never pays more than stake x multiplier, nor a cent less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 500_000 }),
        fc.integer({ min: 1, max: 2_000_000 }),
        (stake, scaled) => {
          const payout = BigInt(payoutOf(cents(stake), multiplierOf(rational(scaled, 10_000))))
          const exact = BigInt(stake) * BigInt(scaled)
          expect(payout * 10_000n <= exact && exact < (payout + 1n) * 10_000n).toBe(true)
        },
      ),
    )
  })
})
