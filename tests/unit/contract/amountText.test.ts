import { describe, expect, it } from 'vitest'
import { amountText, withdrawalLimitText } from '#contract/amountText.ts'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'

describe('amounts in messages', () => {
  it('are written as the language does', () => {
    expect(amountText(cents(123_450), languages.id_ID)).toBe('1.234,50')
    expect(amountText(cents(123_450), languages.vi_VN)).toBe('1.234,50')
    expect(amountText(cents(123_450), languages.ja_JP)).toBe('1,234.50')
  })

  it.each([
    ['pt_BR', 5_000, '50'],
    ['pt_BR', 3_550, '35.50'],
    ['id_ID', 3_550, '35,50'],
    ['vi_VN', 3_550, '35,50'],
    ['ja_JP', 3_550, '35.50'],
    ['ja_JP', 5_000, '50'],
  ] as const)('limit of a withdrawal in %s: %i cents', (code, limit, text) => {
    expect(withdrawalLimitText(cents(limit), languages[code])).toBe(text)
  })
})
