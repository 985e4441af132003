import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#contract/languages.ts'
import { slotCodes, slotSymbols } from '#contract/games/slots.ts'
import { cents } from '#contract/money.ts'
import { formatMoney } from '#games/slots/texts/format.ts'
import { fill, loadTexts } from '#games/slots/texts/texts.ts'

const slots = join(import.meta.dirname, '../../../../src/games/slots')

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()

describe('texts of the frame', () => {
  it.each(languageCodes)('%s has every text, with the same gaps', async (code) => {
    const [wanted, found] = [leaves(await loadTexts('pt_BR')), leaves(await loadTexts(code))]
    expect(found.map(([path]) => path).sort()).toEqual(wanted.map(([path]) => path).sort())
    const texts = new Map(found)
    for (const [path, text] of wanted) expect([path, gaps(texts.get(path) ?? '')]).toEqual([path, gaps(text)])
    expect(found.every(([, text]) => text.trim() !== '')).toBe(true)
  })

  it('are filled, and what is unknown stays to be seen', () => {
    expect(fill('{{a}} de {{b}}', { a: 1 })).toBe('1 de {{b}}')
  })

  it('write money as the language does', () => {
    expect(formatMoney(cents(123_456), languages.pt_BR)).toBe('R$ 1.234,56')
    expect(formatMoney(cents(-50), languages.en_US)).toBe('-R$ 0.50')
  })
})

describe.each(slotCodes)('drawings of %s', (code) => {
  const folder = join(slots, 'art', code)
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'))

  it('are one for each symbol and the scene, within 100 KB', () => {
    expect(files.sort()).toEqual([...slotSymbols.map((symbol) => `${symbol}.svg`), 'background.svg'].sort())
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThanOrEqual(100 * 1024)
  })

  it('run nothing and load nothing', () => {
    for (const name of files) {
      expect(/<script|\son\w+=|(?:href|src)="(?!#)/.test(readFileSync(join(folder, name), 'utf8'))).toBe(
        false,
      )
    }
  })
})
