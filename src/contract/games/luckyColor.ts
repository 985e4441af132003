/** Lucky colour: one digit; stakes on its colour, its size and itself. docs/product.md, "Rules and payouts". */
import { add, ZERO, type Cents } from '../money.ts'
import { field, floatAt } from './draw.ts'
import { MAX_STAKE, stakeError, type Checked } from './gameCodes.ts'
import { multiplierOf, multiplierRatio, NO_RETURN, payoutOf, type Multiplier } from './multiplier.ts'
import { plus, rational, rationalOf, times, type Rational } from '../rational.ts'
import { countedInGame, edgeOf } from '../rules/gameEdge.ts'
import { countedTogether } from '../rules/turnoverWeight.ts'

export const luckyColorPicks = [
  'green',
  'violet',
  'red',
  'small',
  'big',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
] as const
export type LuckyColorPick = (typeof luckyColorPicks)[number]

export interface LuckyColorStake {
  pick: LuckyColorPick
  stake: Cents
}

export interface LuckyColorParams {
  /** Each pick at most once. */
  stakes: LuckyColorStake[]
}

export interface LuckyColorOutcome {
  /** 0 to 9 */
  digit: number
  /** 0 and 5 have two colours. */
  colours: ('green' | 'red' | 'violet')[]
  size: 'small' | 'big'
}

const full = multiplierOf(rational(2))
/** Green or red on 0 or 5, which are violet as well. */
const shared = multiplierOf(rationalOf(1.5))
const violet = multiplierOf(rationalOf(4.5))
const size = multiplierOf(rationalOf(1.96))
const single = multiplierOf(rational(9))

/**
 * Checks `{ stakes: [{ pick, stake }] }`, stakes in cents: at least one, each pick once, each stake and their sum
 * within the limits. Errors: `betInvalid`, or that of the stake.
 */
export function parseLuckyColor(input: unknown): Checked<LuckyColorParams> {
  const list = field(input, 'stakes')
  if (!Array.isArray(list) || list.length < 1 || list.length > luckyColorPicks.length)
    return { ok: false, error: 'betInvalid' }
  const stakes: LuckyColorStake[] = []
  for (const entry of list as unknown[]) {
    const pick = luckyColorPicks.find((known) => known === field(entry, 'pick'))
    if (!pick || stakes.some((earlier) => earlier.pick === pick)) return { ok: false, error: 'betInvalid' }
    const stake = field(entry, 'stake')
    const error = stakeError(stake)
    if (error) return { ok: false, error }
    stakes.push({ pick, stake: stake as Cents })
  }
  return luckyColorTotal(stakes) > MAX_STAKE
    ? { ok: false, error: 'stakeTooHigh' }
    : { ok: true, value: { stakes } }
}

/** The sum of all stakes of a round: what the wallet pays. */
export function luckyColorTotal(stakes: readonly LuckyColorStake[]): Cents {
  return add(...stakes.map(({ stake }) => stake))
}

/** The digit: floor(10 f). Uses one float. */
export function luckyColorOutcome(floats: readonly number[]): LuckyColorOutcome {
  return luckyColorOf(Math.floor(10 * floatAt(floats, 0)))
}

/** Colours and size of a digit: 1 3 7 9 green, 2 4 6 8 red, 0 red and violet, 5 green and violet; 0-4 are small. */
export function luckyColorOf(digit: number): LuckyColorOutcome {
  const colour = digit % 2 === 1 ? 'green' : 'red'
  return {
    digit,
    colours: digit % 5 === 0 ? [colour, 'violet'] : [colour],
    size: digit <= 4 ? 'small' : 'big',
  }
}

/** What a pick pays on a digit, stake included; 0 if it loses. */
export function luckyColorMultiplier(pick: LuckyColorPick, digit: number): Multiplier {
  const outcome = luckyColorOf(digit)
  if (pick === 'violet') return outcome.colours.includes(pick) ? violet : NO_RETURN
  if (pick === 'green' || pick === 'red') {
    if (!outcome.colours.includes(pick)) return NO_RETURN
    return outcome.colours.length === 2 ? shared : full
  }
  if (pick === 'small' || pick === 'big') return pick === outcome.size ? size : NO_RETURN
  return Number(pick) === digit ? single : NO_RETURN
}

/** The digits on which a pick wins, each with what it pays, stake included. */
export function luckyColorPayTable(pick: LuckyColorPick): { digit: number; multiplier: Multiplier }[] {
  return Array.from({ length: 10 }, (_, digit) => ({
    digit,
    multiplier: luckyColorMultiplier(pick, digit),
  })).filter(({ multiplier }) => multiplier > 0)
}

export interface LuckyColorSettlement {
  /** Whether anything was paid, even less than the stakes. */
  won: boolean
  /** Payout / sum of the stakes, truncated to four decimals. */
  multiplier: Multiplier
  payout: Cents
  /** What each stake paid, in the order of the stakes. */
  payouts: Cents[]
}

/** Each stake is paid separately, truncated to whole cents; the round pays the sum. */
export function settleLuckyColor(
  { stakes }: LuckyColorParams,
  { digit }: LuckyColorOutcome,
): LuckyColorSettlement {
  const payouts = stakes.map(({ pick, stake }) => payoutOf(stake, luckyColorMultiplier(pick, digit)))
  const payout = add(...payouts)
  const total = luckyColorTotal(stakes)
  return {
    won: payout > ZERO,
    multiplier: total > ZERO ? multiplierOf(rational(payout, total)) : NO_RETURN,
    payout,
    payouts,
  }
}

/** The chance that a round returns at least `payout` for these stakes; from 0 to 1. */
export function luckyColorChance(params: LuckyColorParams, payout: Cents): number {
  const digits = Array.from({ length: 10 }, (_, digit) => luckyColorOf(digit))
  return digits.filter((outcome) => settleLuckyColor(params, outcome).payout >= payout).length / digits.length
}

/** How much of the stakes of a round counts for the turnover, in cents: by what they lose together. */
export function luckyColorCounted({ stakes }: LuckyColorParams): Cents {
  const outcomes = Array.from({ length: 10 }, (_, digit) => ({
    chance: rational(1, 10),
    payout: rational(settleLuckyColor({ stakes }, luckyColorOf(digit)).payout),
  }))
  return countedInGame(
    countedTogether(luckyColorTotal(stakes), stakes.length, outcomes),
    edgeOf('luckyColor', null),
  )
}

/** Exact return to player, a fraction, over ten equally likely digits: colour 95 %, violet and digit 90 %, size 98 %. */
export function luckyColorRtp(pick: LuckyColorPick): Rational {
  const sum = luckyColorPayTable(pick)
    .map(({ multiplier }) => multiplierRatio(multiplier))
    .reduce(plus, rational(0))
  return times(sum, rational(1, 10))
}
