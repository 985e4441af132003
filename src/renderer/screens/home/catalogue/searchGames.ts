import type { TFunction } from 'i18next'
import type { Game } from '#contract/http/game.ts'
import { search } from '../../../services/search.ts'

const tabOfKind = { original: 'originals', slot: 'slots', sport: 'sports' } as const

/** Best match first. `wordsOf` returns words of the player's language under which a game is also found. */
export function searchGames(games: readonly Game[], query: string, wordsOf: (game: Game) => string): Game[] {
  return search(query, games, (game) => `${game.name} ${wordsOf(game)} ${game.code}`)
}

/** What players call a game beside its name: its kind, and what it is played with. */
export function searchWords({ code, kind }: Pick<Game, 'code' | 'kind'>, t: TFunction): string {
  const words = t('home.search.words', { returnObjects: true }) as Record<string, string>
  return [t(`home.tabs.${tabOfKind[kind]}`), words[code], words[kind]].join(' ')
}
