import type { MatchWire } from '#contract/http/sports.ts'
import { toWireAmount } from '#contract/money.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import { ticketLimits, type Sport } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { Feed, FeedMarket, FeedMatch } from '../feed/Feed.ts'
import { listMatches } from '../feed/listMatches.ts'
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

function partsOf({ state: { parts } }: FeedMatch): MatchWire['parts'] {
  const codes = Object.keys(parts).map(Number) as GameTimeCode[]
  return codes.flatMap((gameTime) => {
    const part = parts[gameTime]
    return part ? [{ gameTime, home: part.home, away: part.away, final: part.final }] : []
  })
}

function presentMarket({ market, gameTime, line, isSuspended, options }: FeedMarket) {
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

/** The matches of a sport on the wire, with their main markets. */
export function presentMatches(
  feed: Feed,
  popularAmong: PopularAmong,
  { sport, when }: { sport: Sport; when: 'live' | 'upcoming' },
  now: Date,
) {
  const matches = listMatches(feed, sport, when, now)
  const present = (match: FeedMatch) => presentMatch(feed, match, now, 'main')
  const isShort = when === 'live' && matches.length > 0 && matches.length < filledList
  return {
    matches: matches.map(present),
    popular: popularAmong(matches),
    ...(isShort
      ? {
          next: listMatches(feed, sport, 'upcoming', now)
            .slice(0, filledList - matches.length)
            .map(present),
        }
      : {}),
    serverTime: now.toISOString(),
  }
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
