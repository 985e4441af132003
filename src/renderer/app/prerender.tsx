import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
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
import { createRoutes, loadFirstScreen } from './routes.tsx'

// Nothing is observed: the timers that clean up after components that never mount would keep the build waiting.
enableStaticRendering(true)

/** No host: nothing starts during the prerender. */
const noPlatform = { host: __HOST__ } as Platform

/**
 * Renders a page to HTML for the build (scripts/prerender.ts), as a guest who reads this language sees it before any
 * response: slow phones show it while the client loads, which then hydrates it.
 */
export async function prerender(page: PrerenderedPage, language: LanguageCode): Promise<string> {
  const root = new RootStore(noPlatform, createStorages(), createNavigation(), loadDictionary)
  await root.language.choose(language)
  const path = `/${page}`
  const routes = createRoutes(createGuard(root))
  await loadFirstScreen(routes, path)
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  return renderToString(<App root={root} router={router} />)
}
