import Clock from 'lucide-react/icons/clock'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import type { SuspendedPrize } from '#contract/rules/prizeSuspension.ts'
import { formatMoment } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'

interface SuspendedPrizesProps {
  prizes: readonly SuspendedPrize<Cents, Date>[]
  /** Of a line. */
  className?: string | undefined
}

/** What the house keeps aside, until when and why. Not hidden with the balance: it says why money is missing there. */
export const SuspendedPrizes = observer(function SuspendedPrizes({
  prizes,
  className,
}: SuspendedPrizesProps) {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  return prizes.map(({ amount, until, reason }, index) => (
    // Equal ones may come twice.
    <p key={index} className={className}>
      <Clock aria-hidden />
      <span>
        {t('own.suspended', {
          amount: formatMoney(amount, language.selected),
          time: formatMoment(until, new Date(clock.now()), language.selected),
          reason: t(`rewards.inbox.statusReasons.${reason}`),
        })}
      </span>
    </p>
  ))
})
