import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { formatShort } from '#renderer/features/numbers/shortNumber.ts'
import { countUpDefaults, easeOut, formatCount } from '#renderer/ui/countUp.ts'

describe('a count', () => {
  it('runs for 2 s and separates thousands by commas by default', () => {
    expect(countUpDefaults).toEqual({ duration: 2, separator: ',', decimal: '.', decimals: 0, units: false })
    expect(formatCount(1_234)).toBe('1,234')
  })

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
    [-1234, '-1,234'],
  ])('groups %d as %s', (value, text) => expect(formatCount(value)).toBe(text))

  it.each([
    [999, '999'],
    [1000, '1K+'],
    [12_345, '12.3K+'],
    [999_999, '999.9K+'],
    [1_000_000, '1M+'],
    [2_500_000_000, '2.5B+'],
  ])('shortens %d to %s', (value, text) => expect(formatCount(value, { units: true })).toBe(text))

  it("shortens with the language's decimal sign", () => {
    expect(formatShort(12_345, languages.pt_BR)).toBe('12,3K+')
    expect(formatShort(2_500_000, languages.en_US)).toBe('2.5M+')
    expect(formatShort(999, languages.ru_RU)).toBe('999')
  })

  it('keeps decimals and accepts other separators', () => {
    expect(formatCount(1234.5, { decimals: 2 })).toBe('1,234.50')
    expect(formatCount(1234.5, { decimals: 2, separator: '.', decimal: ',' })).toBe('1.234,50')
  })

  it('starts fast and ends exactly', () => {
    expect(easeOut(0)).toBe(0)
    expect(easeOut(0.5)).toBeGreaterThan(0.9)
    expect(easeOut(1)).toBe(1)
  })
})
