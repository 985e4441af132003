import type { Feed, FeedMatch } from './Feed.ts'

/** Most matches in a list. */
const maxListed = 60

/** A sport's live or upcoming matches in the order of their kick-off, at most `maxListed`. */
export function listMatches(
  feed: Feed,
  sport: FeedMatch['sport'],
  when: 'live' | 'upcoming',
  now: Date,
): FeedMatch[] {
  return feed.matches(sport, when, now).slice(0, maxListed)
}
