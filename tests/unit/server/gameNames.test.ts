import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { games } from '#server/domain/seed.ts'

const locales = new URL('../../../src/renderer/i18n/locales/', import.meta.url)

function namesIn(code: string, file: 'games' | 'account'): Record<string, string> {
  const texts = JSON.parse(readFileSync(new URL(`${code}/${file}.json`, locales), 'utf8')) as {
    names: Record<string, string>
    records: { games: Record<string, string> }
  }
  return file === 'games' ? texts.names : texts.records.games
}

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
