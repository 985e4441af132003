import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { decimalSign, keepTyped, parseTyped, writeTyped } from '#contract/typedAmount.ts'

describe('a typed stake', () => {
  it.each([
    ['10', ',', 10_00],
    ['10,5', ',', 10_50],
    ['10.50', ',', 10_50],
    ['10,', ',', 10_00],
    [',5', ',', 50],
    ['1.234', ',', 1_234_00],
    ['1.234,56', ',', 1_234_56],
    ['1 234,56', ',', 1_234_56],
    ['1,234', '.', 1_234_00],
    ['1,234.56', '.', 1_234_56],
    ['1.234.567,00', ',', 1_234_567_00],
  ])('%j with %j is %d cents', (text, decimal, value) => {
    expect(parseTyped(text, decimal)).toBe(value)
  })

  it.each([
    ['', ','],
    [',', ','],
    ['abc', ','],
    ['-5', ','],
    ['1e309', ','],
    ['NaN', ','],
    ['0,105', ','],
    ['0.105', ','],
    ['10,005', ','],
    ['1,234', ','],
    ['1.234', '.'],
    ['1.2345', ','],
    ['1.234.56', ','],
    ['1,234,567', ','],
    ['12.34.567', ','],
    ['0.105.000', ','],
    ['1..234', ','],
  ])('%j with %j is none', (text, decimal) => {
    expect(parseTyped(text, decimal)).toBeUndefined()
  })

  it('is kept without the currency in front of it', () => {
    expect(keepTyped('R$ 10,00')).toBe('10,00')
    expect(keepTyped('₦5')).toBe('5')
    expect(keepTyped('-5')).toBe('-5')
    expect(keepTyped('9'.repeat(40))).toHaveLength(14)
  })

  it('is written as every language reads it', () => {
    for (const language of Object.values(languages)) {
      const decimal = decimalSign(language)
      for (const value of [10, 1_05, 12_345_67, 500_000]) {
        expect(parseTyped(writeTyped(cents(value), decimal), decimal), language.code).toBe(value)
      }
    }
    expect(decimalSign(languages.pt_BR)).toBe(',')
    expect(decimalSign(languages.en_US)).toBe('.')
  })
})
