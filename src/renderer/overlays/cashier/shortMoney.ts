import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'

/** 'R$ 1.000': a whole amount without decimals, so that four fit a row; any other with them. */
export function shortMoney(value: Cents, language: Language): string {
  if (value % 100 !== 0) return formatMoney(value, language)
  return `${language.symbol} ${formatNumber(value / 100, language)}`
}
