import type { AppDeps } from '../deps.ts'
import { storeCatalogue } from '../domain/play/catalogue.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../providers/errors.ts'
import { gameProvidersOf } from '../providers/games/gameProviders.ts'

/**
 * Stores what remote providers offer. Of a provider that does not answer the stored games stay. Lists change about once a
 * day, and Hub88 answers once a minute.
 */
export async function syncGameCatalogues(deps: Pick<AppDeps, 'config' | 'db' | 'log'>): Promise<void> {
  for (const provider of gameProvidersOf(deps.config).filter(({ isRemote }) => isRemote)) {
    try {
      const { leftOut, lost } = await storeCatalogue(deps, provider.name, await provider.catalogue())
      if (leftOut.length > 0)
        deps.log.warn(`games of ${provider.name} with a code that is taken: ${leftOut.join(', ')}`)
      if (lost > 0)
        deps.log.warn(`${lost} games of ${provider.name} are not in its list any more; it is not believed`)
    } catch (error) {
      if (!(error instanceof AnswerUnknownError || error instanceof ProviderRefusedError)) throw error
      deps.log.warn(error, `the games of ${provider.name} were not read`)
    }
  }
}
