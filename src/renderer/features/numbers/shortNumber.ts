import type { Language } from '#contract/languages.ts'
import { formatCount } from '../../ui/countUp.ts'
import { formatNumber } from '../../i18n/format.ts'

/** A number with the units of the count-up: 12.3K+ from 10^3 on, M+ from 10^6, B+ from 10^9, with the language's decimal sign. */
export function formatShort(value: number, language: Language): string {
  return formatCount(value, { units: true, decimal: formatNumber(0.5, language, 1).charAt(1) })
}
