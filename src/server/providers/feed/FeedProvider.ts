import type { GameTimeCode, PeriodCode, Score } from '#contract/rules/markets.ts'
import type { Outcome } from '#contract/rules/settlementRules.ts'
import type { CorrectionReason } from '#contract/rules/sportRules.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { Market, Sport, StatisticKind } from '#contract/rules/sports.ts'

/** Something that has a name and, because names are not unique, an id of the provider. */
export interface Named {
  id: string
  name: string
}

/** Who plays whom, and when. Told again whenever any of it changes. */
export interface ToldFixture {
  kind: 'fixture'
  matchId: string
  sport: Sport
  league: Named & { country?: Named }
  home: Named
  away: Named
  /** The kick-off, in ms since 1970. */
  startsAt: number
  /** Neither side plays at home. */
  isNeutral?: boolean
  /**
   * The parts of the match whose scores the provider counts. A score of any other part is not believed: 0 corners that
   * nobody has counted are no result. Without it all parts that are told are covered.
   */
  coverage?: readonly GameTimeCode[]
  /** Sets, frames or heats that win this match. */
  setsToWin?: number
}

/** What has changed in a match; what is left out is as it was. A result is a state of period -1; a later one corrects it. */
export interface ToldState {
  kind: 'state'
  matchId: string
  period?: PeriodCode
  /** When the period began, in ms since 1970; left out where the provider does not tell: now. */
  periodSince?: number
  /** Null: the clock stands, or there is none. */
  minute?: number | null
  /**
   * Scores by part of the match. Overtime is part of the whole match only where it counts for bets. Null: the score of this part
   * is not known; one that was told while it was played holds no more, and bets on it are refunded at the end.
   */
  parts?: Partial<Record<GameTimeCode, Score | null>>
  /** The points of each set so far. */
  sets?: readonly Score[]
  /** No bets at the moment, on any market. */
  isSuspended?: boolean
  /** How the match ended, where its score does not say it. */
  outcome?: Outcome
  statistics?: readonly ({ kind: StatisticKind } & Score)[]
  /** Told by a list that may be older than other states: it begins and ends a match, and changes nothing of one that is played. */
  mayBeOld?: boolean
  /** Why a result that was final changes; without it the score had been told wrongly. */
  correction?: CorrectionReason
}

/** The prices of one market at one line. */
export interface ToldMarket {
  market: Market
  gameTime: GameTimeCode
  /** The line of the home side, or of the total; null for markets without a line. */
  line: number | null
  /** Whether a list of matches shows it. */
  isMain: boolean
  isSuspended: boolean
  /** Decimal odds by option key (contract/rules/sports.ts); null: this option takes no bets. */
  options: Readonly<Record<string, number | null>>
}

/** Whether a state that may be old is behind what is known: a match that is played only ends by it, and one that is over stays so. */
export function isBehind(told: PeriodCode, known: PeriodCode): boolean {
  const isOver = told === MatchPeriod.finished || told === MatchPeriod.cancelled
  if (known === MatchPeriod.finished) return told !== MatchPeriod.finished
  return (known === MatchPeriod.cancelled || known > MatchPeriod.notOpen) && !isOver
}

export interface ToldMarkets {
  kind: 'markets'
  matchId: string
  markets: readonly ToldMarket[]
  /** These are all: every other market of the match is gone. */
  areAll?: boolean
}

/** Bets of a match, or of one of its markets, that were taken within these times are cancelled. */
export interface ToldBetCancel {
  /** `betRestore` takes back the cancel with the same match, market and times. */
  kind: 'betCancel' | 'betRestore'
  matchId: string
  /** Left out: all markets. */
  market?: { market: Market; gameTime: GameTimeCode }
  /** In ms since 1970, from (inclusive) and until (exclusive); left out: without end on that side. */
  from?: number
  until?: number
}

export type FeedMessage = ToldFixture | ToldState | ToldMarkets | ToldBetCancel

/** Where a provider was when its last messages were stored, in its own words; JSON. */
export type FeedPosition = Readonly<Record<string, unknown>> | null

export interface FeedSink {
  /**
   * Takes in messages; resolves once they and `position` are stored. A provider need not wait: messages are stored in the
   * order of the calls, and prices that are replaced before they were stored are left out.
   *
   * It is a sign of life too, unless `isCurrent` is false: then other messages, of prices or scores, may be missing.
   */
  take(messages: readonly FeedMessage[], position?: FeedPosition, isCurrent?: boolean): Promise<void>
  /** The provider is there, though it has nothing new. Prices close 15 s after the last sign of life. */
  alive(): void
}

export interface FeedRun {
  sink: FeedSink
  /** Where the last run stopped; null: this is the first one. */
  position: FeedPosition
  /** Aborted when another process is to take over, or this one stops. */
  signal: AbortSignal
  /** The stored matches whose kick-off has passed and whose end was not told: it may have been missed between runs. */
  unfinished: () => readonly UnfinishedMatch[]
}

export interface UnfinishedMatch {
  matchId: string
  /** In ms since 1970. */
  startsAt: number
}

/**
 * The port to whoever sells matches and prices. One process at a time runs it and stores what it tells
 * (feed/store/FeedIntake.ts); the others read the store.
 */
export interface FeedProvider {
  readonly name: string
  /** Whether these are matches of the real world; else pages say that they are not. */
  readonly isReal: boolean
  /** Each run tells all prices again: those that an earlier run has told are closed until then. */
  readonly tellsAllPrices?: boolean
  /**
   * Tells all that is known now and then what changes, until `signal` is aborted; then it resolves. Rejects when it cannot
   * go on, and is run again a moment later: a run begins with what may have been missed since `position`.
   */
  run(run: FeedRun): Promise<void>
}
