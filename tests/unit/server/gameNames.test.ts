import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import type { Db } from '#server/db/client.ts'
import { addCatalogueDefaults } from '#server/domain/installation/catalogueDefaults.ts'

const locales = new URL('../../../src/renderer/i18n/locales/', import.meta.url)

function namesIn(code: string, file: 'games' | 'account'): Record<string, string> {
  const texts = JSON.parse(readFileSync(new URL(`${code}/${file}.json`, locales), 'utf8')) as {
    names: Record<string, string>
    records: { games: Record<string, string> }
  }
  return file === 'games' ? texts.names : texts.records.games
}

/** The catalogue as the server stores it. */
async function storedGames() {
  const query = vi.fn((_sql: string, _values: readonly string[]) => Promise.resolve([]))
  await addCatalogueDefaults({ db: { write: query } as Partial<Db> as Db })
  const [, values] = query.mock.calls.find(([sql]) => sql.includes('insert into games')) ?? []
  return JSON.parse(values?.[0] ?? '[]') as { code: string; name: Record<LanguageCode, string> }[]
}

const games = await storedGames()

describe.each(languageCodes)('names of games in %s', (code) => {
  it('are the same on the tile (named by the server), on the page and in the records', () => {
    const tiles = Object.fromEntries(games.map((game) => [game.code, game.name[code]]))
    for (const file of ['games', 'account'] as const) {
      const names = namesIn(code, file)
      expect(Object.keys(names).length).toBeGreaterThan(5)
      expect(Object.fromEntries(Object.keys(names).map((game) => [game, tiles[game]])), file).toEqual(names)
    }
  })
})
