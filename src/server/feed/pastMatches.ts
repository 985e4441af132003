import type { PastMatches, FeedMatch } from './Feed.ts'

/** As many of each are shown. */
const shown = 5

interface Sides {
  home: string
  away: string
}

/**
 * The last finished matches of both sides of a match. `earlier`: all that began before it, the last first; `finished` is
 * asked only about those that count, and returns nothing for one that was not played to its end.
 */
export function pastOf<Earlier extends Sides>(
  { home, away }: Sides,
  earlier: Iterable<Earlier>,
  finished: (of: Earlier) => FeedMatch | undefined,
): PastMatches {
  const past: PastMatches = { home: [], away: [], meetings: [] }
  const lists = Object.values(past) as FeedMatch[][]
  for (const each of earlier) {
    const [isOfHome, isOfAway] = [home, away].map((side) => each.home === side || each.away === side)
    const open = [
      ...(isOfHome ? [past.home] : []),
      ...(isOfAway ? [past.away] : []),
      ...(isOfHome && isOfAway ? [past.meetings] : []),
    ].filter(({ length }) => length < shown)
    const match = open.length > 0 ? finished(each) : undefined
    if (match) for (const list of open) list.push(match)
    if (lists.every(({ length }) => length === shown)) break
  }
  return past
}
