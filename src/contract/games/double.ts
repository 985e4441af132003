/** Double: a wheel of 15 slots, one round shared by all players. docs/product.md, "Rules and payouts". */
import { add, cents, ZERO, type Cents } from '../money.ts'
import { field, floatAt } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierRatio, settle, STAKE_BACK, type Multiplier, type Settlement } from './multiplier.ts'
import { rational, times, type Rational } from '../rational.ts'
import { countedInGame, edgeOf } from '../rules/gameEdge.ts'
import { countedTogether } from '../rules/turnoverWeight.ts'

export const DOUBLE_SLOTS = 15
/** The order of the slots on the strip that the screen shows. */
export const DOUBLE_STRIP = [0, 11, 5, 10, 6, 9, 7, 8, 1, 14, 2, 13, 3, 12, 4] as const
/** Length of a round. */
export const DOUBLE_ROUND_MS = 15_000
/** Time for bets, from the start of the round; then its seed is revealed. */
export const DOUBLE_BETTING_MS = 10_000
/** Time from the start of the round until the wheel stops and bets are paid. */
export const DOUBLE_LANDS_MS = 13_500

/**
 * R$ 5,000,000: the maximum total payout of all bets on one colour in one round. That is five times what a
 * single player can win in a round (MAX_WIN).
 */
export const DOUBLE_MAX_EXPOSURE = cents(500_000_000)

export const doubleColours = ['red', 'white', 'black'] as const
export type DoubleColour = (typeof doubleColours)[number]

export interface DoubleParams {
  colour: DoubleColour
}

export interface DoubleOutcome {
  /** 0 to 14 */
  slot: number
  colour: DoubleColour
}

/** By colour: what a win pays, stake included, and how many slots win. */
export const doublePayTable: Readonly<Record<DoubleColour, { multiplier: Multiplier; slots: number }>> = {
  red: { multiplier: (2 * STAKE_BACK) as Multiplier, slots: 7 },
  white: { multiplier: (14 * STAKE_BACK) as Multiplier, slots: 1 },
  black: { multiplier: (2 * STAKE_BACK) as Multiplier, slots: 7 },
}

/** Checks `{ colour }`. Error: `betInvalid`. */
export function parseDouble(input: unknown): Checked<DoubleParams> {
  const colour = doubleColours.find((known) => known === field(input, 'colour'))
  return colour ? { ok: true, value: { colour } } : { ok: false, error: 'betInvalid' }
}

/** The colour of a slot: 0 is white, 1-7 are red, 8-14 are black. */
export function doubleColour(slot: number): DoubleColour {
  if (slot === 0) return 'white'
  return slot <= 7 ? 'red' : 'black'
}

/** The slot: floor(15 f). Uses one float. */
export function doubleOutcome(floats: readonly number[]): DoubleOutcome {
  const slot = Math.floor(DOUBLE_SLOTS * floatAt(floats, 0))
  return { slot, colour: doubleColour(slot) }
}

/** What stakes on a colour pay if it wins, before the limit of a round (MAX_WIN). */
export function doubleReturn(stakes: Cents, colour: DoubleColour): Cents {
  return cents((stakes * doublePayTable[colour].multiplier) / STAKE_BACK)
}

export function settleDouble(stake: Cents, { colour }: DoubleParams, outcome: DoubleOutcome): Settlement {
  return settle(stake, outcome.colour === colour, doublePayTable[colour].multiplier)
}

/** The chance that a round returns at least `payout` for these stakes, by colour and all by one player; from 0 to 1. */
export function doubleChance(stakes: Readonly<Partial<Record<DoubleColour, Cents>>>, payout: Cents): number {
  const winning = doubleColours.filter((colour) => doubleReturn(stakes[colour] ?? ZERO, colour) >= payout)
  return winning.reduce((sum, colour) => sum + doublePayTable[colour].slots, 0) / DOUBLE_SLOTS
}

/**
 * How much of all stakes of a player on one round counts for the turnover, in cents: by what they lose together.
 * `stakes` is their sum by colour.
 */
export function doubleCounted(stakes: Readonly<Partial<Record<DoubleColour, Cents>>>): Cents {
  const backed = doubleColours.filter((colour) => (stakes[colour] ?? ZERO) > ZERO)
  const outcomes = doubleColours.map((colour) => ({
    chance: rational(doublePayTable[colour].slots, DOUBLE_SLOTS),
    payout: rational(doubleReturn(stakes[colour] ?? ZERO, colour)),
  }))
  return countedInGame(
    countedTogether(add(...backed.map((colour) => stakes[colour] ?? ZERO)), backed.length, outcomes),
    edgeOf('double', null),
  )
}

/** Exact return to player over the 15 equally likely slots, a fraction: 14/15 for every colour. */
export function doubleRtp(colour: DoubleColour): Rational {
  const { multiplier, slots } = doublePayTable[colour]
  return times(rational(slots, DOUBLE_SLOTS), multiplierRatio(multiplier))
}
