/** Double (PRODUCT.md section 6): a wheel of 15 slots, one shared round for everybody. */
import { cents, type Cents } from '../money.ts'
import { field, floatAt } from './draw.ts'
import type { Checked } from './gameCodes.ts'
import { multiplierRatio, settle, STAKE_BACK, type Multiplier, type Settlement } from './multiplier.ts'
import { rational, times, type Rational } from './rational.ts'

export const DOUBLE_SLOTS = 15
/** The slots as they lie side by side on the strip. */
export const DOUBLE_STRIP = [0, 11, 5, 10, 6, 9, 7, 8, 1, 14, 2, 13, 3, 12, 4] as const
/** One shared round every 15 s. */
export const DOUBLE_ROUND_MS = 15_000
/** From the round's start: bets are taken until here, and then its seed is revealed. */
export const DOUBLE_BETTING_MS = 10_000
/** From the round's start: the wheel stands and bets are paid. */
export const DOUBLE_LANDS_MS = 13_500

/**
 * R$ 5,000,000: the most that all bets on one colour of a round may pay together. Our choice: five players may win the
 * most that a round pays one of them (MAX_WIN).
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

/** Total return of a win and the number of slots that win, by colour. */
export const doublePayTable: Readonly<Record<DoubleColour, { multiplier: Multiplier; slots: number }>> = {
  red: { multiplier: (2 * STAKE_BACK) as Multiplier, slots: 7 },
  white: { multiplier: (14 * STAKE_BACK) as Multiplier, slots: 1 },
  black: { multiplier: (2 * STAKE_BACK) as Multiplier, slots: 7 },
}

/** Checks `{ colour }`; answers `betInvalid` when it is none of the three. */
export function parseDouble(input: unknown): Checked<DoubleParams> {
  const colour = doubleColours.find((known) => known === field(input, 'colour'))
  return colour ? { ok: true, value: { colour } } : { ok: false, error: 'betInvalid' }
}

/** 0 is white, 1-7 red, 8-14 black. */
export function doubleColour(slot: number): DoubleColour {
  if (slot === 0) return 'white'
  return slot <= 7 ? 'red' : 'black'
}

/** slot = floor(15 f). Takes one float. */
export function doubleOutcome(floats: readonly number[]): DoubleOutcome {
  const slot = Math.floor(DOUBLE_SLOTS * floatAt(floats, 0))
  return { slot, colour: doubleColour(slot) }
}

/** What stakes on a colour pay when it wins, without the cap of a round. */
export function doubleReturn(stakes: Cents, colour: DoubleColour): Cents {
  return cents((stakes * doublePayTable[colour].multiplier) / STAKE_BACK)
}

export function settleDouble(stake: Cents, { colour }: DoubleParams, outcome: DoubleOutcome): Settlement {
  return settle(stake, outcome.colour === colour, doublePayTable[colour].multiplier)
}

/** Exact return to the player over the 15 equally likely slots: 14/15 for every colour. */
export function doubleRtp(colour: DoubleColour): Rational {
  const { multiplier, slots } = doublePayTable[colour]
  return times(rational(slots, DOUBLE_SLOTS), multiplierRatio(multiplier))
}
