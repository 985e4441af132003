import { enableStaticRendering } from 'mobx-react-lite'
import { prerender as renderWhole } from 'react-dom/static'
import { createMemoryRouter } from 'react-router-dom'
import type { LanguageCode } from '#contract/languages.ts'
import type { PrerenderedPage } from '#contract/prerenderedPages.ts'
import { loadDictionary } from '../i18n/i18n.ts'
import type { Platform } from '../platform/Platform.ts'
import { createStorages } from '../services/storage.ts'
import { RootStore } from '../stores/RootStore.ts'
import { App } from './App.tsx'
import { createGuard } from './guard.ts'
import { createNavigation } from './navigation.ts'
import { createRoutes, loadInitialScreen } from './routes.tsx'

// Nothing is observed: the timers that clean up after components that never mount would keep the build waiting.
enableStaticRendering(true)

/** No host: nothing starts during the prerender. */
const noPlatform = { host: __HOST__ } as Platform

/**
 * Renders a page, lazy parts included, to HTML for the build (scripts/prerender.ts), as a guest who reads this language
 * sees it before any response: slow phones show it while the client loads, which then hydrates it.
 */
export async function prerender(page: PrerenderedPage, language: LanguageCode): Promise<string> {
  const root = new RootStore(noPlatform, createStorages(), createNavigation(), loadDictionary)
  await root.language.choose(language)
  const path = `/${page}`
  const routes = createRoutes(createGuard(root))
  await loadInitialScreen(routes, path)
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const { prelude } = await renderWhole(<App root={root} router={router} />, {
    // Large parts too stand where they belong: the page has no script that would move them there.
    progressiveChunkSize: Infinity,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}
