import { LRUCache } from 'lru-cache'
import { foldText, wordsOf } from '#contract/foldText.ts'
import { houseMidnight } from '#contract/houseTime.ts'
import type { Sport } from '#contract/rules/sports.ts'
import { encodeMatchCursor, type MatchPosition } from '../http/cursors.ts'
import type { Feed, FeedMatch } from './Feed.ts'

/** Matches in a page of a list. */
const matchesPerPage = 60

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000] as const

export interface ListQuery {
  sport: Sport
  when: 'live' | 'upcoming'
}

/** All matches of a list in its order. */
export interface MatchList {
  matches: FeedMatch[]
  /** Upcoming matches that should have begun before, in ms since 1970, stand last: they take no bets. */
  asOf: number
}

/**
 * A sport's live or upcoming matches by kick-off, overdue ones last. What is overdue is decided by the minute, and for later
 * pages as of the first: a match must not move behind a page that was loaded already.
 */
export function listMatches(
  feed: Feed,
  { sport, when }: ListQuery,
  now: Date,
  first = minuteOf(now),
): MatchList {
  const matches = feed.matches(sport, when, now)
  if (when === 'live') return { matches, asOf: 0 }
  const due = matches.findIndex(({ startsAt }) => startsAt.getTime() >= first)
  return { matches: due <= 0 ? matches : [...matches.slice(due), ...matches.slice(0, due)], asOf: first }
}

/** The matches of one page of a list, from 1. */
export function matchesOfPage({ matches }: MatchList, page: number): FeedMatch[] {
  return matches.slice((page - 1) * matchesPerPage, page * matchesPerPage)
}

interface MatchPage {
  matches: FeedMatch[]
  /** Of the page that follows; undefined on the last one. */
  nextCursor: string | undefined
}

/** The page after a cursor, or the first one. A match that begins between two pages leaves the list, and moves no other. */
export function pageAfter(list: MatchList, cursor: MatchPosition | undefined): MatchPage {
  const { asOf } = list
  const from = cursor ? list.matches.findIndex((match) => isBehind(match, cursor)) : 0
  const matches = from < 0 ? [] : list.matches.slice(from, from + matchesPerPage)
  const last = matches.at(-1)
  const isLast = from < 0 || from + matchesPerPage >= list.matches.length
  return { matches, nextCursor: isLast || !last ? undefined : encodeMatchCursor(last, asOf) }
}

function isBehind({ startsAt, id }: FeedMatch, position: MatchPosition): boolean {
  const { asOf } = position
  const at = startsAt.getTime()
  const isOverdue = at < asOf
  const wasOverdue = position.startsAt < asOf
  if (isOverdue !== wasOverdue) return isOverdue
  return at === position.startsAt ? id > position.id : at > position.startsAt
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / minuteMs) * minuteMs
}

/** By names: a list that is searched has the same ones again and again. */
const searched = new LRUCache<string, string>({
  max: 20_000,
  memoMethod: (names) => wordsOf(foldText(names)).join(''),
})

/** The matches whose teams and league have every word of the search in their names, whatever its accents and case. */
export function searchMatches(list: MatchList, search: string): MatchList {
  const words = wordsOf(foldText(search))
  const matches = list.matches.filter(({ home, away, league }) => {
    const names = searched.memo(`${home} ${away} ${league}`)
    return words.every((word) => names.includes(word))
  })
  return { ...list, matches }
}

/** The leagues of a list in its order, with the numbers of their matches. */
export function leaguesOf(
  { matches }: MatchList,
  now: Date,
): { name: string; count: number; today: number }[] {
  const from = houseMidnight(now)
  const until = new Date(from.getTime() + dayMs)
  const leagues = new Map<string, { name: string; count: number; today: number }>()
  for (const { league: name, startsAt } of matches) {
    const league = leagues.get(name) ?? { name, count: 0, today: 0 }
    league.count++
    if (startsAt >= from && startsAt < until) league.today++
    leagues.set(name, league)
  }
  return [...leagues.values()]
}
