import { useMemo } from 'react'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { usePage } from './Page.ts'

/** Times and amounts in the page's language and the browser's time zone. */
export function useFormats(): {
  time: (iso: string) => string
  /** With the seconds. */
  clock: (iso: string) => string
  timeOfDay: (iso: string) => string
  money: (amount: Cents) => string
  number: (value: number) => string
} {
  const { language } = usePage()
  return useMemo(() => {
    const { locale } = language
    const short = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
    const day = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    return {
      time: (iso) => short.format(new Date(iso)),
      clock: (iso) => long.format(new Date(iso)),
      timeOfDay: (iso) => day.format(new Date(iso)),
      money: (amount) => formatMoney(amount, language),
      number: (value) => numbers.format(value),
    }
  }, [language])
}
