import type { GameTimeCode, MatchState, Selection } from '#contract/rules/markets.ts'
import type { Market, Sport } from '#contract/rules/sports.ts'

/** A match as a feed knows it at a moment. */
export interface FeedMatch {
  id: string
  sport: Sport
  league: string
  home: string
  away: string
  startsAt: Date
  /** Period, how long it has been in it, and the counts of its parts. Full match before kick-off: 0-0. */
  state: MatchState
  /** Minutes played; null where the sport has no clock or it stands. */
  minute: number | null
  /** It has begun and is not over. */
  isLive: boolean
  /** No bets now: just after a goal, or because the feed says so. */
  isSuspended: boolean
  /** Grows with every change of score, period or price. */
  version: number
}

export interface FeedOption {
  /** contract/rules/sports.ts: keyOfOption */
  key: string
  selection: Selection
  /** Decimal odds with two decimals, above 1, with the margin in them. */
  odds: number
}

export interface FeedMarket {
  market: Market
  gameTime: GameTimeCode
  /** The home side's line or the total's; null for markets without one. */
  line: number | null
  /** One of those that a list shows. */
  isMain: boolean
  isSuspended: boolean
  options: FeedOption[]
}

/**
 * Where matches and prices come from: the built-in calendar (SimulatedFeed) or a provider. Answers at once, from
 * what it knows; every process has its own and all of them know the same.
 */
export interface Feed {
  /** Matches, teams and results are made up: players are told so. */
  readonly isSimulated: boolean
  /** Matches of a sport that are being played, or that begin within a day, by kick-off. */
  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[]
  /** Also a match that is over, as long as anybody may have a bet on it; undefined for an id that is none. */
  match(id: string, now: Date): FeedMatch | undefined
  /** What may be bet on a match now; empty once it is over. */
  markets(match: FeedMatch, now: Date): FeedMarket[]
  /**
   * What a bet that was accepted at `odds` returns on average for each unit staked, as the feed sees the match
   * now: the fair value of a leg that is open. Undefined while nothing may be bet on the match.
   */
  expectedFactor(
    leg: { matchId: string; selection: Selection; gameTime: GameTimeCode; odds: number },
    now: Date,
  ): number | undefined
}
