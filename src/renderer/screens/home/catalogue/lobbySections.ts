import type { Game, InPlayItem } from '#contract/http/game.ts'
import type { CatalogueStore, LobbyTab } from './CatalogueStore.ts'

/** One kind of game on the tab "all", with the tab that shows all games of the kind. */
export interface LobbySection {
  tab: Extract<LobbyTab, 'originals' | 'slots' | 'sports'>
  games: Game[]
  total: number
}

const shownPerSection = 6
const shownRecent = 10

/** The sections of the tab "all": kinds that have games, each with its first games. */
export function lobbySections(catalogue: CatalogueStore): LobbySection[] {
  return wholeKinds(catalogue).map((section) => ({
    ...section,
    games: section.games.slice(0, shownPerSection),
  }))
}

/** The rows of a wide lobby: whole kinds, those played last first; without sports while their live matches are shown. */
export function wideLobbyRows(catalogue: CatalogueStore): LobbySection[] {
  return wholeKinds(catalogue)
    .filter(({ tab }) => tab !== 'sports' || catalogue.liveMatches.length === 0)
    .map((section) => ({ ...section, games: lastPlayedFirst(section.games) }))
}

/** Games played before, the latest first, without those of unfinished rounds. */
export function recentGames(catalogue: CatalogueStore): Game[] {
  const open = new Set(unfinishedRounds(catalogue).map(({ game }) => game.code))
  const played = catalogue.gamesOf('all').filter((game) => game.lastPlayedAt !== null && !open.has(game.code))
  return lastPlayedFirst(played).slice(0, shownRecent)
}

/** The player's own unfinished rounds, of games that can be opened. */
export function unfinishedRounds(
  catalogue: CatalogueStore,
): { game: Game; round: Extract<InPlayItem, { kind: 'round' }> }[] {
  return catalogue.inPlay.flatMap((item) => {
    const game = item.kind === 'round' ? catalogue.find(item.gameCode) : undefined
    return item.kind === 'round' && game ? [{ game, round: item }] : []
  })
}

function wholeKinds(catalogue: CatalogueStore): LobbySection[] {
  return (['originals', 'slots', 'sports'] as const)
    .map((tab) => ({ tab, games: catalogue.gamesOf(tab) }))
    .filter(({ games }) => games.length > 0)
    .map(({ tab, games }) => ({ tab, games, total: games.length }))
}

function lastPlayedFirst(games: Game[]): Game[] {
  return [...games].sort((a, b) => (b.lastPlayedAt ?? '').localeCompare(a.lastPlayedAt ?? ''))
}
