import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, expect, it, vi } from 'vitest'
import type { AppInfo } from '#contract/http/appInfo.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { createNavigation } from '#renderer/app/navigation.ts'
import { SettlementRules } from '#renderer/features/access/SettlementRules.tsx'
import { loadDictionary } from '#renderer/i18n/i18n.ts'
import type { Platform } from '#renderer/platform/Platform.ts'
import { createStorages } from '#renderer/services/storage.ts'
import { RootStore } from '#renderer/stores/RootStore.ts'
import { StoresContext } from '#renderer/stores/useStores.ts'

vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())
await loadDictionary('pt_BR')

type Rules = AppInfo['operator']['settlementRules']

/** The section of the terms, with these rules in the profile. */
function termsWith(settlementRules: Rules, code: LanguageCode = 'pt_BR', isLinked = false): string {
  const root = new RootStore(
    { host: 'web' } as Platform,
    createStorages(),
    createNavigation(),
    loadDictionary,
  )
  runInAction(() => {
    root.device.info = { operator: { settlementRules } } as AppInfo
    root.language.code = code
  })
  return renderToStaticMarkup(
    <StoresContext value={root}>
      <MemoryRouter>
        <SettlementRules text="our rules" isLinked={isLinked} />
      </MemoryRouter>
    </StoresContext>,
  )
}

it('shows our text, and no link, when the profile states nothing', () => {
  expect(termsWith({ text: null, url: null })).toBe('<p>our rules</p>')
})

it("shows the operator's text instead, in Portuguese where a language has none", () => {
  const text = { pt_BR: 'regras', ru_RU: 'правила' }
  expect(termsWith({ text, url: null })).toBe('<p>regras</p>')
  expect(termsWith({ text, url: null }, 'ru_RU')).toBe('<p>правила</p>')
  expect(termsWith({ text, url: null }, 'ja_JP')).toBe('<p>regras</p>')
})

it('adds the page that says more', () => {
  const shown = termsWith({ text: null, url: 'https://rules.example/sports' })
  expect(shown).toContain('<p>our rules</p>')
  expect(shown).toContain('href="https://rules.example/sports"')
  expect(shown).toContain('Regras de apostas')
})

it('outside a form leads to the rules of each sport, also where the operator has a page of its own', () => {
  expect(termsWith({ text: null, url: null }, 'pt_BR', true)).toContain('href="/regras"')
  const both = termsWith({ text: null, url: 'https://rules.example/sports' }, 'pt_BR', true)
  expect(both).toContain('href="/regras"')
  expect(both).toContain('href="https://rules.example/sports"')
  expect(termsWith({ text: null, url: null })).not.toContain('href')
})
