import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'

const source = join(import.meta.dirname, '../../../../src')
type Texts = { [key: string]: string | Texts }

function read(path: string): Texts {
  return JSON.parse(readFileSync(join(source, path), 'utf8')) as Texts
}

function textOf(texts: Texts, path: string): unknown {
  return path.split('.').reduce<unknown>((branch, key) => (branch as Texts | undefined)?.[key], texts)
}

/** The texts that exist in every language, by where they are. */
const onDevice = [
  ['common', 'errors.slowInternet'],
  ['games', 'stopped.refused'],
] as const
const fromServer = {
  errors: [
    'loggedOut',
    'stakeInvalid',
    'stakeTooLow',
    'stakeTooHigh',
    'gameUnknown',
    'bettingClosed',
    'marketClosed',
    'parlayLimit',
    'orderPending',
  ],
  messages: ['resetCodeSent'],
}

describe.each(languageCodes)('the error catalogue in %s', (code) => {
  it('has the texts of the device and of the server', () => {
    for (const [file, path] of onDevice) {
      expect(textOf(read(`renderer/i18n/locales/${code}/${file}.json`), path), path).toMatch(/\p{L}{2}/u)
    }
    const texts = read(`server/texts/${code}.json`)
    for (const [group, keys] of Object.entries(fromServer)) {
      for (const key of keys) expect(textOf(texts, `${group}.${key}`), key).toMatch(/\p{L}{2}/u)
    }
  })

  it('has names for the twelve sports', () => {
    const { kinds } = read(`renderer/i18n/locales/${code}/sports.json`)
    expect(Object.values(kinds ?? {})).toHaveLength(12)
  })
})

it('a failed bet is "Taruhan gagal" in Indonesian', () => {
  const text = textOf(read('renderer/i18n/locales/id_ID/games.json'), 'stopped.refused')
  expect(text).toMatch(/^Taruhan gagal/)
})
