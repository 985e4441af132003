/** What settlement needs to know besides the score: how a match ended, and what counts in its sport and house. */

/** How a match ended, where its score alone does not say who won it or whether it was played to the end. */
export const endReasons = [
  'points',
  'knockout',
  'retirement',
  'walkover',
  'disqualification',
  'superOver',
] as const
type EndReason = (typeof endReasons)[number]

/** What the feed tells about the end of a match. */
export interface Outcome {
  /** Null: nobody, for a draw on points. */
  winner: 'home' | 'away' | null
  reason: EndReason
}

export interface SportRules {
  /** Whether overtime and extra innings count for bets on the whole match; penalties never do. */
  overtime: boolean
  /**
   * Bets on the winner of a match that one side gave up or was disqualified from: as the house says, the official winner,
   * or refunded. A walkover refunds always.
   */
  retirement: 'house' | 'official' | 'refund'
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
  /** Bets on a stopped match (interrupted, postponed, …) are refunded after so many hours. */
  waitHours: number
}

/** Where a profile does not say otherwise. */
export const usualHouseRules: HouseRules = { retirement: 'afterOneSet', superOver: true }
