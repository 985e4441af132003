import type { GameTimeCode, PeriodCode } from '../rules/markets.ts'
import type { Outcome } from '../rules/settlementRules.ts'
import type { CorrectionReason } from '../rules/sportRules.ts'
import type { Market, Sport } from '../rules/sports.ts'
import { officeCall, officeListCall } from './officeCall.ts'

/**
 * Which markets a rule is for: those that have all of its non-empty fields. A league needs its sport, a match nothing else.
 * `market` is kind and game-time, as an option's key begins: `winner:1`.
 */
export interface SportsScope {
  sport: string
  league: string
  matchId: string
  market: string
}

/** What a rule says; null: what a less specific one says. */
export interface SportsTerms {
  /** Factor of the feed's odds; never above what a selection is worth. */
  priceFactor: number | null
  /** By how much the implied chances of a market exceed certainty, a fraction, instead of the usual margin. */
  margin: number | null
  /** Of a player's open tickets on a market: their stakes, and what they may win beyond them. */
  maxStakeCents: number | null
  maxWinCents: number | null
  /** What all open tickets on one selection may win beyond their stakes. */
  maxExposureCents: number | null
}

export interface SportsRule extends SportsScope, SportsTerms {
  id: string
  /** `home × away` of its match; null: of no match, or of one that the feed does not know any more. */
  matchName: string | null
  isStopped: boolean
  changedById: string
  /** ISO 8601. */
  changedAt: string
}

/** A match in a list. */
export interface MatchRow {
  id: string
  sport: Sport
  league: string
  home: string
  away: string
  /** ISO 8601. */
  startsAt: string
  period: PeriodCode
  minute: number | null
  homeScore: number
  awayScore: number
  isLive: boolean
  /** No bets at the moment, whoever says so. */
  isSuspended: boolean
  /** Stopped by the desk: itself, its league, its sport or everything. */
  isStopped: boolean
  /** Stopped itself. */
  hasOwnStop: boolean
  /** Decided by hand, wholly or some of its markets. */
  isDecided: boolean
  /** Open stakes on it, and the most that open tickets on one of its selections win beyond their stakes. */
  stakeCents: number
  exposureCents: number
}

export const matchStages = ['live', 'upcoming', 'finished', 'overdue'] as const
export type MatchStage = (typeof matchStages)[number]

export interface SelectionRow {
  key: string
  side: string
  line: number | null
  /** null: not offered at present. */
  odds: number | null
  tickets: number
  stakeCents: number
  /** What the open tickets win beyond their stakes, if all their legs do. */
  exposureCents: number
}

export interface MarketRow {
  /** As in a scope: `winner:1`. */
  code: string
  market: Market
  gameTime: GameTimeCode
  /** Of the home side, or of the total; null for a market without one. */
  line: number | null
  isSuspended: boolean
  isStopped: boolean
  isVoid: boolean
  selections: SelectionRow[]
}

export interface MatchDetail extends MatchRow {
  /** Its kick-off is past, so that it may have a result. */
  hasBegun: boolean
  markets: MarketRow[]
  /** The scores by part that the match has, and the parts that its bets are settled by. */
  scores: { gameTime: GameTimeCode; home: number; away: number; isFinal: boolean }[]
  parts: GameTimeCode[]
  /** The rules that hold for the match, the most specific first, with those of its markets. */
  rules: SportsRule[]
  decision: MatchDecision | null
}

/** What was decided by hand. */
export interface MatchDecision {
  /** null: as the feed says, apart from void markets. */
  kind: 'result' | 'void' | null
  voidMarkets: string[]
  /** Why a result that had been final is another one, or stands. */
  correction: CorrectionReason | null
  decidedById: string
  decidedByName: string
  /** ISO 8601. */
  decidedAt: string
}

/** What staff say about a match. */
export type Verdict =
  | {
      kind: 'result'
      scores: { gameTime: GameTimeCode; home: number; away: number }[]
      /** How the match ended; without it as is known already, null: as its score says. */
      outcome?: Outcome | null
      /** Why the result of a match that is over is another one; bets are settled again for some reasons only. */
      correction?: CorrectionReason
    }
  /** The feed's word holds again. */
  | { kind: 'feed' }
  | { kind: 'voidMatch' }
  | { kind: 'voidMarket'; market: string }

