import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import play from '#renderer/i18n/locales/pt_BR/play.ts'
import { lineText, marketText, optionText, periodName } from '#renderer/features/odds/optionText.ts'

const owner = { sport: 'football', home: 'Flamengo', away: 'Palmeiras' } as const
let t: TFunction

beforeAll(async () => {
  t = await i18next.createInstance().init({
    lng: 'pt_BR',
    resources: { pt_BR: { translation: play } },
    interpolation: { escapeValue: false },
  })
})

describe('an option', () => {
  it.each([
    ['winner:1:home:3', 'Resultado final', 'Flamengo'],
    ['winner:1:draw:3', 'Resultado final', 'Empate'],
    ['winner:2:away:3', 'Resultado final (1º tempo)', 'Palmeiras'],
    ['handicap:1:away:-0.25', 'Handicap asiático', 'Palmeiras -0,25'],
    ['handicap:1:home:1.5', 'Handicap asiático', 'Flamengo +1,5'],
    ['handicap:1:home:0', 'Handicap asiático', 'Flamengo 0'],
    ['total:1:over:2.5', 'Total de gols', 'Mais de 2,5'],
    ['total:2:under:1', 'Total de gols (1º tempo)', 'Menos de 1'],
    ['oddEven:1:odd', 'Gols ímpar/par', 'Ímpar'],
    ['bothScore:1:yes', 'Ambas marcam', 'Sim'],
    ['correctScore:1:2-1', 'Placar exato', '2–1'],
    ['correctScore:1:other', 'Placar exato', 'Outro placar'],
    ['bigSmall:1:small:3.5', 'Placar alto/baixo', 'Baixo (menos de 3,5)'],
    ['corners:4:over:9.5', 'Escanteios', 'Mais de 9,5'],
  ])('%s is "%s: %s"', (key, market, option) => {
    expect(marketText(t, key, owner.sport)).toBe(market)
    expect(optionText(t, key, owner, languages.pt_BR)).toBe(option)
  })

  it.each([
    ['basketball', 'total:1003:over:41.5', 'Total de pontos (3º quarto)'],
    ['basketball', 'oddEven:1:even', 'Pontos ímpar/par'],
    ['tennis', 'total:1:over:2.5', 'Total de sets'],
    ['snooker', 'total:1:over:7.5', 'Total de frames'],
    ['snooker', 'oddEven:1:odd', 'Frames ímpar/par'],
    ['baseball', 'total:1:over:8.5', 'Total de corridas'],
    ['cricket', 'oddEven:1:even', 'Corridas ímpar/par'],
  ] as const)('in %s, %s is "%s"', (sport, key, market) => {
    expect(marketText(t, key, sport)).toBe(market)
  })

  it('that is invalid has no name', () => {
    expect(marketText(t, 'winner:1:home', owner.sport)).toBe('')
    expect(optionText(t, 'nonsense', owner, languages.pt_BR)).toBe('')
  })
})

describe('a line', () => {
  it('is written in the format of the language, in quarters', () => {
    expect([2.5, 2.25, 3, -0.75].map((line) => lineText(line, languages.en_US))).toEqual([
      '2.5',
      '2.25',
      '3',
      '-0.75',
    ])
    expect(lineText(0.5, languages.ru_RU, 'signed')).toBe('+0,5')
  })
})

it('every period has its own name', () => {
  const names = Object.values(MatchPeriod).map((period) => periodName(t, period))
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^\p{Lu}|^\d/u.test(name))).toBe(true)
})
