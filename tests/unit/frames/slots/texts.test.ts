import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { slotCodes, slotSymbols } from '#contract/games/slots.ts'
import { fill, loadTexts } from '#frames/slots/texts/texts.ts'

const slots = join(import.meta.dirname, '../../../../src/frames/slots')

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()

describe('texts of the frame', () => {
  it.each(languageCodes)('%s has every text, with the same placeholders', async (code) => {
    const [expected, actual] = [leaves(await loadTexts('pt_BR')), leaves(await loadTexts(code))]
    expect(actual.map(([path]) => path).sort()).toEqual(expected.map(([path]) => path).sort())
    const texts = new Map(actual)
    for (const [path, text] of expected)
      expect([path, placeholders(texts.get(path) ?? '')]).toEqual([path, placeholders(text)])
    expect(actual.every(([, text]) => text.trim() !== '')).toBe(true)
  })

  it('are filled in, and an unknown placeholder stays visible', () => {
    expect(fill('{{a}} de {{b}}', { a: 1 })).toBe('1 de {{b}}')
  })
})

describe.each(slotCodes)('drawings of %s', (code) => {
  const folder = join(slots, 'art', code)
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'))

  it('are one per symbol and the scene, within 100 KB', () => {
    expect(files.sort()).toEqual([...slotSymbols.map((symbol) => `${symbol}.svg`), 'background.svg'].sort())
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(100 * 1024)
  })

  it('contain no scripts and load nothing', () => {
    for (const name of files) {
      expect(/<script|\son\w+=|(?:href|src)="(?!#)/.test(readFileSync(join(folder, name), 'utf8'))).toBe(
        false,
      )
    }
  })
})
