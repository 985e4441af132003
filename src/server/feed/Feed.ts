import type { CombinedOption, JointChances } from './combination.ts'
import type { GameTimeCode, MatchState, PeriodCode, Score, Selection } from '#contract/rules/markets.ts'
import type { HouseRules } from '#contract/rules/settlementRules.ts'
import type { CorrectionReason } from '#contract/rules/sportRules.ts'
import type { PriceRange } from './margins.ts'
import type { Market, Sport, StatisticKind } from '#contract/rules/sports.ts'

/** Bets that the feed has cancelled: those of a market (empty: of all) that were taken in [from, until), in ms since 1970. */
export interface BetCancel {
  /** `marketCode` (desk/Desk.ts). */
  market: string
  from: number
  until: number
}

/** A match as the feed sees it at one moment. */
export interface FeedMatch {
  id: string
  sport: Sport
  league: string
  home: string
  away: string
  startsAt: Date
  /**
   * The current period, the time since it began, and the scores of the match's parts. The full match is 0-0
   * before kick-off.
   */
  state: MatchState
  /** Minutes played; null for a sport without a clock, or while the clock stands. */
  minute: number | null
  /** The points of each set so far, in sports where they are counted; the last one may still be played. */
  sets?: readonly Score[]
  /** The match has begun and is not over. */
  isLive: boolean
  /** No bets at the moment: just after a score, because the feed says so, or because it has been silent for 15 s. */
  isSuspended: boolean
  /** Grows with every change of score, period or price. */
  version: number
  /** Of the provider; names of leagues are not unique outside. */
  leagueId?: string
  /** Neither side plays at home. */
  isNeutral?: boolean
  /** Why the result that had been final was changed last, or why it stands although something was decided afterwards. */
  correction?: CorrectionReason
  /** Bets that are refunded, whatever the result is. */
  betCancels?: readonly BetCancel[]
  /** The member of staff who has decided the match or some of its markets by hand. */
  decidedBy?: string
  /** `marketCode` (desk/Desk.ts) of the markets whose bets are refunded. */
  voidMarkets?: readonly string[]
}

/** An event of a match: a score, a corner, a card, or a new period. */
export interface MatchEvent {
  kind: 'score' | 'corner' | 'yellowCard' | 'redCard' | 'period'
  /** Null for a sport without a clock. */
  minute: number | null
  /** Null for a period. */
  side: 'home' | 'away' | null
  points: number
  /** The period that begins. */
  period?: PeriodCode
  /** The score after it; null for a corner and a card. */
  score: Score | null
}

/** What each side has done so far: counts, possession in percent. */
export interface MatchStatistic {
  kind: StatisticKind
  home: number
  away: number
}

/** What was played before a match, the last first: the matches of each side, and those of both against each other. */
export interface PastMatches {
  home: FeedMatch[]
  away: FeedMatch[]
  meetings: FeedMatch[]
}

export interface FeedOption {
  /** keyOfOption in contract/rules/sports.ts. */
  key: string
  selection: Selection
  /** Decimal odds with two decimals, above 1, including the margin. */
  odds: number
  /** The price without the boost, where there is one: it holds for parlays. */
  boostedFrom?: number
  /** Too short or too long a price: this option takes no bets, whatever the others of its market do. */
  isClosed?: true
  /** Where the source knows it: the price without margin, and the highest one. The desk's margins start from it. */
  range?: PriceRange
}

export interface FeedMarket {
  market: Market
  gameTime: GameTimeCode
  /** The line of the home side, or of the total; null for markets without a line. */
  line: number | null
  /** Whether a list shows this market. */
  isMain: boolean
  /** None of its options takes bets; single ones may be closed while it is open. */
  isSuspended: boolean
  options: FeedOption[]
}

/** The fair chances of several selections on one match, and the price of all together; null when it is not offered. */
export interface Combination extends JointChances {
  odds: number | null
}

/** A selection in a part of a match, at the odds of a bet. */
export interface PricedLeg {
  matchId: string
  selection: Selection
  gameTime: GameTimeCode
  odds: number
}

/**
 * Matches and prices in the memory of this process, as a source has delivered them (FeedSource). Its methods return at
 * once, without I/O, because every bet and every page asks them. Every process has its own; all of them return the same.
 */
export interface Feed {
  /** Matches, teams and results are invented, and pages say so. */
  readonly isSimulated: boolean
  /** How the operator settles; a source has none, and the usual ones hold. */
  readonly houseRules?: HouseRules
  /** Another number whenever something else than the time has changed what these methods return. */
  readonly revision: number
  /** Matches of a sport that are live, or that begin within a day, in the order of their kick-off. */
  matches(sport: Sport, when: 'live' | 'upcoming', now: Date): FeedMatch[]
  /** A match, also a finished one as long as there may be bets on it. Undefined for an unknown id. */
  match(id: string, now: Date): FeedMatch | undefined
  /** The last events of a match, in the order of time. */
  events(id: string, now: Date): MatchEvent[]
  /** Empty before kick-off, and where nothing is counted. No bet depends on them. */
  statistics(id: string, now: Date): MatchStatistic[]
  /** Finished matches of the two sides; empty as far as the source knows of none. */
  past(match: FeedMatch, now: Date): PastMatches
  /** The matches whose result was corrected after it had been final, as long as tickets follow (CORRECTION_MS). */
  corrected(now: Date): string[]
  /** Until when a correction of the match's result is to be expected; undefined when it is not any more. */
  correctableUntil(matchId: string, now: Date): Date | undefined
  /** What can be bet on a match now; empty once it is over. */
  markets(match: FeedMatch, now: Date): FeedMarket[]
  /**
   * The mean return, for each unit staked, of a bet that was accepted at `odds`, as the feed sees the match
   * now: the fair value of an open leg. Undefined while the match takes no bets.
   */
  expectedFactor(leg: PricedLeg, now: Date): number | undefined
  /** Several selections on one match as one bet. Undefined while the match takes no bets, and when it has no price. */
  combination(matchId: string, options: readonly CombinedOption[], now: Date): Combination | undefined
}
