/** Amounts on screens, in messages and on pages. Input fields have other formats, in amounts.ts, which no first view needs. */
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'

type Locale = Pick<Language, 'locale'>

/** Two decimals in the language's own format, without a symbol: '1.234,50' or '1,234.50'. */
export function formatAmount(value: Cents, { locale }: Locale): string {
  return twoDecimals(locale).format(value / 100)
}

/** 'R$ 1.234,56', '-R$ 0.10': sign, symbol, a plain space, two decimals in the language's own format. */
export function formatMoney(value: Cents, language: Pick<Language, 'locale' | 'symbol'>): string {
  const sign = value < 0 ? '-' : ''
  return `${sign}${language.symbol} ${formatAmount(Math.abs(value) as Cents, language)}`
}

/**
 * A sentence in which no line ends between 'R$' and its figure. {@link formatMoney} itself has a plain space: what is compared,
 * printed and copied is what people type.
 */
export function keepAmountsWhole(text: string): string {
  return text.replaceAll(/R\$ (?=\d)/g, 'R$\u00a0')
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached by locale: an animated number is formatted in every frame. */
function twoDecimals(locale: string): Intl.NumberFormat {
  let format = formats.get(locale)
  if (!format) {
    const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    formats.set(locale, (format = new Intl.NumberFormat(locale, options)))
  }
  return format
}
