/** What counts for bets in each sport, as houses have it (docs/product.md, "Settlement"). Settlement reads this table. */
import type { Sport } from './sports.ts'

/** How a match ended, where its score alone does not say who won it or whether it was played to the end. */
export const endReasons = [
  'points',
  'knockout',
  'retirement',
  'walkover',
  'disqualification',
  'superOver',
] as const
export type EndReason = (typeof endReasons)[number]

/** What the feed tells about the end of a match. */
export interface Outcome {
  /** Null: nobody, for a draw on points. */
  winner: 'home' | 'away' | null
  reason: EndReason
}

/** Why a feed tells another result after the end. */
export const correctionReasons = [
  'wrongScore',
  'wrongSides',
  'disqualification',
  'protest',
  'doping',
] as const
export type CorrectionReason = (typeof correctionReasons)[number]

/**
 * Whether tickets are settled again: when what happened was told wrongly. The podium and the result at the venue stand,
 * whatever is decided about them afterwards.
 */
export const settlesAgain: Readonly<Record<CorrectionReason, boolean>> = {
  wrongScore: true,
  wrongSides: true,
  disqualification: false,
  protest: false,
  doping: false,
}

export interface SportRules {
  /** Whether overtime and extra innings count for bets on the whole match; penalties never do. */
  overtime: boolean
  /** A level result: the draw wins, bets on the winner are refunded, or a super over may decide (a house rule). */
  tie: 'draw' | 'refund' | 'superOver'
  /**
   * Bets on the winner of a match that one side gave up or was disqualified from: as the house says, the official winner,
   * or refunded. A walkover refunds always.
   */
  retirement: 'house' | 'official' | 'refund'
  /** Sets, frames or heats that win a match; without it a score only ever grows. */
  setsToWin?: number
  /** How a match can end besides by its score. */
  ends: readonly EndReason[]
}

/** What a jurisdiction profile decides about all sports. */
export interface HouseRules {
  /** Bets on the winner stand when a side retires after one set, or only when the match is played to its end. */
  retirement: 'afterOneSet' | 'endOnly'
  /** Whether a tied match of cricket is decided by its super over; otherwise bets on the winner are refunded. */
  superOver: boolean
}

/** The rules by which a bet on one sport is settled. */
export interface SettlementRules extends SportRules {
  house: HouseRules
}

/** Where a profile does not say otherwise. */
export const usualHouseRules: HouseRules = { retirement: 'afterOneSet', superOver: true }

const givenUp = ['retirement', 'walkover', 'disqualification'] as const

function timed(overtime: boolean, tie: SportRules['tie'], ends: readonly EndReason[] = []): SportRules {
  return { overtime, tie, retirement: 'refund', ends }
}

function inSets(setsToWin: number): SportRules {
  return { overtime: false, tie: 'refund', retirement: 'house', setsToWin, ends: givenUp }
}

/** By sport. */
export const sportRules: Readonly<Record<Sport, SportRules>> = {
  football: timed(false, 'draw'),
  basketball: timed(true, 'refund'),
  tennis: inSets(2),
  boxing: {
    overtime: false,
    tie: 'refund',
    retirement: 'official',
    ends: ['points', 'knockout', ...givenUp],
  },
  snooker: inSets(5),
  baseball: timed(true, 'refund'),
  volleyball: inSets(3),
  badminton: inSets(2),
  americanFootball: timed(true, 'refund'),
  tableTennis: inSets(4),
  cricket: timed(false, 'superOver', ['superOver']),
  motorRacing: { ...inSets(4), retirement: 'official' },
}

/** The rules of a sport with those of a house. */
export function rulesOf(sport: Sport, house: HouseRules = usualHouseRules): SettlementRules {
  return { ...sportRules[sport], house }
}
