import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom'
import { defaultLanguage } from '#contract/languages.ts'
import { loadDictionary, startI18n } from '../i18n/i18n.ts'
import type { Platform } from '../platform/Platform.ts'
import { HomeScreen } from '../screens/home/HomeScreen.tsx'
import { createStorages } from '../services/storage.ts'
import { RootStore } from '../stores/RootStore.ts'
import { StoresContext } from '../stores/useStores.ts'
import { PageFrame } from './Layout.tsx'
import { createNavigation } from './navigation.ts'

/** No host: nothing starts during the prerender. */
const noPlatform = { host: 'web' } as Platform

/**
 * Renders /home to HTML for the build (scripts/prerender.ts), as a guest who reads Portuguese sees it before any
 * response: slow phones show it while the client loads.
 */
export async function prerenderHome(): Promise<string> {
  await startI18n(defaultLanguage)
  const root = new RootStore(noPlatform, createStorages(), createNavigation(), loadDictionary)
  return renderToString(
    <StoresContext value={root}>
      <I18nextProvider i18n={i18next}>
        <StaticRouter location="/home">
          <PageFrame>
            <HomeScreen />
          </PageFrame>
        </StaticRouter>
      </I18nextProvider>
    </StoresContext>,
  )
}
