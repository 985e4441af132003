import { describe, expect, it } from 'vitest'
import { diceChance, diceMultiplier } from '#contract/games/dice.ts'
import { doubleChance, doubleReturn, type DoubleColour } from '#contract/games/double.ts'
import { limboChance, limboMultiplier } from '#contract/games/limbo.ts'
import { luckyColorChance, luckyColorOf, settleLuckyColor } from '#contract/games/luckyColor.ts'
import { minesChance, minesMultiplier } from '#contract/games/mines.ts'
import { payoutOf, type Multiplier } from '#contract/games/multiplier.ts'
import { rowDoubleChance, rowDoubleMultiplier } from '#contract/games/rowDouble.ts'
import { evaluateSpin, slotCodes, slotThemes, STRIP_LENGTH } from '#contract/games/slots.ts'
import { slotWinTier, winTier, type WinTier } from '#contract/games/winTier.ts'
import { add, cents, ZERO, type Cents } from '#contract/money.ts'
import { toNumber, type Rational } from '#contract/rational.ts'

const stake = cents(10_00)
const tierOf = (multiplier: Multiplier, chance: Rational) =>
  winTier(payoutOf(stake, multiplier), stake, toNumber(chance))

it('is no win up to the stake, however improbable', () => {
  expect(winTier(ZERO, stake, 0.001)).toBe('none')
  expect(winTier(cents(4_00), stake, 0.001)).toBe('back')
  expect(winTier(stake, stake, 0.001)).toBe('back')
})

describe('the tier of a win follows from the chance that the rules gave it', () => {
  it.each<[number, WinTier]>([
    [98, 'win'],
    [50, 'win'],
    [20.01, 'win'],
    [20, 'big'],
    [2.01, 'big'],
    [2, 'huge'],
  ])('dice with a chance of %f %%: %s', (chance, tier) => {
    expect(tierOf(diceMultiplier(chance), diceChance({ direction: 'over', chance }))).toBe(tier)
  })

  it.each<[number, WinTier]>([
    [1.01, 'win'],
    [4.94, 'win'],
    [4.95, 'big'],
    [49.49, 'big'],
    [49.51, 'huge'],
    [1_000_000, 'huge'],
  ])('limbo at %fx: %s', (target, tier) => {
    expect(tierOf(limboMultiplier(target), limboChance(target))).toBe(tier)
  })

  it.each<[number, number, WinTier]>([
    [3, 1, 'win'],
    [3, 9, 'win'],
    // 5x: fewer than one board in five.
    [3, 10, 'big'],
    [10, 4, 'big'],
    [3, 18, 'huge'],
    [24, 1, 'big'],
    [20, 3, 'huge'],
  ])('mines with %i mines and %i gems: %s', (mines, gems, tier) => {
    const multiplier = minesMultiplier(mines, gems)
    expect(tierOf(multiplier, minesChance(mines, gems))).toBe(tier)
    if (multiplier >= 5 * 10_000) expect(tier).not.toBe('win')
  })

  it.each(['easy', 'medium', 'hard'] as const)('tower, %s: the higher the rarer', (mode) => {
    const tiers = Array.from({ length: 9 }, (_, index) =>
      tierOf(rowDoubleMultiplier(mode, index + 1), rowDoubleChance(mode, index + 1)),
    )
    const first = (tier: WinTier) => tiers.indexOf(tier) + 1
    expect([first('win'), first('big'), first('huge')]).toEqual(
      { easy: [1, 6, 0], medium: [1, 4, 0], hard: [1, 3, 6] }[mode],
    )
  })

  it('double: white is big; red and black, and white beside both colours, are not', () => {
    const tier = (stakes: Partial<Record<DoubleColour, Cents>>, landed: DoubleColour) => {
      const payout = doubleReturn(stakes[landed] ?? ZERO, landed)
      return winTier(payout, add(ZERO, ...Object.values(stakes)), doubleChance(stakes, payout))
    }
    expect(doubleChance({ white: stake }, cents(140_00))).toBeCloseTo(1 / 15)
    expect(tier({ white: stake }, 'white')).toBe('big')
    expect(tier({ red: stake }, 'red')).toBe('win')
    expect(tier({ red: stake, white: stake }, 'white')).toBe('big')
    // Red would have paid more.
    expect(tier({ red: cents(80_00), white: stake }, 'white')).toBe('win')
    // 1.27 times the stakes.
    expect(tier({ red: stake, black: stake, white: cents(2_00) }, 'white')).toBe('win')
  })

  it('lucky colour: a digit is big, a colour and a size are not', () => {
    const tier = (picks: Parameters<typeof luckyColorChance>[0]['stakes'], digit: number) => {
      const bet = { stakes: picks }
      const { payout } = settleLuckyColor(bet, luckyColorOf(digit))
      const total = add(ZERO, ...picks.map((each) => each.stake))
      return winTier(payout, total, luckyColorChance(bet, payout))
    }
    expect(tier([{ pick: '7', stake }], 7)).toBe('big')
    expect(tier([{ pick: 'green', stake }], 7)).toBe('win')
    expect(tier([{ pick: 'big', stake }], 7)).toBe('win')
    expect(tier([{ pick: 'violet', stake }], 5)).toBe('win')
    expect(
      tier(
        [
          { pick: 'green', stake },
          { pick: '7', stake },
        ],
        7,
      ),
    ).toBe('big')
  })

  it.each(slotCodes)('%s: a big win is rarer than one spin in fifty, a huge one rarer than that', (code) => {
    const counts = { none: 0, back: 0, win: 0, big: 0, huge: 0 }
    const spins = 20_000
    // The same stops in every run, spread over all of them.
    let seed = 20_261_129
    const stop = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((seed / 2 ** 32) * STRIP_LENGTH)
    }
    for (let spin = 0; spin < spins; spin++) {
      const { units } = evaluateSpin(slotThemes[code], [stop(), stop(), stop(), stop(), stop()], 1)
      counts[slotWinTier(cents((units * stake) / 20), stake)]++
    }
    expect(counts.big).toBeGreaterThan(0)
    expect((counts.big + counts.huge) / spins).toBeLessThan(1 / 50)
    expect(counts.huge).toBeLessThan(counts.big)
    expect(counts.big).toBeLessThan(counts.win)
  })
})
