/** Limbo: the drawn multiplier must reach the target. docs/product.md, "Rules and payouts". */
import type { Cents } from '../money.ts'
import { field, floatAt, hundredths } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierOf, settle, type Multiplier, type Settlement } from './multiplier.ts'
import { rational, type Rational } from '../rational.ts'
import { countedInGame, edgeOf } from '../rules/gameEdge.ts'
import { countedStake } from '../rules/turnoverWeight.ts'

export const LIMBO_MIN_TARGET = 1.01
export const LIMBO_MAX_TARGET = 1_000_000

/** The draw uses the first 24 bits of the float. */
const RANGE = 2 ** 24
/** 100 x 0.99: the return to player in hundredths. */
const SHARE = 99

export interface LimboParams {
  /** 1.01 to 1,000,000 with at most two decimals; also what a win pays, stake included. */
  target: number
}

export interface LimboOutcome {
  /** At least 1.00, with two decimals. */
  result: number
}

/** Checks `{ target }`. Error: `betInvalid` if it is out of range or has more than two decimals. */
export function parseLimbo(input: unknown): Checked<LimboParams> {
  const target = hundredths(field(input, 'target'))
  return target !== undefined && target >= LIMBO_MIN_TARGET * 100 && target <= LIMBO_MAX_TARGET * 100
    ? { ok: true, value: { target: target / 100 } }
    : { ok: false, error: 'betInvalid' }
}

/** The result: floor(100 x 0.99 x 2^24 / (floor(f x 2^24) + 1)) / 100. Uses one float. */
export function limboOutcome(floats: readonly number[]): LimboOutcome {
  const draw = Math.floor(floatAt(floats, 0) * RANGE) + 1
  return { result: Math.max(100, Math.floor((SHARE * RANGE) / draw)) / 100 }
}

/** Reaching the target exactly wins. */
function limboWins({ target }: LimboParams, { result }: LimboOutcome): boolean {
  return result >= target
}

/** What a win pays, stake included: the target itself. */
export function limboMultiplier(target: number): Multiplier {
  return multiplierOf(rational(Math.round(target * 100), 100))
}

/** How much of the stake counts for the turnover, in cents: by the chance of the target, 0.99 / target, and the edge. */
export function limboCounted(stake: Cents, { target }: LimboParams): Cents {
  return countedInGame(countedStake(stake, rational(SHARE, Math.round(target * 100))), edgeOf('limbo', null))
}

export function settleLimbo(stake: Cents, params: LimboParams, outcome: LimboOutcome): Settlement {
  return settle(stake, limboWins(params, outcome), limboMultiplier(params.target))
}

/** Exact chance of winning: floor(99 x 2^24 / (100 target)) of 2^24 equally likely draws reach the target. */
export function limboChance(target: number): Rational {
  return rational(Math.floor((SHARE * RANGE) / Math.round(target * 100)), RANGE)
}

/** Exact return to player, a fraction: 99 % for small targets, down to 93.2 % near 1,000,000, where few draws win. */
export function limboRtp(target: number): Rational {
  const { numerator, denominator } = limboChance(target)
  return rational(numerator * BigInt(Math.round(target * 100)), denominator * 100n)
}
