import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { ComponentType } from 'react'
import type { LanguageCode } from '#contract/languages.ts'
import type { PrerenderedPage } from '#contract/prerenderedPages.ts'
import { MinesGame } from '../games/mines/MinesGame.tsx'
import { loadDictionary, loadMore } from '../i18n/i18n.ts'
import type { Platform } from '../platform/Platform.ts'
import { ContaScreen } from '../screens/conta/ContaScreen.tsx'
import { FootballPageScreen } from '../screens/footballPage/FootballPageScreen.tsx'
import { HomeScreen } from '../screens/home/HomeScreen.tsx'
import { VipScreen } from '../screens/vip/VipScreen.tsx'
import { createStorages } from '../services/storage.ts'
import { RootStore } from '../stores/RootStore.ts'
import { StoresContext } from '../stores/useStores.ts'
import { PageFrame } from './Layout.tsx'
import { createNavigation } from './navigation.ts'

// Nothing is observed: the timers that clean up after components that never mount would keep the build waiting.
enableStaticRendering(true)

/** No host: nothing starts during the prerender. */
const noPlatform = { host: __HOST__ } as Platform

const screens: Record<PrerenderedPage, ComponentType> = {
  home: HomeScreen,
  footballPage: FootballPageScreen,
  vip: VipScreen,
  conta: ContaScreen,
  mines: MinesGame,
}

/**
 * Renders a page to HTML for the build (scripts/prerender.ts), as a guest who reads this language sees it before any
 * response: slow phones show it while the client loads.
 */
export async function prerender(page: PrerenderedPage, language: LanguageCode): Promise<string> {
  const Screen = screens[page]
  const root = new RootStore(noPlatform, createStorages(), createNavigation(), loadDictionary)
  await root.language.choose(language)
  await Promise.all([loadMore('more'), loadMore('play')])
  return renderToString(
    <StoresContext value={root}>
      <StaticRouter location={`/${page}`}>
        <PageFrame>
          <Screen />
        </PageFrame>
      </StaticRouter>
    </StoresContext>,
  )
}
