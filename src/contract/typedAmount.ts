import type { Language } from './languages.ts'
import { parseAmount, type Cents } from './money.ts'

/** What a field keeps of a typed text: enough for every amount, and for what is none to be seen as such. */
const longest = 14

/** The sign before the decimals in the language's own writing. */
export function decimalSign({ locale }: Pick<Language, 'locale'>): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** A typed or pasted text as the field keeps it: without the currency in front. */
export function keepTyped(text: string): string {
  return text.replace(/^\s*(R\$|₦)?\s*/, '').slice(0, longest)
}

/**
 * '10', '10,5', '10.50', '1.234,56', '1 234,56' -> cents; undefined for anything else, also for more than two
 * decimals. Signs that group need three digits behind each; `decimal` tells '1,234' from '1.234'.
 */
export function parseTyped(text: string, decimal: string): Cents | undefined {
  const typed = text.trim()
  const plain = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(typed)
  if (plain) return amountOf(plain[1], plain[2])
  const grouped = /^([1-9]\d{0,2})(([.,\s])\d{3}(?:\3\d{3})*)(?:([.,])(\d{0,2}))?$/.exec(typed)
  if (!grouped) return undefined
  const [, first = '', rest = '', group, sign, fraction] = grouped
  if (group === (sign ?? decimal)) return undefined
  return amountOf(first + rest.replace(/\D/g, ''), fraction)
}

/** With two decimals in the language's own writing, without grouping: as one would type it. */
export function writeTyped(value: Cents, decimal: string): string {
  return (value / 100).toFixed(2).replace('.', decimal)
}

function amountOf(whole = '', fraction = ''): Cents | undefined {
  if (whole === '' && fraction === '') return undefined
  return parseAmount(`${whole || '0'}.${fraction || '0'}`)
}
