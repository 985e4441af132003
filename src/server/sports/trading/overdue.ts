import { isStopped } from '#contract/rules/markets.ts'
import type { AppDeps } from '../../deps.ts'
import type { FeedMatch } from '../../feed/Feed.ts'
import { isOver } from '../../feed/shownMatch.ts'
import { matchesWithOpenBets } from './exposureRows.ts'

/** Few matches take longer from their kick-off to their result, in ms. */
const overdueMs = 12 * 3_600_000
/** So many are in a line of the log. */
const mostLogged = 20

type Deps = Pick<AppDeps, 'db' | 'feed' | 'clock'>
type CountingDeps = Deps & Pick<AppDeps, 'overdueIds'>

/**
 * Matches with open bets that should have been over for hours, and whose end the feed has not told: their bets wait until
 * somebody looks. Those that are stopped are refunded by themselves, as are those that the feed no longer has.
 */
export async function overdueMatches(deps: Deps): Promise<FeedMatch[]> {
  const now = deps.clock.now()
  return overdueAmong(await matchesWithOpenBets(deps.db, overdueBefore(now)), deps.feed, now)
}

/** As `overdueMatches`, without those that became overdue within the last minute; for what counts them all the time. */
export async function countedOverdueMatches(deps: CountingDeps): Promise<FeedMatch[]> {
  const now = deps.clock.now()
  const ids = await deps.overdueIds.get(now, () => matchesWithOpenBets(deps.db, overdueBefore(now)))
  return overdueAmong(ids, deps.feed, now)
}

function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - overdueMs)
}

function overdueAmong(ids: readonly string[], feed: Deps['feed'], now: Date): FeedMatch[] {
  const before = overdueBefore(now)
  return ids.flatMap((id) => {
    const match = feed.match(id, now)
    // Its kick-off may have been moved since the first bet.
    if (!match || match.startsAt > before) return []
    return isOver(match.state.period) || isStopped(match.state.period) ? [] : match
  })
}

export function watchOverdueMatches(deps: CountingDeps & Pick<AppDeps, 'metrics'>): void {
  deps.metrics.gauge(
    'palpite_matches_overdue',
    'Matches with open bets that should have been over for hours, and whose result nobody has told.',
    async () => (await countedOverdueMatches(deps)).length,
  )
}

/** Says in the log which matches are overdue. */
export async function reportOverdueMatches(deps: CountingDeps & Pick<AppDeps, 'log'>): Promise<void> {
  const matches = await countedOverdueMatches(deps)
  if (matches.length === 0) return
  const ids = matches.slice(0, mostLogged).map(({ id }) => id)
  deps.log.warn({ count: matches.length, matches: ids }, 'matches with open bets have no result for hours')
}
