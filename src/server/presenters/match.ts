import { isDeepStrictEqual } from 'node:util'
import type { MatchForm, PastMatch } from '#contract/http/form.ts'
import type { MatchChange, MatchWire } from '#contract/http/sports.ts'
import { toWireAmount } from '#contract/money.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import { mostMarks, ticketLimits, type Sport } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { Feed, FeedMarket, FeedMatch } from '../feed/Feed.ts'
import {
  leaguesOf,
  listMatches,
  matchesOfPage,
  pageAfter,
  searchMatches,
  type ListQuery,
} from '../feed/listMatches.ts'
import { decodeMatchCursor } from '../http/cursors.ts'
import type { PopularAmong } from '../sports/popularMatches.ts'

/** A match on the wire; `main` with its main markets for a list, `all` with every market, events and statistics. */
export function presentMatch(feed: Feed, match: FeedMatch, now: Date, scope: 'main' | 'all'): MatchWire {
  const markets = feed.markets(match, now)
  const { home, away } = match.state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  return {
    matchId: match.id,
    sport: match.sport,
    league: match.league,
    home: match.home,
    away: match.away,
    time: match.startsAt.toISOString(),
    period: match.state.period,
    minute: match.minute,
    homeScore: home,
    awayScore: away,
    parts: partsOf(match),
    ...(match.sets?.length ? { sets: [...match.sets] } : {}),
    live: match.isLive,
    suspended: match.isSuspended,
    markets: markets.filter(({ isMain }) => scope === 'all' || isMain).map(presentMarket),
    marketCount: markets.length,
    ...(scope === 'all'
      ? { events: feed.events(match.id, now), statistics: feed.statistics(match.id, now) }
      : {}),
    version: match.version,
  }
}

/** What both sides of a match have played before it, on the wire. */
export function presentForm(feed: Feed, match: FeedMatch, now: Date): MatchForm {
  const { home, away, meetings } = feed.past(match, now)
  return { home: home.map(presentPast), away: away.map(presentPast), meetings: meetings.map(presentPast) }
}

function presentPast({ id, home, away, startsAt, state }: FeedMatch): PastMatch {
  const score = state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  const byScore = score.home > score.away ? 'home' : score.home < score.away ? 'away' : 'draw'
  return {
    matchId: id,
    time: startsAt.toISOString(),
    home,
    away,
    homeScore: score.home,
    awayScore: score.away,
    winner: state.outcome ? (state.outcome.winner ?? 'draw') : byScore,
  }
}

function partsOf({ state: { parts } }: FeedMatch): MatchWire['parts'] {
  const codes = Object.keys(parts).map(Number) as GameTimeCode[]
  return codes.flatMap((gameTime) => {
    const part = parts[gameTime]
    return part ? [{ gameTime, home: part.home, away: part.away, final: part.final }] : []
  })
}

/** What is different in `after`; undefined where they differ in more than a change can say, or not at all. */
export function changeOfMatch(before: MatchWire, after: MatchWire): MatchChange | undefined {
  if (before.version === after.version || before.markets.length !== after.markets.length) return undefined
  const markets = []
  for (const [index, market] of after.markets.entries()) {
    const known = before.markets[index]
    if (known === market) continue
    if (!known || !isSameMarket(known, market)) return undefined
    if (!isDeepStrictEqual(known, market)) markets.push(market)
  }
  const { matchId, version, live, suspended, period, homeScore, awayScore, ...others } = after
  const change = { matchId, since: before.version, version, live, suspended, period, homeScore, awayScore }
  const changed = Object.fromEntries(
    Object.entries(others).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof MatchWire]),
    ),
  )
  const isGone = Object.keys(before).some((name) => !(name in after))
  return isGone ? undefined : { ...changed, ...change, markets }
}

function isSameMarket(a: MarketWire, b: MarketWire): boolean {
  return a.market === b.market && a.gameTime === b.gameTime && a.line === b.line
}

type MarketWire = MatchWire['markets'][number]

/** By what it was made of: a feed has the same object while nothing of the market has changed. */
const presented = new WeakMap<FeedMarket, MarketWire>()

function presentMarket(market: FeedMarket): MarketWire {
  const known = presented.get(market)
  if (known) return known
  const wire = wireOfMarket(market)
  presented.set(market, wire)
  return wire
}

function wireOfMarket({ market, gameTime, line, isSuspended, options }: FeedMarket): MarketWire {
  return {
    market,
    gameTime,
    line,
    suspended: isSuspended,
    options: options.map(({ key, selection, odds, boostedFrom, isClosed }) => ({
      key,
      side: selection.side,
      line: 'line' in selection ? selection.line : null,
      odds,
      ...(boostedFrom === undefined ? {} : { boostedFrom }),
      ...(isClosed && { suspended: true }),
    })),
  }
}

/** A list of fewer live matches goes on with those that begin next, until it has so many. */
const filledList = 16

/** A page of a sport's matches on the wire, with their main markets. */
export function presentMatches(
  feed: Feed,
  popularAmong: PopularAmong,
  query: ListQuery & { cursor?: string | undefined; search?: string | undefined },
  now: Date,
) {
  const { sport, when, cursor, search } = query
  const position = cursor === undefined ? undefined : decodeMatchCursor(cursor)
  const list = listMatches(feed, { sport, when }, now, position?.asOf)
  const { matches, nextCursor } = pageAfter(
    search === undefined ? list : searchMatches(list, search),
    position,
  )
  const present = (match: FeedMatch) => presentMatch(feed, match, now, 'main')
  const isWhole = position === undefined && search === undefined
  const isShort = isWhole && when === 'live' && matches.length > 0 && matches.length < filledList
  return {
    matches: matches.map(present),
    popular: isWhole ? popularAmong(matches) : [],
    ...(isShort
      ? {
          next: matchesOfPage(listMatches(feed, { sport, when: 'upcoming' }, now), 1)
            .slice(0, filledList - matches.length)
            .map(present),
        }
      : {}),
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(isWhole && nextCursor !== undefined ? { leagues: leaguesOf(list, now) } : {}),
    serverTime: now.toISOString(),
  }
}

/** The matches of a list that have one of these ids or are of one of these leagues, on the wire: at most `mostMarks`. */
export function presentMarked(
  feed: Feed,
  { sport, when, matches: ids, leagues }: ListQuery & { matches: string[]; leagues: string[] },
  now: Date,
) {
  const { matches } = listMatches(feed, { sport, when }, now)
  const [marked, markedLeagues] = [new Set(ids), new Set(leagues)]
  const byId = matches.filter(({ id }) => marked.has(id))
  const byLeague = matches.filter(({ id, league }) => markedLeagues.has(league) && !marked.has(id))
  const found = [...byId, ...byLeague].slice(0, mostMarks)
  return { matches: found.map((match) => presentMatch(feed, match, now, 'main')) }
}

/** The sports on the wire with the numbers of their matches (feed/countedMatches.ts), and the limits of a ticket. */
export function presentOverview(
  feed: Feed,
  sports: { sport: Sport; live: number; upcoming: number }[],
  now: Date,
) {
  const { minStake, maxStake, maxReturn, maxLegs } = ticketLimits
  return {
    sports,
    simulated: feed.isSimulated,
    serverTime: now.toISOString(),
    limits: {
      minStake: toWireAmount(minStake),
      maxStake: toWireAmount(maxStake),
      maxReturn: toWireAmount(maxReturn),
      maxLegs,
    },
  }
}
