/** The sports, how their matches are divided, and how a selection is written on the wire (PRODUCT.md section 8). */
import { cents } from '../money.ts'
import { GameTime } from '../statusCodes.ts'
import type { GameTimeCode, Selection } from './markets.ts'
import { isQuarterLine } from './settlement.ts'

/** The sports of spec §3, in its order. */
export const sports = [
  'football',
  'basketball',
  'tennis',
  'boxing',
  'snooker',
  'baseball',
  'volleyball',
  'badminton',
  'americanFootball',
  'tableTennis',
  'cricket',
  'motorRacing',
] as const
export type Sport = (typeof sports)[number]

export function isSport(code: string): code is Sport {
  return (sports as readonly string[]).includes(code)
}

/** The markets of spec §3: `total` is score size, `winner` win-only. */
export type Market = Selection['market']

/** Limits of a ticket. Our choice (spec §5: numeric bounds not shown). */
export const ticketLimits = {
  minStake: cents(100),
  maxStake: cents(500_000),
  /** The most one ticket returns, stake included; the slip shows it and settlement keeps to it. */
  maxReturn: cents(10_000_000),
  minLegs: 2,
  maxLegs: 12,
} as const

/** What becomes of a bet whose odds have changed meanwhile: refused, taken if they are better, taken. */
export const oddsPolicies = ['ask', 'better', 'any'] as const
export type OddsPolicy = (typeof oddsPolicies)[number]

/** Bets on a match that is being played are accepted so long after they are placed, at the odds of then. */
export const LIVE_DELAY_MS = 3_000

/** A selection of one part of a match: what a price is for. */
export interface Option {
  selection: Selection
  gameTime: GameTimeCode
}

const gameTimes = Object.values(GameTime)
const sides: Record<Market, readonly string[]> = {
  handicap: ['home', 'away'],
  total: ['over', 'under'],
  corners: ['over', 'under'],
  bigSmall: ['big', 'small'],
  winner: ['home', 'draw', 'away'],
  oddEven: ['odd', 'even'],
}

/**
 * An option as one word: `market:gameTime:side`, with the own side's line or the ways of a winner behind it:
 * `handicap:1:away:-0.25`, `winner:2:draw:3`, `oddEven:1:odd`. The score at the bet is not part of it.
 */
export function keyOfOption({ selection, gameTime }: Option): string {
  const parts: (string | number)[] = [selection.market, gameTime, selection.side]
  if ('line' in selection) parts.push(selection.line)
  if (selection.market === 'winner') parts.push(selection.ways)
  return parts.join(':')
}

/** The option of a key; null for anything that is none. */
export function optionOfKey(key: string): Option | null {
  const [market = '', time, side = '', extra, ...rest] = key.split(':')
  const gameTime = gameTimes.find((code) => String(code) === time)
  if (gameTime === undefined || rest.length > 0 || !isMarket(market)) return null
  const selection = readSelection(market, side, extra)
  const option = selection && { selection, gameTime }
  // One way to write each: 1.50 and 1.5 are not two options.
  return option && keyOfOption(option) === key ? option : null
}

function isMarket(text: string): text is Market {
  return Object.hasOwn(sides, text)
}

function readSelection(market: Market, side: string, extra: string | undefined): Selection | null {
  if (!sides[market].includes(side)) return null
  if (market === 'oddEven') return extra === undefined ? ({ market, side } as Selection) : null
  if (extra === undefined) return null
  const number = Number(extra)
  if (market === 'winner') {
    const isPlayed = number === 3 || (number === 2 && side !== 'draw')
    return isPlayed ? ({ market, side, ways: number } as Selection) : null
  }
  if (extra.trim() === '' || !isQuarterLine(number) || Math.abs(number) > 1000) return null
  return { market, side, line: number } as Selection
}
