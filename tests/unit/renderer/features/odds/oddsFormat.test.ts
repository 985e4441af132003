import { describe, expect, it } from 'vitest'
import { formatOdds } from '#renderer/features/odds/oddsFormat.ts'
import { OddsStore } from '#renderer/features/odds/OddsStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

describe('decimal odds', () => {
  it.each([
    [1.85, 'pt-BR', '1,85'],
    [1.85, 'en-US', '1.85'],
    [3, 'ru-RU', '3,00'],
    [12.5, 'ja-JP', '12.50'],
  ])('%s in %s are %s', (odds, locale, text) => expect(formatOdds(odds, 'decimal', locale)).toBe(text))
})

describe('fractional odds', () => {
  it.each([
    [2, '1/1'],
    [1.5, '1/2'],
    [1.85, '5/6'],
    [1.91, '10/11'],
    [2.5, '6/4'],
    [2.63, '13/8'],
    [4, '3/1'],
    [10.5, '19/2'],
    [21.2, '20/1'],
    [1.1, '1/10'],
    [1.05, '1/20'],
    [1.01, '1/100'],
  ])('%s are %s', (odds, text) => expect(formatOdds(odds, 'fractional', 'pt-BR')).toBe(text))

  it('never make longer odds look shorter', () => {
    let last = 0
    for (let odds = 101; odds <= 3000; odds++) {
      const [profit = 0, stake = 1] = formatOdds(odds / 100, 'fractional', 'pt-BR')
        .split('/')
        .map(Number)
      expect(profit / stake).toBeGreaterThanOrEqual(last)
      last = profit / stake
    }
  })
})

describe('American odds', () => {
  it.each([
    [2, '+100'],
    [2.5, '+150'],
    [3.333, '+233'],
    [1.5, '-200'],
    [1.85, '-118'],
    [1.91, '-110'],
    [1.01, '-10000'],
  ])('%s are %s', (odds, text) => expect(formatOdds(odds, 'american', 'pt-BR')).toBe(text))
})

it('no notation promises more than the price pays', () => {
  for (let hundredths = 101; hundredths <= 100_000; hundredths += hundredths < 5_000 ? 1 : 7) {
    const odds = hundredths / 100
    const [profit = 0, stake = 1] = formatOdds(odds, 'fractional', 'pt-BR').split('/').map(Number)
    expect(profit * 100, `${odds} as a fraction`).toBeLessThanOrEqual((hundredths - 100) * stake)
    const american = Number(formatOdds(odds, 'american', 'pt-BR'))
    const won = american > 0 ? american : 10_000 / -american
    expect(won, `${odds} in the American notation`).toBeLessThanOrEqual(hundredths - 100 + 1e-9)
  }
})

describe('the format that a player chose', () => {
  it('is shared by the whole app, and stored', async () => {
    const { root, local } = createFixture()
    expect(root.feature(OddsStore).text(1.85)).toBe('1,85')
    root.feature(OddsStore).choose('american')
    expect(root.feature(OddsStore).text(1.85)).toBe('-118')
    expect(local.get('oddsFormat')).toBe('american')
  })

  it('is restored after a reload; an invalid format is decimal', () => {
    const { root, local } = createFixture()
    local.set('oddsFormat', 'fractional')
    expect(root.feature(OddsStore).format).toBe('fractional')
    const other = createFixture()
    other.local.set('oddsFormat', 'roman')
    expect(other.root.feature(OddsStore).format).toBe('decimal')
  })

  it('stays when the player logs out: it is the choice of the device', async () => {
    const { root, enter } = createFixture()
    await enter()
    root.feature(OddsStore).choose('american')
    await root.session.logout()
    expect(root.feature(OddsStore).format).toBe('american')
  })
})
