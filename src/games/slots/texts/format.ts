import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'

/** 'R$ 1.234,56': symbol, a plain space, two decimals, in the language's own writing. */
export function formatMoney(value: Cents, language: Language): string {
  const amount = new Intl.NumberFormat(language.locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Math.abs(value) / 100)
  return `${value < 0 ? '-' : ''}${language.symbol} ${amount}`
}

/** '96,12%' from a fraction. */
export function formatPercent(fraction: number, language: Language): string {
  return new Intl.NumberFormat(language.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    fraction,
  )
}

export function formatTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language.locale, { timeStyle: 'medium' }).format(new Date(iso))
}
