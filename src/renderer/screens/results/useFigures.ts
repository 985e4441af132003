import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatDay } from '../../i18n/dates.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { PlayedSpan } from './ResultsStore.ts'

/** How this page writes its figures. */
export function useFigures() {
  const { t } = useTranslation()
  const language = useStores().language.selected
  return {
    money: (amount: Cents) => formatMoney(amount, language),
    percent: (value: number) => formatPercent(value / 100, language),
    /** With its sign, also where it is positive. */
    signed: (amount: Cents) => `${amount > 0 ? '+' : ''}${formatMoney(amount, language)}`,
    time: (minutes: number) =>
      minutes < 60
        ? t('limits.check.minutes', { minutes })
        : t('limits.check.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    /** '05/03', or '01/03–07/03'. */
    span: ({ from, to }: Pick<PlayedSpan, 'from' | 'to'>) =>
      from === to ? formatDay(from, language) : `${formatDay(from, language)}–${formatDay(to, language)}`,
  }
}
