import { defaultLanguage, languages, type Language } from './languages.ts'
import { toWireAmount, type Cents } from './money.ts'

/** Two decimals in the language's own writing, without a symbol: 1.234,50 or 1,234.50. */
export function amountText(value: Cents, { locale }: Pick<Language, 'locale'>): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    value / 100,
  )
}

/**
 * The limit with which the messages of spec §5 end: 50, or with cents. Portuguese, whose texts the spec quotes,
 * has the wire's number (35.50); the other languages have their own writing (35,50).
 */
export function withdrawalLimitText(limit: Cents, language: Pick<Language, 'locale'>): string {
  const amount = toWireAmount(limit)
  if (Number.isInteger(amount)) return String(amount)
  return language.locale === languages[defaultLanguage].locale
    ? amount.toFixed(2)
    : amountText(limit, language)
}
