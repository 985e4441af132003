import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  limboChance,
  limboMultiplier,
  limboOutcome,
  limboRtp,
  parseLimbo,
  settleLimbo,
  type LimboOutcome,
} from '#contract/games/limbo.ts'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { rational, toNumber } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'

const wins = (target: number, outcome: LimboOutcome) => settleLimbo(cents(100), { target }, outcome).won
const targets = fc
  .oneof(fc.integer({ min: 101, max: 20_000 }), fc.integer({ min: 101, max: 100_000_000 }))
  .map((hundredths) => hundredths / 100)

describe('parameters', () => {
  it.each([1.01, 2, 17.41, 1_000_000])('accepts the target %s', (target) => {
    expect(parseLimbo({ target })).toEqual({ ok: true, value: { target } })
  })

  it.each([1, 1.001, 1_000_000.01, 2.005, '2', null, Number.NaN, Infinity])(
    'refuses the target %s',
    (target) => {
      expect(parseLimbo({ target })).toEqual({ ok: false, error: 'betInvalid' })
    },
  )

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof parseLimbo(input).ok === 'boolean'))
  })
})

describe('draw', () => {
  it('is at least 1.00, and truncated to two decimals', () => {
    expect(limboOutcome([1 - 2 ** -32]).result).toBe(1)
    expect(limboOutcome([0.985]).result).toBe(1)
    expect(limboOutcome([0.5]).result).toBe(1.97)
    expect(limboOutcome([0]).result).toBe(16_609_443.84)
  })

  it('reaches 1.5, 2, 3, 5, 10 and 100 as often as expected (20,000 draws)', () => {
    const steps = [1.5, 2, 3, 5, 10, 100]
    const classes = chainDraws('limbo', 20_000, 1).map((list) => {
      const outcome = limboOutcome(list)
      return steps.filter((target) => wins(target, outcome)).length
    })
    const chances = [1, ...steps.map((target) => toNumber(limboChance(target))), 0]
    const shares = chances.slice(0, -1).map((chance, i) => chance - (chances[i + 1] ?? 0))
    expect(chiSquare(counts(classes, 7), shares)).toBeLessThan(critical(6))
  })
})

describe('bet', () => {
  it('wins when the result is the target exactly', () => {
    expect(wins(17.41, { result: 17.41 })).toBe(true)
    expect(wins(17.42, { result: 17.41 })).toBe(false)
  })

  it('settles at the target', () => {
    expect(limboMultiplier(17.41)).toBe(174_100)
    expect(settleLimbo(cents(1000), { target: 17.41 }, { result: 17.41 })).toEqual({
      won: true,
      multiplier: 174_100,
      payout: 17_410,
    })
    expect(settleLimbo(cents(1000), { target: 17.42 }, { result: 17.41 }).payout).toBe(0)
    expect(settleLimbo(cents(10_000), { target: 1_000_000 }, { result: 1_000_000 }).payout).toBe(MAX_WIN)
  })

  it('has the stated chance: the last winning draw wins, the next one loses', () => {
    fc.assert(
      fc.property(targets, (target) => {
        const { numerator, denominator } = limboChance(target)
        const winners = Number((numerator * 2n ** 24n) / denominator)
        expect(wins(target, limboOutcome([(winners - 1) / 2 ** 24]))).toBe(true)
        expect(wins(target, limboOutcome([winners / 2 ** 24]))).toBe(false)
      }),
    )
  })

  it('returns at most 99 %, nearly all of it for small targets, 95.4 % at the largest', () => {
    fc.assert(fc.property(targets, (target) => toNumber(limboRtp(target)) <= 0.99))
    expect(toNumber(limboRtp(2))).toBeCloseTo(0.99, 6)
    expect(toNumber(limboRtp(100))).toBeCloseTo(0.99, 4)
    expect(limboRtp(1_000_000)).toEqual(rational(16_000_000, 2 ** 24))
    fc.assert(fc.property(targets, (target) => toNumber(limboRtp(target)) > 0.93))
  })
})
