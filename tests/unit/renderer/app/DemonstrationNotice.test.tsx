import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { afterAll, expect, it, vi } from 'vitest'
import type { AppInfo } from '#contract/http/appInfo.ts'
import { Layout } from '#renderer/app/Layout.tsx'
import { createNavigation } from '#renderer/app/navigation.ts'
import { loadDictionary } from '#renderer/i18n/i18n.ts'
import type { Platform } from '#renderer/platform/Platform.ts'
import { createStorages } from '#renderer/services/storage.ts'
import { RootStore } from '#renderer/stores/RootStore.ts'
import { StoresContext } from '#renderer/stores/useStores.ts'

// The parts of a browser that rendering needs (scripts/prerender.ts).
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())
await loadDictionary('pt_BR')

/** Renders the frame around a page as it appears with a server that has this setting. */
function frameOf(path: string, demonstration: boolean): string {
  const root = new RootStore(
    { host: 'web' } as Platform,
    createStorages(),
    createNavigation(),
    loadDictionary,
  )
  runInAction(() => (root.device.info = { demonstration } as AppInfo))
  return renderToStaticMarkup(
    <StoresContext value={root}>
      <StaticRouter location={path}>
        <Layout>page</Layout>
      </StaticRouter>
    </StoresContext>,
  )
}

it.each(['/home', '/play', '/mines', '/conta', '/footballPage'])('a demonstration says so on %s', (path) => {
  const notice = 'Demonstração: o dinheiro é fictício e nenhum pagamento é real.'
  expect(frameOf(path, true)).toContain(notice)
  expect(frameOf(path, false)).not.toContain(notice)
})
