import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diceCounted } from '#contract/games/dice.ts'
import { doubleColours, doubleCounted } from '#contract/games/double.ts'
import { limboCounted } from '#contract/games/limbo.ts'
import { luckyColorCounted, luckyColorPicks } from '#contract/games/luckyColor.ts'
import { minesChance } from '#contract/games/mines.ts'
import { rational } from '#contract/rational.ts'
import { rowDoubleChance } from '#contract/games/rowDouble.ts'
import { cents, ZERO } from '#contract/money.ts'
import { countedSides, countedStake, shareOf, turnoverSteps } from '#contract/rules/turnoverWeight.ts'

const amount = fc.integer({ min: 1, max: 1e9 }).map(cents)

describe('the part of a stake that counts for the turnover depends on its chance of winning', () => {
  it('is 5 % of the stake at a chance of 90 % or more, 25 % at 75 % or more, and all of it below', () => {
    expect(turnoverSteps.map(({ chance, counts }) => [chance, counts])).toEqual([
      [90, 5],
      [75, 25],
      [0, 100],
    ])
    const counted = (percent: number) =>
      countedStake(cents(1_000), rational(Math.round(percent * 100), 10_000))
    expect([98, 90, 89.99, 75, 74.99, 50, 0].map(counted)).toEqual([50, 50, 250, 250, 1_000, 1_000, 1_000])
  })

  it('is truncated to cents, never above the stake, and never higher for a safer bet', () => {
    expect(countedStake(cents(19), rational(98, 100))).toBe(0)
    const chance = fc.integer({ min: 0, max: 1_000 })
    fc.assert(
      fc.property(amount, chance, chance, (stake, a, b) => {
        const [risky, safe] = [Math.min(a, b), Math.max(a, b)].map((one) =>
          countedStake(stake, rational(one, 1_000)),
        )
        expect(safe).toBeLessThanOrEqual(risky ?? 0)
        expect(risky).toBeLessThanOrEqual(stake)
      }),
    )
  })

  it("uses the chosen chance in dice and the target's chance in limbo, and their edge of 1 %", () => {
    const dice = (chance: number) => diceCounted(cents(1_000), { direction: 'under', chance })
    expect([98, 90, 89.99, 75, 74.99, 2].map(dice)).toEqual([12, 12, 62, 62, 250, 250])
    const limbo = (target: number) => limboCounted(cents(1_000), { target })
    expect([1.01, 1.1, 1.11, 1.32, 1.33, 100].map(limbo)).toEqual([12, 12, 62, 62, 250, 250])
  })

  it('uses the chance of the current step in mines and row double', () => {
    expect(minesChance(1, 1)).toEqual(rational(24, 25))
    expect(minesChance(3, 2)).toEqual(rational(22 * 21, 25 * 24))
    expect(rowDoubleChance('easy', 2)).toEqual(rational(9, 16))
  })
})

describe('bets on one round count together', () => {
  it('in double: nothing for red against black, all of an uncovered part', () => {
    const counted = (red: number, white: number, black: number) =>
      doubleCounted({ red: cents(red), white: cents(white), black: cents(black) })
    expect(counted(1_000, 0, 0)).toBe(1_000)
    expect(counted(0, 1_000, 0)).toBe(1_000)
    expect(counted(1_000, 0, 1_000)).toBe(0)
    expect(counted(700, 100, 700)).toBe(0)
    // Twice the average loss, which is 40.00 if black lands and 160.00 if white lands.
    expect(counted(10_000, 0, 6_000)).toBe(4_000)
    expect(counted(10_000, 0, 1_000)).toBe(Math.floor((2 * (7 * 9_000 + 11_000)) / 15))
    // Both bets lose if black lands.
    expect(counted(1_000, 1_000, 0)).toBe(Math.floor((2 * 7 * 2_000) / 15))
    expect(doubleCounted({})).toBe(0)
  })

  it('in lucky color: nothing for small against big, half of a single bet', () => {
    const counted = (stakes: Partial<Record<(typeof luckyColorPicks)[number], number>>) =>
      luckyColorCounted({
        stakes: luckyColorPicks.flatMap((pick) => {
          const stake = stakes[pick]
          return stake === undefined ? [] : { pick, stake: cents(stake) }
        }),
      })
    for (const pick of luckyColorPicks) expect(counted({ [pick]: 1_000 })).toBe(500)
    expect(counted({ small: 1_000, big: 1_000 })).toBe(0)
    expect(counted({ green: 1_000, red: 1_000, violet: 200 })).toBe(0)
    expect(counted(Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [digit, 100])))).toBe(0)
    expect(counted({ 3: 1_000, 7: 1_000 })).toBe(1_000)
  })

  it('is never above the stakes, and is shared among the bets', () => {
    const stakes = fc.record({ red: amount, white: amount, black: amount }, { requiredKeys: [] })
    fc.assert(
      fc.property(stakes, (bets) => {
        const all = cents(doubleColours.reduce((sum, colour) => sum + (bets[colour] ?? 0), 0))
        fc.pre(all > 0)
        const counted = doubleCounted(bets)
        expect(counted).toBeGreaterThanOrEqual(0)
        expect(counted).toBeLessThanOrEqual(all)
        const shares = doubleColours.map((colour) => shareOf(counted, bets[colour] ?? ZERO, all))
        const sum = shares.reduce((total, one) => total + one, 0)
        expect(sum).toBeLessThanOrEqual(counted)
        expect(sum).toBeGreaterThan(counted - 3)
      }),
    )
  })
})

describe('bets on one market of a match count together', () => {
  const side = (stakes: number, odds: number) => ({
    stakes: cents(stakes),
    payout: rational(Math.round(stakes * odds)),
  })

  it('weights one side by its odds', () => {
    expect(countedSides([side(1_000, 2)])).toBe(1_000)
    expect(countedSides([side(1_000, 1.33)])).toBe(250)
    expect(countedSides([side(1_000, 1.11)])).toBe(50)
  })

  it('counts nothing for opposite sides with equal payouts, whatever the odds', () => {
    expect(countedSides([side(1_000, 1.9), side(1_000, 1.9)])).toBe(0)
    expect(countedSides([side(2_000, 1.4), side(1_000, 2.8)])).toBe(0)
    expect(countedSides([side(1_000, 2.5), side(750, 3.33), side(850, 2.94)])).toBe(0)
  })

  it('counts the part that is not covered', () => {
    expect(countedSides([side(1_000, 2), side(100, 2)])).toBe(900)
    // Two of three outcomes are covered: what the third one would lose counts.
    expect(countedSides([side(1_000, 3), side(1_000, 3)])).toBe(1_333)
  })
})
