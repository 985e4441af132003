import type { Cents } from '#contract/money.ts'

const formats = new Map<string, Intl.NumberFormat>()

export interface MoneyFormat {
  /** BCP 47, from contract/languages. Default pt-BR. */
  locale?: string
  /** ISO 4217. Default BRL. */
  currency?: string
  /** always: + and −, for entries of a statement. Default auto. */
  sign?: 'auto' | 'always'
  /** Leaves out the decimals of whole amounts: R$ 100. Default false. */
  short?: boolean
  /** R$ 1,2 mi: for tables and tickers. */
  compact?: boolean
}

/** Cents as text: `R$ 1.234,56`. The space is a plain one, so that texts can be compared and copied. */
export function formatMoney(value: Cents, options: MoneyFormat = {}): string {
  const { locale = 'pt-BR', currency = 'BRL', sign = 'auto', short = false, compact = false } = options
  const whole = compact || (short && value % 100 === 0)
  const key = [locale, currency, sign, whole, compact].join()
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      signDisplay: sign === 'always' ? 'exceptZero' : 'auto',
      notation: compact ? 'compact' : 'standard',
      minimumFractionDigits: whole ? 0 : 2,
      maximumFractionDigits: compact ? 1 : whole ? 0 : 2,
    })
    formats.set(key, format)
  }
  return format.format(value / 100).replace(/[\u00a0\u202f]/g, ' ')
}
