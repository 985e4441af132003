import { isStopped } from '#contract/rules/markets.ts'
import type { AppDeps } from '../../deps.ts'
import type { FeedMatch } from '../../feed/Feed.ts'
import { isOver } from '../../feed/shownMatch.ts'
import { matchesWithOpenBets } from './exposureRows.ts'

/** Few matches take longer from their kick-off to their result, in ms. */
const overdueMs = 12 * 3_600_000
/** So many are in a line of the log. */
const mostLogged = 20
/** How long the ids of the matches are cached, in ms: every page of staff, and every scrape, counts them again and again. */
const countedMs = 60_000

type Deps = Pick<AppDeps, 'db' | 'feed' | 'clock'>

/** By database, as the processes of a test have one each. */
const counted = new WeakMap<Deps['db'], { at: number; ids: Promise<string[]> }>()

/**
 * Matches with open bets that should have been over for hours, and whose end the feed has not told: their bets wait until
 * somebody looks. Those that are stopped are refunded by themselves, as are those that the feed no longer has.
 */
export async function overdueMatches(deps: Deps): Promise<FeedMatch[]> {
  const now = deps.clock.now()
  return overdueAmong(await matchesWithOpenBets(deps.db, overdueBefore(now)), deps.feed, now)
}

/** As `overdueMatches`, without those that became overdue within the last minute; for what counts them all the time. */
export async function countedOverdueMatches({ db, feed, clock }: Deps): Promise<FeedMatch[]> {
  const now = clock.now()
  const known = counted.get(db)
  const age = known ? now.getTime() - known.at : NaN
  // The sandbox moves the clock back, too.
  if (known && age >= 0 && age < countedMs) return overdueAmong(await known.ids, feed, now)
  const ids = matchesWithOpenBets(db, overdueBefore(now))
  counted.set(db, { at: now.getTime(), ids })
  try {
    return overdueAmong(await ids, feed, now)
  } catch (error) {
    counted.delete(db)
    throw error
  }
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

export function watchOverdueMatches(deps: Deps & Pick<AppDeps, 'metrics'>): void {
  deps.metrics.gauge(
    'palpite_matches_overdue',
    'Matches with open bets that should have been over for hours, and whose result nobody has told.',
    async () => (await countedOverdueMatches(deps)).length,
  )
}

/** Says in the log which matches are overdue. */
export async function reportOverdueMatches(deps: Deps & Pick<AppDeps, 'log'>): Promise<void> {
  const matches = await countedOverdueMatches(deps)
  if (matches.length === 0) return
  const ids = matches.slice(0, mostLogged).map(({ id }) => id)
  deps.log.warn({ count: matches.length, matches: ids }, 'matches with open bets have no result for hours')
}
