import { describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { functionKeys, layoutFor, type LayoutNeeds } from '#renderer/ui/keyboard/layouts.ts'

/** In CSS pixels. */
const smallestKey = 44
const needs: LayoutNeeds = { kind: 'text', language: 'pt_BR', decimal: ',', isLatin: false, width: 480 }
const keysOf = (change: Partial<LayoutNeeds>) =>
  Object.values(layoutFor({ ...needs, ...change }).layers).flatMap((rows) => rows.flat())

describe.each(languageCodes)('%s', (language) => {
  it.each([320, 393, 480, 511, 786])('has no key under 44 px on a keyboard of %i px', (width) => {
    for (const kind of ['digits', 'phone', 'money', 'email', 'text'] as const) {
      for (const rows of Object.values(layoutFor({ ...needs, language, kind, width }).layers)) {
        const longest = Math.max(...rows.map((row) => row.length))
        expect(width / longest, rows.map((row) => row.join(' ')).join('\n')).toBeGreaterThanOrEqual(
          smallestKey,
        )
      }
    }
  })

  it.each([320, 480])('writes an address and a password with every printable character (%i px)', (width) => {
    const keys = keysOf({ language, kind: 'email', width })
    const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
    expect(ascii.filter((character) => !keys.includes(character))).toEqual([])
  })

  it('can go from every layer back to letters, and delete in each', () => {
    for (const rows of Object.values(layoutFor({ ...needs, language }).layers)) {
      const keys = rows.flat()
      expect(keys).toEqual(expect.arrayContaining(['backspace', 'enter', 'hide']))
      expect(keys.some((key) => key === 'shift' || key === 'letters')).toBe(true)
    }
  })
})

it('has the separator of the language for money, and no letters', () => {
  const keys = keysOf({ kind: 'money' })
  expect(
    keys
      .filter((key) => !functionKeys.some((name) => name === key))
      .sort()
      .join(''),
  ).toBe(',0123456789')
  expect(keysOf({ kind: 'money', decimal: '.' })).toContain('.')
  expect(keysOf({ kind: 'digits' })).not.toContain(',')
})

it('begins with the letters of the language, but with Latin ones where Latin is asked for', () => {
  const first = (change: Partial<LayoutNeeds>) => layoutFor({ ...needs, language: 'ru_RU', ...change }).first
  expect(first({})).toBe('cyrillic')
  expect(first({ isLatin: true })).toBe('letters')
  expect(first({ kind: 'email' })).toBe('letters')
  const keys = keysOf({ language: 'ru_RU' })
  expect([...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'].filter((letter) => !keys.includes(letter))).toEqual([])
})
