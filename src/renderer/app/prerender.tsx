import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { ReactNode } from 'react'
import type { LanguageCode } from '#contract/languages.ts'
import type { PrerenderedPage } from '#contract/prerenderedPages.ts'
import { loadDictionary } from '../i18n/i18n.ts'
import type { Platform } from '../platform/Platform.ts'
import { createStorages } from '../services/storage.ts'
import { RootStore } from '../stores/RootStore.ts'
import { App } from './App.tsx'
import { createNavigation } from './navigation.ts'
import { loadFirstScreen } from './routes.tsx'

// Nothing is observed: the timers that clean up after components that never mount would keep the build waiting.
enableStaticRendering(true)

/** No host: nothing starts during the prerender. */
const noPlatform = { host: __HOST__ } as Platform

/**
 * Renders a page to HTML for the build (scripts/prerender.ts), as a guest who reads this language sees it before any
 * response: slow phones show it while the client loads, which then hydrates it.
 */
export async function prerender(page: PrerenderedPage, language: LanguageCode): Promise<string> {
  const navigation = createNavigation()
  const root = new RootStore(noPlatform, createStorages(), navigation, loadDictionary)
  await root.language.choose(language)
  const path = `/${page}`
  await loadFirstScreen(path)
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  )
  return renderToString(<App root={root} navigation={navigation} Router={Router} />)
}
