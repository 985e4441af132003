import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { cleanAmountText, readAmountText, writeAmountText } from '#renderer/stores/amountText.ts'

it.each([
  ['100', 100_00],
  ['100,5', 100_50],
  ['100.50', 100_50],
  ['1.234', 1_234_00],
  ['1.234,56', 1_234_56],
  ['1,234.56', 1_234_56],
  ['60,', 60_00],
  [',5', 50],
  ['R$ 12', 12_00],
  ['', null],
  [',', null],
  ['abc', null],
])('%j reads %s', (text, value) => {
  expect(readAmountText(text)).toBe(value)
})

it('keeps figures and separators only, and not too many', () => {
  expect(cleanAmountText('R$ 1.000,00 agora')).toBe('1.000,00')
  expect(cleanAmountText('9'.repeat(40))).toHaveLength(13)
})

it('writes what it reads', () => {
  expect(writeAmountText(cents(80_00), 'pt-BR')).toBe('80')
  expect(writeAmountText(cents(1_080_50), 'pt-BR')).toBe('1080,50')
  expect(writeAmountText(cents(80_50), 'en-US')).toBe('80.50')
  for (const value of [1, 99, 100, 123_456_789]) {
    expect(readAmountText(writeAmountText(cents(value), 'ru-RU'))).toBe(value)
  }
})
