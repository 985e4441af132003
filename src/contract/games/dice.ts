/** Dice: a roll from 0.00 to 100.00, over or under a target. docs/product.md, "Rules and payouts". */
import type { Cents } from '../money.ts'
import { field, floatAt, hundredths } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierOf, multiplierRatio, settle, type Multiplier, type Settlement } from './multiplier.ts'
import { rational, times, type Rational } from '../rational.ts'
import { countedInGame, edgeOf } from '../rules/gameEdge.ts'
import { countedStake } from '../rules/turnoverWeight.ts'

/** Number of equally likely rolls: 0.00, 0.01, …, 100.00. @internal */
export const DICE_ROLLS = 10_001
/** Lowest and highest chance of winning that a player may choose, in percent. */
export const DICE_MIN_CHANCE = 2
export const DICE_MAX_CHANCE = 98

export interface DiceParams {
  direction: 'over' | 'under'
  /** Chance of winning in percent: 2 to 98, at most two decimals. */
  chance: number
}

export interface DiceOutcome {
  /** 0 to 100 with two decimals. */
  roll: number
}

/** Checks `{ direction, chance }`. Error: `betInvalid`. */
export function parseDice(input: unknown): Checked<DiceParams> {
  const direction = field(input, 'direction')
  const chance = hundredths(field(input, 'chance'))
  if (direction !== 'over' && direction !== 'under') return { ok: false, error: 'betInvalid' }
  if (chance === undefined || chance < DICE_MIN_CHANCE * 100 || chance > DICE_MAX_CHANCE * 100)
    return { ok: false, error: 'betInvalid' }
  return { ok: true, value: { direction, chance: chance / 100 } }
}

/** The roll: floor(10001 f) / 100. Uses one float. */
export function diceOutcome(floats: readonly number[]): DiceOutcome {
  return { roll: Math.floor(DICE_ROLLS * floatAt(floats, 0)) / 100 }
}

/** The number to roll under (`chance`) or over (100 - `chance`). Rolling the number itself loses. */
export function diceTarget({ direction, chance }: DiceParams): number {
  const part = Math.round(chance * 100)
  return (direction === 'under' ? part : 10_000 - part) / 100
}

function diceWins(params: DiceParams, { roll }: DiceOutcome): boolean {
  const target = diceTarget(params)
  return params.direction === 'under' ? roll < target : roll > target
}

/** What a win pays, stake included: 99 / chance, truncated to four decimals. `chance` in percent. */
export function diceMultiplier(chance: number): Multiplier {
  return multiplierOf(rational(9_900, Math.round(chance * 100)))
}

/** Exact chance of winning: of the equally likely rolls, 100 x chance win. */
export function diceChance({ chance }: DiceParams): Rational {
  return rational(Math.round(chance * 100), DICE_ROLLS)
}

/** How much of the stake counts for the turnover, in cents: by the chance that the player has chosen, and the edge. */
export function diceCounted(stake: Cents, { chance }: DiceParams): Cents {
  return countedInGame(countedStake(stake, rational(Math.round(chance * 100), 10_000)), edgeOf('dice', null))
}

export function settleDice(stake: Cents, params: DiceParams, outcome: DiceOutcome): Settlement {
  return settle(stake, diceWins(params, outcome), diceMultiplier(params.chance))
}

/**
 * Exact return to player, a fraction. Of 10,001 equally likely rolls 100 x chance win, so the return is
 * 0.99 x 10000 / 10001 = 98.99 %, a little less where the multiplier is truncated.
 */
export function diceRtp(chance: number): Rational {
  return times(rational(Math.round(chance * 100), DICE_ROLLS), multiplierRatio(diceMultiplier(chance)))
}
