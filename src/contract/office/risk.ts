import type { RiskRule, RiskThresholds } from '../rules/risk.ts'
import type { Sport } from '../rules/sports.ts'
import { officeCall, officeListCall } from './officeCall.ts'

/** What the open tickets on a selection have staked, and what they win beyond it if all their legs do. */
export interface ExposureRow {
  id: string
  matchId: string
  /** null: the feed does not know the match any more. */
  match: {
    sport: Sport
    league: string
    home: string
    away: string
    startsAt: string
    isLive: boolean
  } | null
  /** The market's code (`winner:1`) and the selection's key; null where rows are of whole matches or markets. */
  market: string | null
  key: string | null
  tickets: number
  stakeCents: number
  /** Of a market or match: that of its worst selection. */
  exposureCents: number
}

export const exposureLevels = ['match', 'market', 'selection'] as const
export type ExposureLevel = (typeof exposureLevels)[number]

/** A big bet or win: a ticket, or a round of a game. */
export interface BigBetRow {
  id: string
  kind: 'ticket' | 'round'
  playerId: string
  email: string
  /** Code of the catalogue; `sports` for tickets. */
  game: string
  /** As the catalogue calls it; null where it has none of this code any more. */
  gameName: string | null
  stakeCents: number
  payoutCents: number
  isSettled: boolean
  /** Of the bet, and for a win of its settlement; ISO 8601. */
  at: string
}

export interface BigBetFilter {
  /** Cents; not below `leastBigBet` and `leastBigWin`. */
  least?: number
  playerId?: string
  kind?: BigBetRow['kind']
}

/** Smaller ones are not listed, in cents. */
export const leastBigBet = 50_000
export const leastBigWin = 100_000

export interface RiskHit {
  id: string
  rule: RiskRule
  playerId: string
  email: string
  /** In the unit of the rule (rules/risk.ts). */
  measured: number
  refKind: 'ticket' | 'round' | 'withdrawal' | null
  refId: string | null
  at: string
  acknowledgedById: string | null
  acknowledgedAt: string | null
  note: string | null
}

export interface RiskHitFilter {
  rule?: RiskRule
  playerId?: string
  state?: 'open' | 'acknowledged'
}

/** What two accounts have in common. `document`: both had one CPF, or one withdraws to the CPF of the other. */
export const linkKinds = ['browser', 'device', 'address', 'payoutKey', 'document', 'email', 'phone'] as const
export type LinkKind = (typeof linkKinds)[number]

export interface LinkedPlayer {
  playerId: string
  email: string
  kinds: LinkKind[]
  /** ISO 8601. */
  registeredAt: string
  /** Its personal data is erased; only its marks are kept. */
  isErased: boolean
}

export interface PlayerLinks {
  /** Of the player. */
  id: string
  /** null: there is no such player. */
  email: string | null
  linked: LinkedPlayer[]
}

export interface ExposureFilter {
  /** Whole matches unless given. */
  level?: ExposureLevel
  sport?: Sport
}

export const exposureCalls = {
  list: officeListCall<ExposureRow, ExposureFilter>()({
    name: 'exposure.list',
    path: '/api/exposure',
    permission: 'risk.read',
    sorts: ['exposure', 'stake'],
    order: 'desc',
  }),
}

export const bigBetCalls = {
  list: officeListCall<BigBetRow, BigBetFilter>()({
    name: 'bigBets.list',
    path: '/api/big-bets',
    permission: 'risk.read',
    sorts: ['at'],
    order: 'desc',
  }),
}

export const bigWinCalls = {
  list: officeListCall<BigBetRow, BigBetFilter>()({
    name: 'bigWins.list',
    path: '/api/big-wins',
    permission: 'risk.read',
    sorts: ['at'],
    order: 'desc',
  }),
}

export const riskHitCalls = {
  list: officeListCall<RiskHit, RiskHitFilter>()({
    name: 'riskHits.list',
    path: '/api/risk-hits',
    permission: 'risk.read',
    sorts: ['at'],
    order: 'desc',
  }),
  /** The reason is the note. */
  acknowledge: officeCall<{ params: { id: string }; body: { reason: string } }, RiskHit>({
    name: 'riskHits.acknowledge',
    path: '/api/risk-hits/{id}/acknowledge',
    permission: 'risk.changeRules',
    kind: 'action',
  }),
}

export const riskLinkCalls = {
  get: officeCall<{ params: { id: string } }, PlayerLinks>({
    name: 'riskLinks.get',
    path: '/api/risk-links/{id}',
    permission: 'risk.read',
    kind: 'read',
  }),
}

export const riskRuleCalls = {
  get: officeCall<object, RiskThresholds>({
    name: 'riskRules.get',
    path: '/api/risk-rules',
    permission: 'risk.read',
    kind: 'read',
  }),
  /** Only the rules that are to change. Refused (`conflict`) where they do not say any more what was `seen`. */
  change: officeCall<
    { body: { rules: Partial<RiskThresholds>; seen?: Partial<RiskThresholds>; reason: string } },
    RiskThresholds
  >({
    name: 'riskRules.change',
    path: '/api/risk-rules/change',
    permission: 'risk.changeRules',
    kind: 'action',
  }),
}
