import { defaultPackages as catalogueDefaults } from '#server/domain/installation/defaultPackages.ts'
import { returnFraction } from '#contract/rules/discount.ts'
import { describe, expect, it } from 'vitest'
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE, diceRtp } from '#contract/games/dice.ts'
import { doubleColours, doubleRtp } from '#contract/games/double.ts'
import { originalGames } from '#contract/games/gameCodes.ts'
import { limboRtp } from '#contract/games/limbo.ts'
import { luckyColorPicks, luckyColorRtp } from '#contract/games/luckyColor.ts'
import { minesMaxGems, minesRtp } from '#contract/games/mines.ts'
import { toNumber, type Rational } from '#contract/rational.ts'
import {
  ROW_DOUBLE_ROWS,
  rowDoubleModes,
  rowDoubleRtp,
  type RowDoubleMode,
} from '#contract/games/rowDouble.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import { slotThemes, type SlotCode } from '#contract/games/slotThemes.ts'
import { countedFraction, edgeOf, FULL_EDGE } from '#contract/rules/gameEdge.ts'
import { checkInBets, checkInRewards } from '#contract/rules/checkIn.ts'
import { promotions } from '#contract/rules/promotions.ts'
import { OFFER_MAX_LEVEL, OFFER_MULTIPLIER } from '#contract/rules/multiplierOffer.ts'
import { rebateRate } from '#contract/rules/rebate.ts'
import { commissionRates, ladderSteps, validInviteeBets } from '#contract/rules/referrals.ts'
import { GIFT_FROM_LEVEL, levelBonus, VIP_MAX_LEVEL, vipRow } from '#contract/rules/vip.ts'
import { cents, ZERO } from '#contract/money.ts'

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const slots = Object.keys(slotThemes) as SlotCode[]

/** The returns of all bets of a game, computed from its rules. */
const returns: Record<string, Rational[]> = {
  dice: upTo(DICE_MIN_CHANCE * 100, DICE_MAX_CHANCE * 100).map((chance) => diceRtp(chance / 100)),
  limbo: [...upTo(101, 2_000).map((target) => target / 100), 50, 100, 999.99, 5_000, 1_000_000].map(limboRtp),
  mines: upTo(1, 24).flatMap((mines) => upTo(1, minesMaxGems(mines)).map((gems) => minesRtp(mines, gems))),
  rowDouble: (Object.keys(rowDoubleModes) as RowDoubleMode[]).flatMap((mode) =>
    upTo(1, ROW_DOUBLE_ROWS).map((rows) => rowDoubleRtp(mode, rows)),
  ),
  luckyColor: luckyColorPicks.map(luckyColorRtp),
  double: doubleColours.map(doubleRtp),
  ...Object.fromEntries(slots.map((slot) => [slot, [slotReturn(slot).total]])),
}

/** The lowest edge of any bet. In sports it is that of a quarter line, where half of the stake always comes back. */
const lowestEdges: Record<string, number> = {
  ...Object.fromEntries(
    Object.entries(returns).map(([game, rtps]) => [game, 1 - Math.max(...rtps.map(toNumber))]),
  ),
  sports: (1 - 1 / 1.05) / 2,
}
const games = Object.entries(lowestEdges)
/** R$ 10, in cents: what a gift is worth unless the operator sets another amount. */
const giftAmount = 10_00
const rtpOf = (game: string) => (slots.some((slot) => slot === game) ? 1 - (lowestEdges[game] ?? 0) : null)

const cashback = promotions.find(({ kind }) => kind === 'weekendCashback')?.fraction ?? NaN
/** What a week of check-ins pays for each counted real that it requires. */
const checkInRate =
  checkInRewards.reduce<number>((sum, reward) => sum + reward, 0) / (checkInRewards.length * checkInBets)

/** All that a player of this level and the accounts above get for a bet, as a fraction of what counts of it. */
function rewardRate(level: number): number {
  return (
    rebateRate(level) +
    commissionRates.reduce((sum, rate) => sum + rate) +
    bonusRate(level) +
    (level <= OFFER_MAX_LEVEL ? OFFER_MULTIPLIER : 0) +
    checkInRate
  )
}

/** The bonus of the next level as a fraction of the counted bets that it requires. */
function bonusRate(level: number): number {
  if (level === VIP_MAX_LEVEL) return 0
  const [from, to] = [vipRow(level), vipRow(level + 1)]
  return to.promotionBonus / (to.betSum - from.betSum)
}

