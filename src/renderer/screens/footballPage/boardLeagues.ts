import type { Match } from '#contract/http/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'

const minuteMs = 60_000

/** Matches of one league, by kick-off. */
export interface League {
  name: string
  ids: readonly string[]
  /** Each page that was loaded has leagues of its own below the others, so that nothing moves; without it: the first. */
  part?: number | undefined
}

export function partOf({ part = 0 }: League): number {
  return part
}

/** In the order of their first matches. */
export function byLeague(matches: readonly Match[]): League[] {
  const leagues = new Map<string, string[]>()
  for (const { id, league } of matches) leagues.set(league, [...(leagues.get(league) ?? []), id])
  return [...leagues].map(([name, ids]) => ({ name, ids }))
}

/** In the order of the server. */
export function inOrder(matches: readonly Match[], now: number): Match[] {
  return matches
    .map((match) => ({ match, key: orderKey(match, now) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ match }) => match)
}

/** By kick-off and id; matches that should have begun stand last. */
export function orderKey({ period, startsAt, id }: Match, now: number): string {
  const minute = Math.floor(now / minuteMs) * minuteMs
  const isOverdue = period === MatchPeriod.notOpen && Date.parse(startsAt) < minute
  return `${isOverdue ? 1 : 0} ${startsAt} ${id}`
}
