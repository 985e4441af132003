import type { Match, MatchOption } from '#contract/http/sports.ts'
import type { SlipStore } from '../../features/betSlip/SlipStore.ts'

/** What the slip keeps of a price. */
export function pickOf(
  match: Match,
  { key, odds, boostedFrom }: MatchOption,
): Parameters<SlipStore['toggle']>[0] {
  const { id, sport, home, away, startsAt, live } = match
  return { matchId: id, sport, home, away, startsAt, isLive: live, key, odds, boostedFrom }
}
