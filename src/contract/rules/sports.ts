/** The sports, the limits of a ticket, and the wire format of options (docs/product.md, "Sports"). */
import { cents } from '../money.ts'
import { GameTime } from '../statusCodes.ts'
import { correctScores, doubleChances, type GameTimeCode, type Selection } from './markets.ts'
import { isQuarterLine } from './settlement.ts'

/** In the order of docs/product.md, "Sports". */
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

/** What is counted in a match for those who watch it; no bet depends on it. In the order in which it is shown. */
export const matchStatistics = [
  'possession',
  'shots',
  'shotsOnTarget',
  'corners',
  'yellowCards',
  'redCards',
  'threePointers',
  'twoPointers',
  'freeThrows',
  'touchdowns',
  'fieldGoals',
  'sixes',
  'fours',
  'largestLead',
] as const
export type StatisticKind = (typeof matchStatistics)[number]

/** What the score of a sport counts. Some languages have a word of its own for a set of tennis. */
export type ScoreUnit = 'Goals' | 'TennisSets' | 'Sets' | 'Frames' | 'Runs' | 'Points'

const scoreUnits: Partial<Record<Sport, ScoreUnit>> = {
  football: 'Goals',
  tennis: 'TennisSets',
  volleyball: 'Sets',
  badminton: 'Sets',
  tableTennis: 'Sets',
  snooker: 'Frames',
  baseball: 'Runs',
  cricket: 'Runs',
}

export function scoreUnitOf(sport: Sport): ScoreUnit {
  return scoreUnits[sport] ?? 'Points'
}

/** Sports that are played in halves: the others have sets, innings or races, and their halves have no name. */
const sportsInHalves: readonly Sport[] = ['football', 'basketball', 'americanFootball']

export function hasHalves(sport: Sport): boolean {
  return sportsInHalves.includes(sport)
}

export function isSport(code: string): code is Sport {
  return (sports as readonly string[]).includes(code)
}

/** The markets (docs/product.md, "Markets"): `total` is score size, `winner` win-only. */
export type Market = Selection['market']

/** Most matches, leagues and folded leagues that a player can mark on the board, of each. */
export const mostMarks = 100

/** Limits of a ticket; amounts in cents. */
export const ticketLimits = {
  minStake: cents(100),
  maxStake: cents(500_000),
  /** The most that a player stakes on one boosted price, in all tickets together. */
  maxBoostedStake: cents(20_000),
  /** The maximum payout of a ticket, stake included; the slip shows it and settlement applies it. */
  maxReturn: cents(10_000_000),
  /** The most that the open tickets of all players on one selection may win beyond their stakes; the desk may say otherwise. */
  maxExposure: cents(20_000_000),
  minLegs: 2,
  maxLegs: 12,
  /** Selections in a slip, and so in one request: singles are not limited by `maxLegs`. */
  maxPicks: 24,
} as const

/** What happens to a bet whose odds have changed: it is refused, accepted if they are better, or always accepted. */
export const oddsPolicies = ['ask', 'better', 'any'] as const
export type OddsPolicy = (typeof oddsPolicies)[number]

/** Delay in ms after which a bet on a live match is accepted, at the odds of that moment. */
export const LIVE_DELAY_MS = 3_000

/** A selection in one part of a match; each option has a price. */
export interface Option {
  selection: Selection
  gameTime: GameTimeCode
}

/** The number by which player and support name a ticket: `9F2C-41B7`. */
export function ticketNumber(id: string): string {
  return `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase()
}

const gameTimes = Object.values(GameTime)
const sides: Record<Market, readonly string[]> = {
  handicap: ['home', 'away'],
  total: ['over', 'under'],
  corners: ['over', 'under'],
  bigSmall: ['big', 'small'],
  winner: ['home', 'draw', 'away'],
  oddEven: ['odd', 'even'],
  bothScore: ['yes', 'no'],
  doubleChance: doubleChances,
  correctScore: correctScores,
}

/**
 * What a selection is a bet on, for the turnover: bets on different sides of one market are opposite bets, whatever
 * their lines are. Handicap and winner are one market here, total and size too.
 */
export function backedSideOf(selection: Selection): { market: string; side: string } {
  switch (selection.market) {
    case 'handicap':
    case 'winner':
    case 'doubleChance':
      return { market: 'winner', side: selection.side }
    case 'total':
      return { market: 'total', side: selection.side }
    case 'bigSmall':
      return { market: 'total', side: selection.side === 'big' ? 'over' : 'under' }
    case 'corners':
    case 'oddEven':
    case 'bothScore':
    case 'correctScore':
      return { market: selection.market, side: selection.side }
  }
}

/**
 * An option as one string: `market:gameTime:side`, followed by the line of the side or the ways of a winner:
 * `handicap:1:away:-0.25`, `winner:2:draw:3`, `oddEven:1:odd`. The score at the bet is not part of it.
 */
export function keyOfOption({ selection, gameTime }: Option): string {
  const parts: (string | number)[] = [selection.market, gameTime, selection.side]
  if ('line' in selection) parts.push(selection.line)
  if (selection.market === 'winner') parts.push(selection.ways)
  return parts.join(':')
}

/** Parses the key of an option; null for an invalid key. */
export function optionOfKey(key: string): Option | null {
  const [market = '', time, side = '', extra, ...rest] = key.split(':')
  const gameTime = gameTimes.find((code) => String(code) === time)
  if (gameTime === undefined || rest.length > 0 || !isMarket(market)) return null
  const selection = parseSelection(market, side, extra)
  const option = selection && { selection, gameTime }
  // Only the canonical key is valid: 1.50 and 1.5 must not be two options.
  return option && keyOfOption(option) === key ? option : null
}

/** Markets whose options have nothing but a side. */
const plain: readonly Market[] = ['oddEven', 'bothScore', 'doubleChance', 'correctScore']

function isMarket(text: string): text is Market {
  return Object.hasOwn(sides, text)
}

function parseSelection(market: Market, side: string, extra: string | undefined): Selection | null {
  if (!sides[market].includes(side)) return null
  if (plain.includes(market)) return extra === undefined ? ({ market, side } as Selection) : null
  if (extra === undefined) return null
  const number = Number(extra)
  if (market === 'winner') {
    const isPlayed = number === 3 || (number === 2 && side !== 'draw')
    return isPlayed ? ({ market, side, ways: number } as Selection) : null
  }
  if (extra.trim() === '' || !isQuarterLine(number) || Math.abs(number) > 1000) return null
  return { market, side, line: number } as Selection
}
