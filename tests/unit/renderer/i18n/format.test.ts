import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { formatExactMultiplier } from '#renderer/games/shared/formatExactMultiplier.ts'
import { formatMultiplier } from '#renderer/i18n/format.ts'

it.each([
  // Never more than is paid: cut, not rounded.
  [1.4786, '1,47x'],
  [1.9999, '1,99x'],
  [1.0102, '1,01x'],
  // 1.15 * 100 is a little less than 115.
  [1.15, '1,15x'],
  [17.41, '17,41x'],
  [0, '0,00x'],
  [1_000_000, '1.000.000,00x'],
])('the multiplier %d has two decimals, cut', (multiplier, text) => {
  expect(formatMultiplier(multiplier, languages.pt_BR)).toBe(text)
})

it('the pay table has the exact multiplier', () => {
  expect(formatExactMultiplier(1.0312, languages.pt_BR)).toBe('1,0312x')
  expect(formatExactMultiplier(2, languages.pt_BR)).toBe('2,00x')
  expect(formatExactMultiplier(1.9974, languages.en_US)).toBe('1.9974x')
})
