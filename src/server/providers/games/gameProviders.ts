import type { ServerConfig } from '../../config/config.ts'
import { exampleGames } from './example/exampleGames.ts'
import type { GameProvider } from './GameProvider.ts'
import { Hub88Games } from './hub88/Hub88Games.ts'
import { readHub88Account } from './hub88/settings.ts'
import { ownSlots } from './ownSlots.ts'

type Config = Pick<ServerConfig, 'gameProviders' | 'hub88' | 'sandbox'>

/** Third-party catalogues by their name in GAME_PROVIDERS. */
const thirdParties: Record<ServerConfig['gameProviders'][number], (config: Config) => GameProvider> = {
  example: () => exampleGames,
  hub88: (config) => new Hub88Games(readHub88Account(config)),
}

/** Those of a configuration, whose keys are read once. */
const chosen = new WeakMap<ServerConfig['hub88'], GameProvider[]>()

/**
 * The providers whose games are offered: our own slots, and those that GAME_PROVIDERS names. Throws a StartError when
 * something that one of them needs is missing.
 */
export function gameProvidersOf(config: Config): GameProvider[] {
  const known = chosen.get(config.hub88)
  if (known) return known
  const providers = [ownSlots, ...config.gameProviders.map((name) => thirdParties[name](config))]
  chosen.set(config.hub88, providers)
  return providers
}
