import type { LanguageCode } from '#contract/languages.ts'
import { textsIn } from '#contract/rules/content.ts'
import { toWireAmount } from '#contract/money.ts'
import { sports } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import type { listGames } from '../domain/play/catalogue.ts'
import type { HomeFeed } from '../domain/play/home.ts'
import type { PublicBet } from '../domain/play/publicBets.ts'
import type { FeedMatch } from '../feed/Feed.ts'
import { messageText } from '../texts/texts.ts'

/** Most live matches that the lobby shows. */
const liveMatchLimit = 8

/** The games on the wire, named in the caller's language. */
export function presentGames(games: Awaited<ReturnType<typeof listGames>>, language: LanguageCode) {
  return games.map((game) => ({
    gameCode: game.code,
    name: game.name[language] ?? game.name.pt_BR ?? game.code,
    kind: game.kind,
    route: game.route,
    hot: game.hot,
    sort: game.sort,
    rtp: game.rtp,
    picture: game.picture,
    favourite: game.favourite,
    recent: game.played_at?.toISOString() ?? null,
  }))
}

/** Live matches, sport by sport in the order of `sports`, so football comes first. */
export function presentLiveMatches({ feed, clock }: Pick<AppDeps, 'feed' | 'clock'>) {
  const now = clock.now()
  const matches: FeedMatch[] = []
  for (const sport of sports) {
    if (matches.length >= liveMatchLimit) break
    matches.push(...feed.matches(sport, 'live', now))
  }
  return matches.slice(0, liveMatchLimit).map((match) => {
    const { id, sport, home, away, startsAt, state, isSuspended } = match
    const winner = feed
      .markets(match, now)
      .find(({ market, gameTime }) => market === 'winner' && gameTime === GameTime.fullMatch)
    const isOpen =
      winner !== undefined &&
      !winner.isSuspended &&
      !isSuspended &&
      winner.options.every(({ isClosed }) => !isClosed)
    const score = state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
    return {
      kind: 'match' as const,
      matchId: id,
      sport,
      home,
      away,
      homeScore: score.home,
      awayScore: score.away,
      period: state.period,
      time: startsAt.toISOString(),
      ...(isOpen ? { prices: winner.options.map(({ key, odds }) => ({ key, odds })) } : {}),
    }
  })
}

/** Others' bets on the wire. */
export function presentPublicBets(
  bets: { latest: PublicBet[]; largest: PublicBet[] },
  language: LanguageCode,
) {
  const present = ({ at, player, stake, payout, ...bet }: PublicBet) => ({
    ...bet,
    player: player ?? messageText(language, 'anonymousPlayer'),
    stake: stake === null ? null : toWireAmount(stake),
    payout: payout === null ? null : toWireAmount(payout),
    time: at.toISOString(),
  })
  return { latest: bets.latest.map(present), largest: bets.largest.map(present) }
}

/** The moving parts of /home on the wire. */
export function presentHome(feed: HomeFeed, language: LanguageCode) {
  const bigWins = feed.bigWins.map((win) => ({
    ...win,
    player: win.player ?? messageText(language, 'anonymousPlayer'),
    amount: toWireAmount(win.amount),
    at: win.at.toISOString(),
  }))
  const banners = feed.banners.map(({ id, state: { texts, fields } }) => ({
    id,
    ...fields,
    texts: textsIn(texts, language),
  }))
  return { ...feed, banners, bigWins }
}
