import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import payTexts from '#server/providers/payment/payPage/payTexts.json' with { type: 'json' }
import { forbiddenWords } from './glossary.ts'

const source = join(import.meta.dirname, '../../../src')
/** A folder for each language. */
const folders = ['renderer/i18n/locales', 'renderer/i18n/documents']
/** A file for each language. */
const files = [
  'server/texts',
  'frames/slots/texts',
  'frames/chat/texts',
  'frames/payment/texts',
  'frames/staff/texts',
  'main/printer/texts',
]

function flatten(branch: unknown, path: string): [string, string][] {
  if (typeof branch === 'string') return [[path, branch]]
  return Object.entries(branch as object).flatMap(([key, value]) => flatten(value, `${path}.${key}`))
}

/** Every text of a language that a person may read, by where it is. */
function textsOf(code: LanguageCode): [string, string][] {
  const paths = [
    ...folders.flatMap((folder) =>
      readdirSync(join(source, folder, code))
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(folder, code, file)),
    ),
    // The staff's texts exist in Portuguese and English only.
    ...files.map((folder) => join(folder, `${code}.json`)).filter((path) => existsSync(join(source, path))),
  ]
  return [
    ...paths.flatMap((path) =>
      flatten(
        JSON.parse(readFileSync(join(source, path), 'utf8').replaceAll(/%brand%|\{brand\}/g, 'Palpite')),
        path,
      ),
    ),
    ...flatten(payTexts[code], 'payTexts'),
  ]
}

describe.each(languageCodes)('texts in %s', (code) => {
  const texts = textsOf(code)

  it('are read from client, server, frames and printer', () => {
    for (const folder of [...folders, ...files.filter((file) => file !== 'frames/staff/texts')])
      expect(texts.filter(([path]) => path.startsWith(folder)).length, folder).toBeGreaterThan(4)
  })

  it('use the word of the glossary for each term', () => {
    const wrong = texts.flatMap(([path, text]) =>
      forbiddenWords[code]
        .filter(({ pattern }) => pattern.test(text))
        .map(({ use }) => `${path}: "${text}" (use: ${use})`),
    )
    expect(wrong).toEqual([])
  })
})
