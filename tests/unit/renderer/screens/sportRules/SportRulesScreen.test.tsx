import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AppInfo } from '#contract/http/appInfo.ts'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import { ruleLinesOf } from '#contract/rules/rulesPage.ts'
import type { HouseRules } from '#contract/rules/settlementRules.ts'
import { publishedRules } from '#contract/rules/sportRules.ts'
import { sports } from '#contract/rules/sports.ts'
import { createNavigation } from '#renderer/app/navigation.ts'
import { RulesLinks } from '#renderer/features/odds/RulesLinks.tsx'
import { loadDictionary, loadTexts } from '#renderer/i18n/i18n.ts'
import type { Platform } from '#renderer/platform/Platform.ts'
import { SportRulesScreen } from '#renderer/screens/sportRules/SportRulesScreen.tsx'
import { createStorages } from '#renderer/services/storage.ts'
import { RootStore } from '#renderer/stores/RootStore.ts'
import { StoresContext } from '#renderer/stores/useStores.ts'

vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())
beforeAll(async () => {
  await Promise.all([loadTexts('play'), loadTexts('rules')])
})

async function pageAt(path: string, code: LanguageCode = 'pt_BR', house?: HouseRules): Promise<string> {
  await loadDictionary(code)
  const root = new RootStore(
    { host: 'web' } as Platform,
    createStorages(),
    createNavigation(),
    loadDictionary,
  )
  runInAction(() => {
    root.device.info = house ? ({ sports: house } as AppInfo) : null
    root.language.code = code
  })
  return renderToStaticMarkup(
    <StoresContext value={root}>
      <MemoryRouter initialEntries={[path]}>
        <SportRulesScreen />
      </MemoryRouter>
    </StoresContext>,
  )
}

it('shows the rules of the sport in the address, football without one, and a choice of all', async () => {
  const tennis = await pageAt('/regras?sport=tennis')
  expect(tennis).toContain('Regras: Tênis</h1>')
  expect(tennis).toContain('Vence quem ganhar 2 sets primeiro.')
  expect(tennis).toContain('em 1–1, “mais de 2,5” já ganhou')
  expect(tennis.match(/aria-pressed/g)).toHaveLength(sports.length)
  expect(tennis.match(/aria-pressed="true"/g)).toHaveLength(1)
  for (const path of ['/regras', '/regras?sport=chess'])
    expect(await pageAt(path)).toContain('Regras: Futebol</h1>')
})

it("follows the house's switches", async () => {
  const endOnly = { retirement: 'endOnly', superOver: false } as const
  const stands = 'depois de pelo menos um set completo'
  expect(await pageAt('/regras?sport=tennis')).toContain(stands)
  expect(await pageAt('/regras?sport=tennis', 'pt_BR', endOnly)).not.toContain(stands)
  const decides = 'o super over decide'
  expect(await pageAt('/regras?sport=cricket')).toContain(decides)
  expect(await pageAt('/regras?sport=cricket', 'pt_BR', endOnly)).not.toContain(decides)
})

it.each(languageCodes)('has a text for every sentence of every sport in %s', async (code) => {
  for (const sport of sports) {
    const page = await pageAt(`/regras?sport=${sport}`, code)
    const lines = ruleLinesOf(sport, publishedRules(sport)).flatMap((part) => part.lines)
    expect(page.match(/<li>/g), sport).toHaveLength(lines.length)
    expect(page, sport).not.toMatch(/rules\.|sports\.|\{\{|<li><\/li>/)
  }
})

it('a slip or ticket links once to each of its sports', async () => {
  await loadDictionary('pt_BR')
  const links = renderToStaticMarkup(
    <MemoryRouter>
      <RulesLinks
        of={[{ sport: 'tennis', rules: 'a1' }, { sport: 'football' }, { sport: 'tennis', rules: 'a1' }]}
      />
    </MemoryRouter>,
  )
  expect(links.match(/href="[^"]+"/g)).toEqual([
    'href="/regras?sport=tennis&amp;rules=a1"',
    'href="/regras?sport=football"',
  ])
  expect(links).toContain('Regras: Tênis')
})
