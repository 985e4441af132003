import type { GameTimeCode } from '#contract/rules/markets.ts'
import type { Market } from '#contract/rules/sports.ts'
import type { ToldMarket } from '../../providers/feed/FeedProvider.ts'
import type { Script } from '../scripts.ts'

/** A match as it is stored: like a scripted one (scripts.ts), with what only a provider knows. */
export interface StoredMatch extends Omit<Script, 'odds' | 'isHidden' | 'pausedUntil' | 'version'> {
  leagueId: string
  homeId: string
  awayId: string
  countryId?: string | undefined
  isNeutral: boolean
  /** The parts whose scores count; undefined: all that are told. */
  coverage?: readonly GameTimeCode[] | undefined
}

/** A market and line of a match; `options` are odds by option key, null for one that takes no bets. */
export interface StoredMarket {
  matchId: string
  code: string
  isMain: boolean
  isSuspended: boolean
  /** Undefined: the market is gone. */
  options?: Readonly<Record<string, number | null>> | undefined
}

/** Cancelled bets: those that were taken in [from, until), in ms since 1970. */
export interface StoredCancel {
  matchId: string
  /** `market:game time`; empty: all markets. */
  market: string
  from: number
  until: number
  isRestored: boolean
  /** In ms since 1970. */
  changedAt: number
}

/** What one batch changes. */
export interface Batch {
  matches: StoredMatch[]
  markets: StoredMarket[]
  cancels: StoredCancel[]
}

/** Before and after all times. */
export const [beginning, end] = [0, 9_000_000_000_000_000] as const

/** The code of a market and line: `total:1:2.5`, `winner:1:`. */
function codeOfMarket(market: Market, gameTime: GameTimeCode, line: number | null): string {
  return `${market}:${gameTime}:${line ?? ''}`
}

/** More than there are markets and lines of all sports. */
const mostCodes = 20_000

/**
 * The codes of markets by their first option. The same ones are told again and again: a code that was made once is found with
 * less work than it is made with, and so is what is stored under it.
 */
export class MarketCodes {
  readonly #known = new Map<string, { code: string } & Pick<ToldMarket, 'market' | 'gameTime' | 'line'>>()

  of({ market, gameTime, line, options }: ToldMarket): string {
    let first = ''
    for (const key in options) {
      first = key
      break
    }
    const known = this.#known.get(first)
    if (known?.market === market && known.gameTime === gameTime && known.line === line) return known.code
    const code = codeOfMarket(market, gameTime, line)
    if (this.#known.size >= mostCodes) this.#known.clear()
    this.#known.set(first, { market, gameTime, line, code })
    return code
  }
}

/** Parses the code of a market and line. */
export function marketOfCode(code: string): { market: Market; gameTime: GameTimeCode; line: number | null } {
  const [market = '', gameTime = '', line = ''] = code.split(':')
  return {
    market: market as Market,
    gameTime: Number(gameTime) as GameTimeCode,
    line: line === '' ? null : Number(line),
  }
}
