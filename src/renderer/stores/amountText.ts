import { parseAmount, type Cents } from '#contract/money.ts'

/** Longest text an amount field keeps. */
const maxLength = 13

/** What a player may type into an amount field: figures and separators. */
export function cleanAmountText(text: string): string {
  return text.replace(/[^\d.,]/g, '').slice(0, maxLength)
}

/**
 * Reads a typed amount in any language's writing: the last separator with at most two figures behind it is
 * the decimal one, all others group. Null when there is none, or nothing readable.
 */
export function readAmountText(text: string): Cents | null {
  const clean = cleanAmountText(text)
  const decimal = /[.,](\d{0,2})$/.exec(clean)
  const whole = (decimal ? clean.slice(0, decimal.index) : clean).replace(/[.,]/g, '')
  if (whole === '' && !decimal?.[1]) return null
  return parseAmount(`${whole || '0'}.${decimal?.[1] || '0'}`) ?? null
}

/** An amount as one would type it: 80, or 80,50 with the language's own decimal separator. */
export function writeAmountText(value: Cents, locale: string): string {
  const digits = value % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value / 100)
}
