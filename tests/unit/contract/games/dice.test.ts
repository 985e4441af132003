import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DICE_ROLLS,
  diceMultiplier,
  diceOutcome,
  diceRtp,
  diceTarget,
  parseDice,
  settleDice,
  type DiceParams,
} from '#contract/games/dice.ts'
import { rational, toNumber } from '#contract/rational.ts'
import { cents } from '#contract/money.ts'
import { chainDraws, chiSquare, counts, critical } from './chain.ts'

const chances = fc.integer({ min: 200, max: 9800 }).map((hundredths) => hundredths / 100)
const directions = fc.constantFrom('over' as const, 'under' as const)
const wins = (params: DiceParams, roll: number) => settleDice(cents(100), params, { roll }).won

describe('parameters', () => {
  it.each([2, 98, 49.5, 49.55, 33.33])('accepts a chance of %s %%', (chance) => {
    expect(parseDice({ direction: 'over', chance })).toEqual({
      ok: true,
      value: { direction: 'over', chance },
    })
  })

  it.each([1.99, 98.01, 50.005, '50', null, Number.NaN, Infinity])('refuses a chance of %s', (chance) => {
    expect(parseDice({ direction: 'under', chance })).toEqual({ ok: false, error: 'betInvalid' })
  })

  it('refuses another direction, and never throws', () => {
    expect(parseDice({ direction: 'up', chance: 50 })).toEqual({ ok: false, error: 'betInvalid' })
    fc.assert(fc.property(fc.anything(), (input) => typeof parseDice(input).ok === 'boolean'))
  })
})

describe('roll', () => {
  it('covers 0.00 to 100.00', () => {
    expect(diceOutcome([0]).roll).toBe(0)
    expect(diceOutcome([1 - 2 ** -32]).roll).toBe(100)
    expect(() => diceOutcome([])).toThrow(RangeError)
  })

  it('is uniform (20,000 draws in 73 bins)', () => {
    const parts = chainDraws('dice', 20_000, 1).map((list) =>
      Math.floor((diceOutcome(list).roll * 100) / 137),
    )
    const observed = counts(parts, 74)
    const shares = observed.map((_, i) => (i < 73 ? 137 / DICE_ROLLS : 0)).slice(0, 73)
    expect(observed[73]).toBe(0)
    expect(chiSquare(observed.slice(0, 73), shares)).toBeLessThan(critical(72))
  })
})

describe('bet', () => {
  it('has a target number, which itself loses', () => {
    expect(diceTarget({ direction: 'over', chance: 49.5 })).toBe(50.5)
    expect(diceTarget({ direction: 'under', chance: 49.5 })).toBe(49.5)
    expect(wins({ direction: 'over', chance: 49.5 }, 50.5)).toBe(false)
    expect(wins({ direction: 'over', chance: 49.5 }, 50.51)).toBe(true)
    expect(wins({ direction: 'under', chance: 49.5 }, 49.5)).toBe(false)
    expect(wins({ direction: 'under', chance: 49.5 }, 49.49)).toBe(true)
  })

  it.each([
    [50, 19_800],
    [49.5, 20_000],
    [2, 495_000],
    [98, 10_102],
    [33.33, 29_702],
  ])('pays 99 / %s %% = %s ten-thousandths', (chance, multiplier) => {
    expect(diceMultiplier(chance)).toBe(multiplier)
  })

  it('settles in cents', () => {
    expect(settleDice(cents(1000), { direction: 'under', chance: 98 }, { roll: 28.07 })).toEqual({
      won: true,
      multiplier: 10_102,
      payout: 1010,
    })
    expect(settleDice(cents(1000), { direction: 'over', chance: 50 }, { roll: 28.07 }).payout).toBe(0)
  })

  it('wins on exactly 100 x chance of the 10,001 rolls, both ways', () => {
    const rolls = Array.from({ length: DICE_ROLLS }, (_, i) => i / 100)
    fc.assert(
      fc.property(directions, chances, (direction, chance) => {
        expect(rolls.filter((roll) => wins({ direction, chance }, roll))).toHaveLength(
          Math.round(chance * 100),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('returns 98.99 %: exactly 9900/10001 where the multiplier is not truncated', () => {
    expect(diceRtp(50)).toEqual(rational(9900, 10_001))
    expect(toNumber(diceRtp(49.5)).toFixed(4)).toBe('0.9899')
    fc.assert(
      fc.property(chances, (chance) => {
        expect(toNumber(diceRtp(chance))).toBeLessThanOrEqual(toNumber(rational(9900, 10_001)))
        expect(toNumber(diceRtp(chance))).toBeGreaterThan(0.9898)
      }),
    )
  })
})
