import { rulesOf, type LegCorrection } from '#contract/rules/sportRules.ts'
import { legResult, type LegResult, type Score } from '#contract/rules/markets.ts'
import { BetResult, MatchPeriod } from '#contract/statusCodes.ts'
import { marketCode } from '../feed/desk/Desk.ts'
import type { Feed, FeedMatch } from '../feed/Feed.ts'
import type { LegRow } from './ticketRows.ts'

/** What settlement asks a feed. */
export type Results = Pick<Feed, 'match' | 'houseRules'>

export type LegOfMatch = Pick<
  LegRow,
  'match_id' | 'sport' | 'starts_at' | 'selection' | 'game_time' | 'taken_at' | 'rules'
>

const hourMs = 3_600_000

/**
 * The result of a leg so far, by the rules in force when the bet was placed (now, for a bet that is older than their
 * versions). Bets on a match that the feed no longer has wait as long as those on an abandoned match, and are then refunded
 * as an exception. `score` is that of the leg's part of the match, once the leg is settled.
 */
export function legResultNow(feed: Results, leg: LegOfMatch, now: Date): LegResult & { score: Score | null } {
  const match = feed.match(leg.match_id, now)
  const rules = leg.rules ?? rulesOf(leg.sport, feed.houseRules)
  if (!match) {
    const isOverdue = now.getTime() - leg.starts_at.getTime() >= rules.waitHours * hourMs
    const code = isOverdue ? BetResult.refund : BetResult.accepted
    return { code, distance: null, exception: isOverdue, score: null }
  }
  if (isVoid(match, leg)) return { code: BetResult.refund, distance: null, exception: false, score: null }
  const result = legResult(leg.selection, leg.game_time, match.state, rules)
  const part = match.state.parts[leg.game_time]
  return { ...result, score: result.code === BetResult.accepted ? null : (part ?? null) }
}

/** Why a settled leg has the result that it has now, where that is not the first one. */
export function correctionOf(feed: Results, leg: LegOfMatch, now: Date): LegCorrection {
  const match = feed.match(leg.match_id, now)
  if (!match || match.state.period === MatchPeriod.cancelled || isVoid(match, leg)) return 'betsCancelled'
  return match.correction ?? 'wrongScore'
}

/** Whether staff have voided the market, or the feed has cancelled the bets that were taken at that time. */
function isVoid(
  { voidMarkets, betCancels = [] }: FeedMatch,
  { selection, game_time, taken_at }: LegOfMatch,
): boolean {
  const code = marketCode(selection.market, game_time)
  if (voidMarkets?.includes(code)) return true
  const taken = taken_at.getTime()
  return betCancels.some(
    ({ market, from, until }) => (market === '' || market === code) && taken >= from && taken < until,
  )
}
