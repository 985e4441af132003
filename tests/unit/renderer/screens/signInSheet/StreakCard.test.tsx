import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CheckInCalendar } from '#contract/http/rewards.ts'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { loadDictionary, loadTexts } from '#renderer/i18n/i18n.ts'
import type { CheckInStore } from '#renderer/screens/signInSheet/CheckInStore.ts'
import { StreakCard } from '#renderer/screens/signInSheet/StreakCard.tsx'
import type { RootStore } from '#renderer/stores/RootStore.ts'
import { StoresContext } from '#renderer/stores/useStores.ts'

vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
afterAll(() => vi.unstubAllGlobals())
beforeAll(async () => {
  await loadTexts('general')
  await loadDictionary('pt_BR')
})

const calendar: CheckInCalendar = {
  state: 'available',
  today: '2030-01-02',
  streak: 0,
  days: [
    { day: 1, amount: cents(20), state: 'today' },
    { day: 2, amount: cents(40), state: 'later' },
  ],
  checked: [],
  total: cents(0),
  counted: cents(50_00),
  required: cents(200_00),
  nextAt: '2030-01-03T03:00:00Z',
}

const cardOf = (state: CheckInCalendar['state']) => {
  const root = { language: { selected: languages.pt_BR }, clock: { now: Date.now } } as unknown as RootStore
  return renderToStaticMarkup(
    <StoresContext.Provider value={root}>
      <StreakCard store={{} as CheckInStore} calendar={{ ...calendar, state }} />
    </StoresContext.Provider>,
  )
}

it('begins today where the bets of yesterday suffice', () => {
  expect(cardOf('available')).toContain('Comece sua sequência hoje')
  expect(cardOf('available')).toContain('aria-current="date"')
})

it.each(['login', 'needsDeposit', 'needsBets'] as const)(
  'begins tomorrow where no check-in is possible today: %s',
  (state) => {
    expect(cardOf(state)).toContain('Comece amanhã')
    expect(cardOf(state)).not.toMatch(/aria-current|>hoje</)
  },
)

it('a bar says how much of the bets of yesterday counted', () => {
  expect(cardOf('needsBets')).toMatch(/role="progressbar" aria-label="Apostas de ontem".*aria-valuenow="25"/)
  expect(cardOf('available')).not.toContain('progressbar')
})
