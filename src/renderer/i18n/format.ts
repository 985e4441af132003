import type { Cents } from '#contract/money.ts'
import type { Language } from '#contract/languages.ts'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.NumberFormat(locale, options)))
  return format
}

/** '1.234,56' with two decimals in the language's own writing. */
export function formatAmount(value: Cents, language: Language): string {
  return numberFormat(language.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    value / 100,
  )
}

/** 'R$ 1.234,56': symbol, a plain space, two decimals (UI.md: text of the Saldo status). */
export function formatMoney(value: Cents, language: Language): string {
  const sign = value < 0 ? '-' : ''
  return `${sign}${language.symbol} ${formatAmount(Math.abs(value) as Cents, language)}`
}

/** '1,97x', with at least two and at most four decimals. */
export function formatMultiplier(value: number, language: Language): string {
  return `${numberFormat(language.locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value)}x`
}

export function formatNumber(value: number, language: Language, decimals = 0): string {
  return numberFormat(language.locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)
}

/** '2,5%' from a fraction. */
export function formatPercent(fraction: number, language: Language): string {
  return numberFormat(language.locale, { style: 'percent', maximumFractionDigits: 2 }).format(fraction)
}

export function formatDateTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language.locale, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(iso),
  )
}

/** '05/03' from a day written YYYY-MM-DD. */
export function formatDay(day: string, language: Language): string {
  const options = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language.locale, options).format(new Date(`${day}T00:00:00Z`))
}

export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language.locale, { dateStyle: 'short' }).format(new Date(iso))
}
