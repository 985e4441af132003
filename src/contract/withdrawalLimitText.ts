import { defaultLanguage, languages, type Language } from './languages.ts'
import { toWireAmount, type Cents } from './money.ts'
import { formatAmount } from './moneyTexts.ts'

/**
 * The limit at the end of a withdrawal refusal: '50', or with cents. Portuguese uses the wire format ('35.50'), the
 * other languages their own ('35,50').
 */
export function withdrawalLimitText(limit: Cents, language: Pick<Language, 'locale'>): string {
  const amount = toWireAmount(limit)
  if (Number.isInteger(amount)) return String(amount)
  return language.locale === languages[defaultLanguage].locale
    ? amount.toFixed(2)
    : formatAmount(limit, language)
}
