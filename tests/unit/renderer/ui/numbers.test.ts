import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { easeOut, formatCount } from '#renderer/ui/countUp.ts'
import { formatMoney } from '#renderer/ui/formatMoney.ts'

describe('formatCount (spec §9: separator comma, K+, M+, B+ from 10^3, 10^6, 10^9)', () => {
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

  it('keeps decimals and takes other signs', () => {
    expect(formatCount(1234.5, { decimals: 2 })).toBe('1,234.50')
    expect(formatCount(1234.5, { decimals: 2, separator: '.', decimal: ',' })).toBe('1.234,50')
  })

  it('runs fast first and ends exactly', () => {
    expect(easeOut(0)).toBe(0)
    expect(easeOut(0.5)).toBeGreaterThan(0.9)
    expect(easeOut(1)).toBe(1)
  })
})

describe('formatMoney', () => {
  it('writes Brazilian money with a plain space', () => {
    expect(formatMoney(cents(123_456))).toBe('R$ 1.234,56')
    expect(formatMoney(cents(0))).toBe('R$ 0,00')
    expect(formatMoney(cents(-50))).toBe('-R$ 0,50')
  })

  it('follows language and currency', () => {
    expect(formatMoney(cents(123_456), { locale: 'en-US' })).toBe('R$1,234.56')
    expect(formatMoney(cents(123_456), { locale: 'en-NG', currency: 'NGN' })).toBe('₦1,234.56')
  })

  it('leaves out decimals of whole amounts only', () => {
    expect(formatMoney(cents(10_000), { short: true })).toBe('R$ 100')
    expect(formatMoney(cents(10_050), { short: true })).toBe('R$ 100,50')
  })

  it('shows signs in statements, none at zero', () => {
    expect(formatMoney(cents(3_000), { sign: 'always' })).toBe('+R$ 30,00')
    expect(formatMoney(cents(0), { sign: 'always' })).toBe('R$ 0,00')
  })
})
