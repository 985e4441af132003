import type { PeriodCode } from '#contract/rules/markets.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { FeedMatch } from './Feed.ts'
import type { Snapshot } from './snapshot.ts'

const hourMs = 3_600_000
/** Matches are listed from this long before their kick-off, in ms. */
export const listedAheadMs = 24 * hourMs
/** A match that has not begun this long after its kick-off is no longer listed. */
const waitMs = 3 * hourMs

/** Whether a match that has not begun is near enough to its kick-off to be listed. */
export function isNearKickOff(startsAt: number, time: number): boolean {
  const left = startsAt - time
  return left <= listedAheadMs && left >= -waitMs
}

/** Whether nothing more is played. */
export function isOver(period: PeriodCode): boolean {
  return period === MatchPeriod.finished || period === MatchPeriod.cancelled
}

/** A match at a moment, as it is shown. */
export function shownMatch({
  fixture,
  state,
  minute,
  sets,
  isLive,
  isSuspended,
  version,
}: Snapshot): FeedMatch {
  return {
    ...fixture,
    startsAt: new Date(fixture.startsAt),
    state,
    minute,
    sets,
    isLive,
    isSuspended,
    version,
  }
}
