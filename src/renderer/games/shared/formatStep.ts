import type { Language } from '#contract/languages.ts'
import { formatMultiplier } from '../../i18n/format.ts'

/** A multiplier while a round is played: two decimals, cut, so that it never names more than is paid. The exact one is in the pay table and in the result. */
export function formatStep(multiplier: number, language: Language): string {
  // In ten-thousandths first: 1.15 * 100 is a little less than 115.
  return formatMultiplier(Math.floor(Math.round(multiplier * 10_000) / 100) / 100, language)
}
