import type { FirstView } from '#contract/firstView.ts'
import { gameCalls } from '#contract/http/game.ts'
import { mainCalls } from '#contract/http/main.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../deps.ts'
import { listGames } from '../domain/play/catalogue.ts'
import { readHome } from '../domain/play/home.ts'
import { successEnvelope } from './envelope.ts'
import { presentGames, presentHome, presentLiveMatches } from './lobby.ts'

/** What the calls of a guest's first view of /home would respond now. */
export async function readFirstView(deps: AppDeps, language: LanguageCode): Promise<FirstView> {
  const [games, home] = await Promise.all([listGames(deps, undefined), readHome(deps)])
  const data = {
    [gameCalls.list.path]: presentGames(games, language),
    [gameCalls.inPlay.path]: presentLiveMatches(deps),
    [mainCalls.home.path]: presentHome(home),
  }
  const replies = Object.entries(data).map(([path, each]) => [
    path,
    successEnvelope(language, { data: each }),
  ])
  return { language, replies: Object.fromEntries(replies) as FirstView['replies'] }
}
