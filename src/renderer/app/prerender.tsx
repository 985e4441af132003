import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom'
import type { LanguageCode } from '#contract/languages.ts'
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
 * Renders /home to HTML for the build (scripts/prerender.ts), as a guest who reads this language sees it before any
 * response: slow phones show it while the client loads.
 */
export async function prerenderHome(language: LanguageCode): Promise<string> {
  if (!i18next.isInitialized) await startI18n(language)
  const root = new RootStore(noPlatform, createStorages(), createNavigation(), loadDictionary)
  await root.language.choose(language)
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
