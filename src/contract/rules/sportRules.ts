/** What counts for bets in each sport, as houses have it (docs/product.md, "Settlement"). Settlement reads this table. */
import { CORRECTION_MS, STOPPED_WAIT_MS } from './markets.ts'
import { usualHouseRules, type HouseRules, type SettlementRules, type SportRules } from './settlementRules.ts'
import type { Sport } from './sports.ts'

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

/** Why a settled selection has another result: the feed or staff tell one of the first, a void one the last. */
export const legCorrections = [...correctionReasons, 'betsCancelled'] as const
export type LegCorrection = (typeof legCorrections)[number]

const givenUp = ['retirement', 'walkover', 'disqualification'] as const

const hourMs = 3_600_000

function timed(overtime: boolean, ends: SportRules['ends'] = []): SportRules {
  return { overtime, retirement: 'refund', ends }
}

const inSets: SportRules = { overtime: false, retirement: 'house', ends: givenUp }

/** By sport. What a level result does is said by the bet: with a draw to bet on it wins, else bets on the winner are refunded. */
export const sportRules: Readonly<Record<Sport, SportRules>> = {
  football: timed(false),
  basketball: timed(true),
  tennis: inSets,
  boxing: {
    overtime: false,
    retirement: 'official',
    ends: ['points', 'knockout', ...givenUp],
  },
  snooker: inSets,
  baseball: timed(true),
  volleyball: inSets,
  badminton: inSets,
  americanFootball: timed(true),
  tableTennis: inSets,
  cricket: timed(false, ['superOver']),
  motorRacing: { ...inSets, retirement: 'official' },
}

/** The rules of a sport with those of a house. */
export function rulesOf(sport: Sport, house: HouseRules = usualHouseRules): SettlementRules {
  return { ...sportRules[sport], house, waitHours: STOPPED_WAIT_MS / hourMs }
}

/** What is published about a sport: how bets are settled, and when they are settled again. */
export interface PublishedRules extends SettlementRules {
  correctionHours: number
  /** The reasons of corrections that settle again. */
  settledAgain: readonly CorrectionReason[]
}

/** The rules of a sport as they are published now. */
export function publishedRules(sport: Sport, house?: HouseRules): PublishedRules {
  return {
    ...rulesOf(sport, house),
    correctionHours: CORRECTION_MS / hourMs,
    settledAgain: correctionReasons.filter((reason) => settlesAgain[reason]),
  }
}
