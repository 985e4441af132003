import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { exportText } from './helpers/exports.ts'
import { createTestServer } from './helpers/testServer.ts'
import { onPath } from '../../scripts/runtimes.ts'

/** LibreOffice; the test is skipped, with a word, where it is not installed. */
const office = onPath('soffice')
if (!office) console.log('skipped: the statement in LibreOffice: no soffice here (libreoffice-calc)')

const server = await createTestServer()
const folder = mkdtempSync(join(tmpdir(), 'palpite-calc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** LibreOffice's number of a language, and the separator of its sheets (code of the character). */
const languages = [
  { lang: 'pt_BR', lcid: 1046, separator: 59 },
  { lang: 'en_US', lcid: 1033, separator: 44 },
]
const utf8 = 76

interface Cell {
  type: string | undefined
  value: string | undefined
}

/** The cells of each row as LibreOffice understands them. */
function openedIn(text: string, { lcid, separator }: (typeof languages)[number]): Cell[][] {
  const file = join(folder, `statement-${lcid}.csv`)
  writeFileSync(file, text)
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  // Separator, quote, encoding, first line, columns by themselves, language, quoted text stays text, dates are found.
  const filter = `--infilter=CSV:${separator},34,${utf8},1,,${lcid},true,true`
  const args = [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, file]
  execFileSync(office ?? '', args, { stdio: 'pipe', timeout: 90_000 })
  const xml = readFileSync(file.replace(/csv$/, 'fods'), 'utf8')
  return Array.from(xml.matchAll(/<table:table-row[^>]*>([^]*?)<\/table:table-row>/g), ([, row = '']) =>
    Array.from(row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>)/g), ([, attributes = '']) => ({
      type: /office:value-type="(\w+)"/.exec(attributes)?.[1],
      value: /office:(?:date-)?value="([^"]+)"/.exec(attributes)?.[1],
    })),
  ).filter((cells) => cells.some(({ type }) => type))
}

describe.skipIf(!office)('the statement in LibreOffice', () => {
  it.each(languages)(
    'has dates and numbers that it can add up: $lang',
    { timeout: 120_000 },
    async (language) => {
      const player = await server.player({ balance: 1234.5 })
      const body = { amount: 12.5, direction: 'over', chance: 50 }
      await server.call('POST', '/api/app/game/dice/bet', { player, body })
      const text = await exportText(server, player.token, 'statement', language.lang)
      const [, ...rows] = openedIn(text, language)
      expect(rows).toHaveLength(2)
      for (const cells of rows) {
        expect(cells[0]?.type).toBe('date')
        expect(cells[0]?.value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/)
      }
      const amounts = rows.map((cells) =>
        cells.filter(({ type }) => type === 'float').map(({ value }) => value),
      )
      expect(amounts.at(-1)).toContain('1234.5')
      expect(amounts.at(0)).toContain('12.5')
    },
  )
})
