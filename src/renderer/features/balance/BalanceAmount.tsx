import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { CountUp } from '../../ui/CountUp.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BalancePrivacy } from './BalancePrivacy.ts'

interface BalanceAmountProps {
  amount: Cents
  /** Seconds that it counts to a new amount; without it, it does not count. */
  duration?: number
  textOf?: (amount: Cents, language: Language) => string
}

/** R$ ••••: as long for every amount. */
export function hiddenMoney(language: Language): string {
  return formatMoney(ZERO, language).replace(/[\d.,]+/, '••••')
}

/** An amount of the player's own money: dots while the player hides it, a skeleton before it is known, a dash when it cannot be loaded. */
export const BalanceAmount = observer(function BalanceAmount(props: BalanceAmountProps) {
  const { amount, duration, textOf = formatMoney } = props
  const { t } = useTranslation()
  const root = useStores()
  // Observed here, so that a language change formats the number again.
  const language = root.language.selected
  if (root.session.isLoggedIn && !root.session.player) {
    if (root.session.hasFailed) return <span>–</span>
    return <Skeleton width="0.7rem" height="0.8em" style={{ display: 'inline-block' }} />
  }
  if (root.feature(BalancePrivacy).isHidden)
    return (
      <>
        <span aria-hidden>{hiddenMoney(language)}</span>
        <VisuallyHidden>{t('top.balanceHidden')}</VisuallyHidden>
      </>
    )
  if (duration === undefined)
    return (
      <span translate="no" className="num">
        {textOf(amount, language)}
      </span>
    )
  return (
    <CountUp
      value={amount}
      duration={duration}
      formatter={(value) => textOf(Math.round(value) as Cents, language)}
    />
  )
})
