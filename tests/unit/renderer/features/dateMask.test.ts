import { describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#contract/languages.ts'
import { dateMaskOf, maskDate, readDate, showDate } from '#renderer/features/dateField/dateMask.ts'

describe('a date that is typed digit by digit', () => {
  it.each(languageCodes)('is written as %s writes it, and read back', (code) => {
    const mask = dateMaskOf(languages[code].locale)
    expect(mask.parts.toSorted()).toEqual(['day', 'month', 'year'])
    for (const iso of ['1990-12-31', '2008-02-29', '1955-07-04']) {
      const digits = mask.parts.map((part) => showDate(iso, { parts: [part], separator: '' })).join('')
      let shown = ''
      for (const digit of digits) shown = maskDate(shown + digit, mask)
      expect(shown).toBe(showDate(iso, mask))
      expect(readDate(shown, mask)).toBe(iso)
    }
  })

  const mask = dateMaskOf('pt-BR')

  it('gets its separators, and takes no letters and no more digits', () => {
    expect(maskDate('3', mask)).toBe('3')
    expect(maskDate('311', mask)).toBe('31/1')
    expect(maskDate('31/12/19905', mask)).toBe('31/12/1990')
    expect(maskDate('31 de dezembro', mask)).toBe('31')
    // Deleting leaves no separator that cannot be deleted.
    expect(maskDate('31/', mask)).toBe('31')
    expect(showDate('', mask)).toBe('')
  })

  it.each(['', '31/12', '31/12/199', '31/02/1990', '00/01/1990', '31/13/1990'])('%j is none', (shown) =>
    expect(readDate(shown, mask)).toBe(''),
  )
})
