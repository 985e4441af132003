import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { LadderSteps } from '#renderer/features/referrals/LadderSteps.tsx'
import type { LadderStore } from '#renderer/features/referrals/LadderStore.ts'
import { loadDictionary, loadTexts } from '#renderer/i18n/i18n.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'
import { StoresContext } from '#renderer/stores/useStores.ts'

vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
afterAll(() => vi.unstubAllGlobals())
beforeAll(async () => {
  await loadTexts('general')
  await loadDictionary('pt_BR')
})

it('writes a thousand with its point', () => {
  const root = { language: { selected: languages.pt_BR } } as unknown as RootStore
  const store = {
    state: 'ready',
    validPeople: 3,
    claiming: null,
    steps: [
      { people: 1, reward: cents(1_00), state: 'claimed' },
      { people: 1000, reward: cents(5_000_00), state: 'locked' },
    ],
  } as unknown as LadderStore
  const text = renderToStaticMarkup(
    <StoresContext.Provider value={root}>
      <LadderSteps store={store} />
    </StoresContext.Provider>,
  )
  expect(text).toContain('1.000 convidados')
  expect(text).toContain('3 de 1.000')
  expect(text).toContain('1 convidado<')
  expect(text).not.toContain('1000')
})
