import { formatHouseTime } from '#contract/houseTime.ts'
import type { Language } from '#contract/languages.ts'

/** '96,12%' from a fraction. */
export function formatPercent(fraction: number, language: Language): string {
  return new Intl.NumberFormat(language.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    fraction,
  )
}

export function formatTime(iso: string, language: Language): string {
  return formatHouseTime(new Date(iso), language, { timeStyle: 'medium' })
}
