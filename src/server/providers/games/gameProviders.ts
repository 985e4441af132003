import type { ServerConfig } from '../../config/config.ts'
import { exampleGames } from './example/exampleGames.ts'
import type { GameProvider } from './GameProvider.ts'
import { ownSlots } from './ownSlots.ts'

/** Third-party catalogues by their name in GAME_PROVIDERS. */
const thirdParties: Record<ServerConfig['gameProviders'][number], GameProvider> = { example: exampleGames }

/** The providers whose games are offered: our own slots, and those that GAME_PROVIDERS names. */
export function gameProvidersOf({ gameProviders }: Pick<ServerConfig, 'gameProviders'>): GameProvider[] {
  return [ownSlots, ...gameProviders.map((name) => thirdParties[name])]
}
