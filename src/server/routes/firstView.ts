import { replyKey, type FirstView } from '#contract/firstView.ts'
import { gameCalls } from '#contract/http/game.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { sportsCalls } from '#contract/http/sports.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { PrerenderedPage } from '#contract/prerenderedPages.ts'
import type { AppDeps } from '../deps.ts'
import { listGames } from '../domain/play/catalogue.ts'
import { readHome } from '../domain/play/home.ts'
import { countedMatches } from '../feed/countedMatches.ts'
import { popularMatches } from '../sports/popularMatches.ts'
import { successEnvelope } from '../presenters/envelope.ts'
import { presentGames, presentHome, presentLiveMatches } from '../presenters/lobby.ts'
import { presentMatches, presentOverview } from '../presenters/match.ts'

/** The data of responses by {@link replyKey}. */
type Data = Record<string, unknown>

/**
 * Reads what the calls of a guest's first view of a page would respond now; undefined where it makes none, or where
 * its parameters decide what it asks for.
 */
export function firstViewsOf(
  deps: AppDeps,
): (page: PrerenderedPage, language: LanguageCode) => Promise<FirstView> | undefined {
  const { feed, clock } = deps
  const counts = countedMatches(feed)
  const popularAmong = popularMatches(deps)
  const readers: Partial<Record<PrerenderedPage, (language: LanguageCode) => Promise<Data>>> = {
    home: async (language) => {
      const [games, home] = await Promise.all([listGames(deps, undefined), readHome(deps)])
      return {
        [gameCalls.list.path]: presentGames(games, language),
        [gameCalls.inPlay.path]: presentLiveMatches(deps),
        [appInfoCalls.home.path]: presentHome(home, language),
      }
    },
    footballPage: async () => {
      const now = clock.now()
      const query = { sport: 'football', when: 'live' } as const
      return {
        [replyKey(sportsCalls.matches.path, query)]: presentMatches(feed, popularAmong, query, now),
        [sportsCalls.overview.path]: presentOverview(feed, counts(now), now),
      }
    },
  }
  return (page, language) =>
    readers[page]?.(language).then((data) => firstViewOf(language, clock.now().getTime(), data))
}

function firstViewOf(language: LanguageCode, serverTime: number, data: Data): FirstView {
  const replies = Object.entries(data).map(([key, each]) => [key, successEnvelope(language, { data: each })])
  return { language, serverTime, replies: Object.fromEntries(replies) as FirstView['replies'] }
}
