import type { Language } from '#contract/languages.ts'

export { formatMoney, keepAmountsWhole } from '#contract/moneyTexts.ts'

/**
 * Formats by locale, one map for each notation. They are cached because animated numbers need theirs every
 * frame.
 */
type Formats = Map<string, Intl.NumberFormat>

const percents: Formats = new Map()
/** By the number of decimals. */
const numbers = new Map<number, Formats>()

function formatOf(formats: Formats, locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let format = formats.get(locale)
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale, options)))
  return format
}

/** '1,97x': two decimals, cut, so that it never names more than is paid. The pay tables of games have the exact ones. */
export function formatMultiplier(value: number, language: Language): string {
  // In ten-thousandths first: 1.15 * 100 is a little less than 115.
  return `${formatNumber(Math.floor(Math.round(value * 10_000) / 100) / 100, language, 2)}x`
}

export function formatNumber(value: number, language: Language, decimals = 0): string {
  let formats = numbers.get(decimals)
  if (!formats) numbers.set(decimals, (formats = new Map()))
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return formatOf(formats, language.locale, options).format(value)
}

/** '2,5%' from the fraction 0.025. */
export function formatPercent(fraction: number, language: Language): string {
  const options = { style: 'percent', maximumFractionDigits: 2 } as const
  return formatOf(percents, language.locale, options).format(fraction)
}
