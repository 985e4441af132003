import type { Game } from '#contract/http/game.ts'
import { search } from '../../../services/search.ts'

/** Best match first. `wordsOf` returns words of the player's language under which a game is also found. */
export function searchGames(games: readonly Game[], query: string, wordsOf: (game: Game) => string): Game[] {
  return search(query, games, (game) => `${game.name} ${wordsOf(game)} ${game.code}`)
}
