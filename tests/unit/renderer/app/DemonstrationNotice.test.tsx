import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, expect, it, vi } from 'vitest'
import type { AppInfo } from '#contract/http/appInfo.ts'
import { Layout } from '#renderer/app/Layout.tsx'
import { createNavigation } from '#renderer/app/navigation.ts'
import type { PageHandle, PageTraits } from '#renderer/app/usePage.ts'
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
function frameOf(bars: PageTraits['bars'], demonstration: boolean): string {
  const root = new RootStore(
    { host: 'web' } as Platform,
    createStorages(),
    createNavigation(),
    loadDictionary,
  )
  runInAction(() => (root.device.info = { demonstration } as AppInfo))
  const handle: PageHandle = () => ({ bars })
  const router = createMemoryRouter([
    { Component: Layout, children: [{ path: '*', handle, element: 'page' }] },
  ])
  return renderToStaticMarkup(
    <StoresContext value={root}>
      <RouterProvider router={router} />
    </StoresContext>,
  )
}

it.each(['all', 'game', 'none'] as const)('a demonstration says so on a page with the bars "%s"', (bars) => {
  const notice = 'Demonstração: o dinheiro é fictício e nenhum pagamento é real.'
  expect(frameOf(bars, true)).toContain(notice)
  expect(frameOf(bars, false)).not.toContain(notice)
})
