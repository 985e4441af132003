import { getI18n } from 'react-i18next'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { originalGames } from '#contract/games/gameCodes.ts'
import { slotCodes } from '#contract/games/slotThemes.ts'
import type { Game } from '#contract/http/game.ts'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import { loadDictionary } from '#renderer/i18n/i18n.ts'
import { searchGames, searchWords } from '#renderer/screens/home/catalogue/searchGames.ts'

const kinds = [
  ...originalGames.map((code) => [code, 'original'] as const),
  ...slotCodes.map((code) => [code, 'slot'] as const),
  ['sports', 'sport'] as const,
]
/** Without their names: these words are what is under test. */
const games = kinds.map(([code, kind]) => ({ code, kind, name: '' }) as Game)

async function find(language: LanguageCode, query: string): Promise<string[]> {
  await loadDictionary(language)
  const { t } = getI18n()
  return searchGames(games, query, (game) => searchWords(game, t)).map(({ code }) => code)
}

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: '' } }))
afterAll(() => vi.unstubAllGlobals())

describe('a game is found under what players call it', () => {
  test.each([
    ['pt_BR', 'dado', 'dice'],
    ['pt_BR', 'dados', 'dice'],
    ['pt_BR', 'minas', 'mines'],
    ['pt_BR', 'bomba', 'mines'],
    ['pt_BR', 'roleta', 'double'],
    ['pt_BR', 'rolleta', 'double'],
    ['pt_BR', 'foguete', 'limbo'],
    ['pt_BR', 'foguetinho', 'limbo'],
    ['pt_BR', 'aviaozinho', 'limbo'],
    ['pt_BR', 'torre', 'rowDouble'],
    ['pt_BR', 'futebol', 'sports'],
    ['pt_BR', 'caca niquel', 'frutas-do-brasil'],
    ['pt_BR', 'garimpo', 'ouro-da-serra'],
    ['pt_BR', 'selva', 'amazonia'],
    ['en_US', 'roulette', 'double'],
    ['nr_NR', 'football', 'sports'],
    ['ru_RU', 'рулетка', 'double'],
    ['ru_RU', 'сапер', 'mines'],
    ['zh_CN', '轮盘', 'double'],
    ['ja_JP', 'さいころ', 'dice'],
    ['ko_KR', '주사위', 'dice'],
    ['vi_VN', 'ten lua', 'limbo'],
    ['id_ID', 'roket', 'limbo'],
  ] as const)('%s: %s', async (language, query, code) => {
    expect((await find(language, query))[0]).toBe(code)
  })

  test('and not under what it is not', async () => {
    expect(await find('pt_BR', 'pôquer')).toEqual([])
    expect(await find('pt_BR', 'dado')).toEqual(['dice'])
  })

  test.each(languageCodes)('%s has words for every game of the house', async (language) => {
    await loadDictionary(language)
    const words = getI18n().t('home.search.words', { returnObjects: true }) as Record<string, string>
    expect(Object.keys(words).sort()).toEqual([...originalGames, ...slotCodes, 'slot', 'sport'].sort())
  })
})