/** What a verdict would do. Amounts in cents. */
export interface VerdictPreview {
  /** The largest changes, a hundred at most. */
  tickets: {
    id: string
    playerId: string
    stakeCents: number
    paidCents: number
    payoutCents: number
    changeCents: number
    /** What cannot be taken back, because the wallet does not have it any more. */
    shortfallCents: number
    isCorrection: boolean
  }[]
  settled: number
  corrected: number
  /** Tickets that stay open for other legs. */
  open: number
  /** Settled too long ago to be changed. */
  tooOld: number
  paidCents: number
  takenBackCents: number
  shortfallCents: number
  playersShort: number
  /** There are more tickets than were looked at. */
  isPartial: boolean
  /** Whether a second person must confirm it. */
  needsSecondPerson: boolean
}

/** The limits of one player's tickets on sports. */
export interface PlayerSportsLimits {
  /** Of the player. */
  id: string
  maxStakeCents: number | null
  maxWinCents: number | null
}

export interface MatchFilter {
  /** Live ones unless given. */
  stage?: MatchStage
  sport?: Sport
  /** Part of a team's or league's name, or an id. */
  q?: string
}

export interface SportsRuleFilter {
  sport?: Sport
}

type ById = { params: { id: string } }
type WithVerdict<Kind extends Verdict['kind']> = ById & {
  body: { verdict: Extract<Verdict, { kind: Kind }>; reason: string }
}

export const matchCalls = {
  list: officeListCall<MatchRow, MatchFilter>()({
    name: 'matches.list',
    path: '/api/matches',
    permission: 'sports.read',
    sorts: ['startsAt', 'exposure', 'stake'],
    order: 'asc',
  }),
  /** Of another noun than the list: whoever opens a row must not be shown it as if it were the whole. */
  get: officeCall<ById, MatchDetail>({
    name: 'matchDetails.get',
    path: '/api/matches/{id}',
    permission: 'sports.read',
    kind: 'read',
  }),
  /** `verdict` is JSON. */
  preview: officeCall<ById & { query: { verdict: string } }, VerdictPreview>({
    name: 'matches.preview',
    path: '/api/matches/{id}/preview',
    permission: 'sports.settle',
    kind: 'read',
  }),
  /** Answers with the match as it was: the decision is in force a moment later. */
  settle: officeCall<WithVerdict<'result' | 'feed'>, MatchDetail>({
    name: 'matches.settle',
    path: '/api/matches/{id}/settle',
    permission: 'sports.settle',
    kind: 'action',
  }),
  void: officeCall<WithVerdict<'voidMatch' | 'voidMarket'>, MatchDetail>({
    name: 'matches.void',
    path: '/api/matches/{id}/void',
    permission: 'sports.void',
    kind: 'action',
  }),
}

export const sportsRuleCalls = {
  /** The rules that say something. */
  list: officeListCall<SportsRule, SportsRuleFilter>()({
    name: 'sportsRules.list',
    path: '/api/sports-rules',
    permission: 'sports.read',
    sorts: ['changedAt'],
    order: 'desc',
  }),
  stop: officeCall<{ body: { scope: SportsScope; reason: string } }, SportsRule>({
    name: 'sportsRules.stop',
    path: '/api/sports-rules/stop',
    permission: 'risk.stop',
    kind: 'action',
  }),
  open: officeCall<{ body: { scope: SportsScope; reason: string } }, SportsRule>({
    name: 'sportsRules.open',
    path: '/api/sports-rules/open',
    permission: 'risk.stop',
    kind: 'action',
  }),
  /** Only the terms that are to change. Refused (`conflict`) where the rule does not say any more what was `seen`. */
  changeTerms: officeCall<
    {
      body: {
        scope: SportsScope
        terms: Partial<SportsTerms>
        seen?: Partial<SportsTerms>
        reason: string
      }
    },
    SportsRule
  >({
    name: 'sportsRules.changeTerms',
    path: '/api/sports-rules/change-terms',
    permission: 'sports.changeLimits',
    kind: 'action',
  }),
}

export const sportsLimitCalls = {
  get: officeCall<ById, PlayerSportsLimits>({
    name: 'sportsLimits.get',
    path: '/api/sports-limits/{id}',
    permission: 'sports.read',
    kind: 'read',
  }),
  /** Refused (`conflict`) where they are not any more what was `seen`. */
  change: officeCall<
    ById & {
      body: Omit<PlayerSportsLimits, 'id'> & { seen?: Omit<PlayerSportsLimits, 'id'>; reason: string }
    },
    PlayerSportsLimits
  >({
    name: 'sportsLimits.change',
    path: '/api/sports-limits/{id}/change',
    permission: 'sports.changeLimits',
    kind: 'action',
  }),
}
