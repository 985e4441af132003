import '@fontsource-variable/inter/wght.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { keepComposingKeys } from '#contract/composing.ts'
import { sessionCalls } from '#contract/office/session.ts'
import { OfficeError } from '../data/OfficeError.ts'
import { reloadWhenReachable } from '../data/loadPage.ts'
import { officeClock } from '../data/officeClock.ts'
import { createOfficeClient } from '../data/officeClient.ts'
import { SessionStore } from '../data/SessionStore.ts'
import { listenToWork } from '../data/work.ts'
import { firstLanguage, i18n, showLanguage } from '../i18n/i18n.ts'
import { listenToKeys } from '../ui/keys.ts'
import { App } from './App.tsx'
import { pages } from './pages.ts'
import { storedLanguage, startPreferences } from './preferences.ts'
import { StartFailed } from './StartFailed.tsx'

async function start(container: HTMLElement): Promise<void> {
  keepComposingKeys(window)
  startPreferences()
  await showLanguage(firstLanguage(storedLanguage(), navigator.languages))
  const session = new SessionStore()
  const client = createOfficeClient({
    fetch: (input, init) => window.fetch(input, init),
    language: () => i18n.language,
    hasWorked: listenToWork(window),
    person: () => session.owner,
    onSessionEnd: (why) => session.end(why),
    onTime: (time, since) => officeClock.note(time, since),
    failureText: (code) => i18n.t(`states.${code}`),
  })
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What cannot be read says so, and is asked for again when the network is back, instead of waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal stays one; a lost answer is asked for once more.
        retry: (count, error) => count < 1 && error instanceof OfficeError && error.status === 0,
      },
    },
  })
  const root = createRoot(container)
  try {
    session.set(await client.call(sessionCalls.get, {}))
  } catch (error) {
    root.render(<StartFailed error={error} />)
    if (error instanceof OfficeError && error.status === 0) await reloadWhenReachable()
    return
  }
  listenToKeys()
  root.render(
    <App office={{ client, session, paths: new Set(pages.map(({ path }) => path)) }} queries={queries} />,
  )
}

const container = document.getElementById('root')
if (!container) throw new Error('no #root')
start(container).catch((error: unknown) => console.error('start failed', error))
