import { i18n } from '../../i18n/i18n.ts'

/** Cents of an amount as people type it: '1.234,56', '1234.56', 'R$ 12' (reais). undefined: not an amount. */
export function typedCents(text: string): number | undefined {
  const digits = text.replace(/[R$\s]/g, '')
  const match = /^(-?)(\d{1,3}(?:([.,])\d{3}(?:\3\d{3})*)?|\d+)(?:([.,])(\d{1,2}))?$/.exec(digits)
  if (!match) return undefined
  const [, sign, whole = '', between, point, fraction = ''] = match
  // One sign cannot both group thousands and begin the cents.
  if (between !== undefined && between === point) return undefined
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return undefined
  return sign === '-' ? -cents : cents
}

/** A number as people type it: '98,5', '98.5'. undefined: not a number, or one whose value is unclear (hasThousands). */
export function typedNumber(text: string): number | undefined {
  if (hasThousands(text)) return undefined
  const trimmed = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined
}

/** Whether it may be written with separated thousands, as '1.000' (in English '1,000'), which would otherwise be read as 1. */
export function hasThousands(text: string): boolean {
  const grouped = i18n.language === 'en' ? /^-?[1-9]\d{0,2}(,\d{3})+$/ : /^-?[1-9]\d{0,2}(\.\d{3})+$/
  return grouped.test(text.trim())
}

/** How a number is typed: '98,5', in English '98.5'. */
export function numberText(text: string): string {
  return i18n.language === 'en' ? text : text.replace('.', ',')
}

/** How cents are typed: '1234,56', in English '1234.56'. Nothing for null. */
export function amountText(cents: number | null): string {
  if (cents === null) return ''
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const point = i18n.language === 'en' ? '.' : ','
  return `${sign}${digits.slice(0, -2)}${point}${digits.slice(-2)}`
}
