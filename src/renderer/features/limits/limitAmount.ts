import { useTranslation } from 'react-i18next'
import { cents } from '#contract/money.ts'
import type { LimitKind } from '#contract/rules/limits.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'

/** Returns the function that writes the amount of a limit: money, or minutes. */
export function useLimitAmount(kind: LimitKind): (amount: number) => string {
  const { t } = useTranslation()
  const { language } = useStores()
  return (amount) =>
    kind === 'time'
      ? t('limits.limits.minutes', { count: amount })
      : formatMoney(cents(amount), language.selected)
}