describe('the sum of all rewards for a bet', () => {
  it('is tested for each of our games', () => {
    expect(games.map(([game]) => game).sort()).toEqual([...originalGames, 'sports', ...slots].sort())
  })

  it.each(games)('in %s leaves room for the gift of each level that has one', (game, edge) => {
    const counted = countedFraction(edgeOf(game, rtpOf(game)))
    for (const level of upTo(GIFT_FROM_LEVEL, VIP_MAX_LEVEL)) {
      const bets = vipRow(level).betSum - vipRow(level - 1).betSum
      const others = rewardRate(level - 1) * counted + cashback * edge
      expect(bets * others + giftAmount, `level ${level}`).toBeLessThan(bets * edge)
    }
  })

  describe.each(games)('%s', (game, edge) => {
    it.each(upTo(0, VIP_MAX_LEVEL))('at level %i is less than the edge', (level) => {
      const counted = countedFraction(edgeOf(game, rtpOf(game)))
      expect(rewardRate(level) * counted + cashback * edge).toBeLessThan(edge)
    })
  })

  it('is less than the edge for third-party games too, whether their return is known or not', () => {
    const highest = Math.max(...upTo(0, VIP_MAX_LEVEL).map(rewardRate)) + cashback * FULL_EDGE
    for (const rtp of [0.85, 0.9, 0.96, 0.97, 0.98, 0.99, 0.995, 0.999, 1, 1.01]) {
      const totalReward = highest * countedFraction(edgeOf('their-game', rtp))
      expect(totalReward).toBeLessThanOrEqual(Math.max(0, 1 - rtp))
    }
    expect(edgeOf('their-game', null)).toBe(0.01)
  })

  it('would exceed the edge of dice from level 1 on without the weighting', () => {
    expect(rebateRate(1) + 0.005 + bonusRate(1)).toBeGreaterThan(0.01)
  })
})

describe('one-time offers', () => {
  const lowestEdge = Math.min(...games.map(([, edge]) => edge))
  const counted = countedFraction(lowestEdge)
  /** What is left of the edge of a counted real, beside all rewards for bets, on the first levels. */
  const left = FULL_EDGE - Math.max(rewardRate(0), rewardRate(1)) - cashback * FULL_EDGE
  const firstDeposit = promotions.find(({ kind }) => kind === 'firstDeposit')?.fraction ?? NaN
  const invite = promotions.find(({ kind }) => kind === 'invite')?.maximum ?? ZERO
  const bonusShares = catalogueDefaults
    .filter(({ price }) => price >= 100)
    .map(({ price, bonus }) => bonus / price)

  it('of a deposit and an invitation together cost less than the bets they require', () => {
    // A principal can be lost by staking it once: that, and no more, is bet for the bonus of a package.
    const deposit = Math.max(...bonusShares) / counted
    const invitee = Math.max(
      ...ladderSteps.map(({ people }) => {
        const paid = ladderSteps
          .filter((step) => step.people <= people)
          .reduce((sum, { reward }) => sum + reward, 0)
        return (paid + invite) / people / validInviteeBets
      }),
    )
    expect(deposit + firstDeposit + invitee).toBeLessThan(left)
    expect(deposit + returnFraction / counted + invitee).toBeLessThan(left)
  })
})

describe('the counted part of a bet', () => {
  it.each([
    ['dice', 0.25],
    ['limbo', 0.25],
    ['mines', 0.25],
    ['rowDouble', 0.25],
    ['luckyColor', 0.5],
    ['double', 1],
    ['sports', 0.595],
  ])('%s: %d', (game, counted) => {
    expect(countedFraction(edgeOf(game, null))).toBe(counted)
  })

  it('is in proportion to the edge up to 4 %', () => {
    expect([0, 0.001, 0.02, 0.0399, 0.04, 0.1].map(countedFraction)).toEqual([0, 0.025, 0.5, 0.9975, 1, 1])
    expect(countedFraction(edgeOf('slot', 0.96))).toBe(1)
    expect(countedFraction(edgeOf('slot', 0.97))).toBe(0.75)
  })
})

describe('the bonus of a level', () => {
  it('is paid in full for bets that all count, and in proportion below', () => {
    expect(levelBonus(1, cents(400_00))).toEqual({ amount: 5_00, used: 400_00 })
    expect(levelBonus(1, cents(100_00))).toEqual({ amount: 1_25, used: 100_00 })
    expect(levelBonus(2, cents(3_000_00))).toEqual({ amount: 25_00, used: 2_600_00 })
    expect(levelBonus(12, cents(5_000_000_00))).toEqual({ amount: 125_000_00, used: 5_000_000_00 })
    expect(levelBonus(1, cents(0))).toEqual({ amount: 0, used: 0 })
    expect(levelBonus(0, cents(400_00))).toEqual({ amount: 0, used: 0 })
  })

  it('of all levels together is c1 for bets that all count', () => {
    let left = vipRow(VIP_MAX_LEVEL).betSum
    for (const level of upTo(1, VIP_MAX_LEVEL)) {
      const { amount, used } = levelBonus(level, left)
      expect(amount).toBe(vipRow(level).promotionBonus)
      left = cents(left - used)
    }
    expect(left).toBe(0)
  })
})
