import type { MatchWire } from '#contract/http/sports.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { Feed, FeedMarket, FeedMatch } from './Feed.ts'

/** How many matches a list has at most. */
export const mostListed = 60

/** A match as it travels: in a list with its main markets, else with all of them. */
export function presentMatch(feed: Feed, match: FeedMatch, now: Date, shown: 'main' | 'all'): MatchWire {
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
    live: match.isLive,
    suspended: match.isSuspended,
    markets: markets.filter(({ isMain }) => shown === 'all' || isMain).map(presentMarket),
    marketCount: markets.length,
    version: match.version,
  }
}

/** The first of a sport's matches, by kick-off. */
export function listMatches(
  feed: Feed,
  sport: FeedMatch['sport'],
  when: 'live' | 'upcoming',
  now: Date,
): FeedMatch[] {
  return feed.matches(sport, when, now).slice(0, mostListed)
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
    options: options.map(({ key, selection, odds }) => ({
      key,
      side: selection.side,
      line: 'line' in selection ? selection.line : null,
      odds,
    })),
  }
}
