import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { fromWireMatch } from '#contract/http/sports.ts'
import play from '#renderer/i18n/locales/pt_BR/play.ts'
import {
  kickOffText,
  cellLabel,
  listedMarkets,
  mainMarket,
  marketHead,
  partsOf,
  periodText,
  shortLabel,
} from '#renderer/features/odds/matchTexts.ts'
import { market, matchWire } from '../../screens/footballPage/feedFixture.ts'

let t: TFunction

beforeAll(async () => {
  t = await i18next.createInstance().init({
    lng: 'pt_BR',
    resources: { pt_BR: { translation: play } },
    interpolation: { escapeValue: false },
  })
})

const winner = market('winner', 1, null, { home: 1.5, draw: 4, away: 7 })
const even = market('handicap', 1, -0.5, { home: 1.9, away: 1.92 })
const uneven = market('total', 1, 2.5, { over: 1.5, under: 2.5 })
const shown = (...markets: (typeof winner)[]) =>
  mainMarket(fromWireMatch(matchWire('m', { markets })))?.market
const closed = (one: typeof winner) => ({ ...one, suspended: true })

describe('the market of a row', () => {
  it('is the winner, or the most even open market', () => {
    expect(shown(uneven, even, winner)).toBe('winner')
    expect(shown(closed(winner), uneven, even)).toBe('handicap')
    expect(shown(uneven, even)).toBe('handicap')
    expect(shown(uneven, closed(even))).toBe('total')
    expect(shown(closed(uneven), closed(even), closed(winner))).toBe('winner')
    expect(shown(market('winner', 2, null, { home: 2, away: 2 }))).toBeUndefined()
  })

  it('has a name under the head of its column', () => {
    const labels = [winner, even, uneven].map((one) =>
      one.options.map((option) => cellLabel(option, languages.pt_BR)),
    )
    expect(labels).toEqual([
      ['1', 'X', '2'],
      ['-0,5', '+0,5'],
      ['2,5', '2,5'],
    ])
    expect(listedMarkets.map((market) => marketHead(t, market, 'football'))).toEqual([
      '1X2',
      'Handicap',
      'Total',
    ])
    expect(marketHead(t, 'winner', 'tennis')).toBe('1-2')
  })

  it('has a short name', () => {
    const match = fromWireMatch(matchWire('m'))
    const labels = [winner, even, uneven].map((one) =>
      one.options.map((option) => shortLabel(t, match, one, option, languages.pt_BR)),
    )
    expect(labels).toEqual([
      ['1', 'X', '2'],
      ['1 (-0,5)', '2 (+0,5)'],
      ['Mais 2,5', 'Menos 2,5'],
    ])
  })
})

const part = (gameTime: number, final = false) => ({ gameTime, home: 1, away: 0, final })

describe('the state of a match', () => {
  it.each([
    ['2º tempo', {}],
    ['Intervalo', { period: 2, minute: null }],
    ['3º quarto · 1–0', { parts: [part(1), part(2, true), part(1001, true), part(1002, true), part(1003)] }],
    ['Ao vivo', { sport: 'tennis' as const, minute: null, parts: [part(1)] }],
    ['2º set · 2–4', { minute: null, parts: [part(1)], sets: [part(1), { home: 2, away: 4 }] }],
    ['Encerrada', { live: false, period: -1, minute: null, parts: [part(1, true)] }],
  ])('is %s', (text, change) => expect(periodText(t, fromWireMatch(matchWire('m', change)))).toBe(text))

  it('consists of quarters or the first half, then corners', () => {
    const times = (...codes: number[]) =>
      partsOf(t, fromWireMatch(matchWire('m', { parts: codes.map((code) => part(code)) }))).map(
        ({ name }) => name,
      )
    expect(times(1, 4, 2)).toEqual(['1º tempo', 'Escanteios'])
    expect(times(1, 2, 1001, 1002)).toEqual(['1º quarto', '2º quarto'])
    expect(times(1)).toEqual([])
  })

  it('consists of the sets with their points, the last one open while it is played', () => {
    const sets = [
      { home: 6, away: 3 },
      { home: 2, away: 4 },
    ]
    const columns = (live: boolean) =>
      partsOf(t, fromWireMatch(matchWire('m', { parts: [part(1)], sets, live }))).map(
        ({ name, home, away, isOver }) => [name, home, away, isOver],
      )
    expect(columns(true)).toEqual([
      ['1º set', 6, 3, true],
      ['2º set', 2, 4, false],
    ])
    expect(columns(false).at(-1)).toEqual(['2º set', 2, 4, true])
  })
})

describe('the kick-off', () => {
  const now = new Date(2030, 0, 31, 22, 0).getTime()
  it.each([
    [new Date(2030, 0, 31, 23, 30), 'Hoje, 23:30'],
    [new Date(2030, 1, 1, 0, 15), 'Amanhã, 00:15'],
    [new Date(2030, 1, 3, 9, 0), '03/02/2030 09:00'],
  ])('%s is "%s"', (date, text) =>
    expect(kickOffText(t, date.toISOString(), now, languages.pt_BR)).toBe(text),
  )
})
