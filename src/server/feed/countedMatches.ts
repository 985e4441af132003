import { sports, type Sport } from '#contract/rules/sports.ts'
import type { Feed } from './Feed.ts'

/** How long the numbers of matches are cached, in ms. Any guest may request them, and counting looks at every match of a day. */
const countedMs = 1_000

/** The numbers of each sport's matches, at most `countedMs` old. */
export function countedMatches(
  feed: Feed,
): (now: Date) => { sport: Sport; live: number; upcoming: number }[] {
  let countedAt = -Infinity
  let counted: { sport: Sport; live: number; upcoming: number }[] = []
  return (now) => {
    const age = now.getTime() - countedAt
    // The sandbox moves the clock back, too.
    if (age >= 0 && age < countedMs) return counted
    countedAt = now.getTime()
    counted = sports.map((sport) => ({
      sport,
      live: feed.matches(sport, 'live', now).length,
      upcoming: feed.matches(sport, 'upcoming', now).length,
    }))
    return counted
  }
}
