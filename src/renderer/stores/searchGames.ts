import type { Game } from '#contract/http/game.ts'
import { search } from '#contract/rules/search.ts'

/** Best first; `wordsOf` adds words of the player's language that a game may be looked for by. */
export function searchGames(games: readonly Game[], query: string, wordsOf: (game: Game) => string): Game[] {
  return search(query, games, (game) => `${game.name} ${wordsOf(game)} ${game.code}`)
}
