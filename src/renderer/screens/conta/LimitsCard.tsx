import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { WITHDRAW_MAXIMUM } from '#contract/rules/withdraw.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import type { AccountStore } from './AccountStore.ts'
import styles from './LimitsCard.module.css'

/** Minimum and maximum of a withdrawal, how many are left today, and the fee. */
export const LimitsCard = observer(function LimitsCard({ account }: { account: AccountStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const id = useId()
  const { limits } = account
  if (!limits) return null
  const lines = [
    ['minimum', formatMoney(limits.minimum, language.selected)],
    ['maximum', formatMoney(WITHDRAW_MAXIMUM, language.selected)],
    ['remaining', String(limits.remainingToday)],
    ['fee', formatPercent(limits.feeFraction, language.selected)],
  ] as const
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('account.conta.limits')}
      </h2>
      <dl className={styles.grid}>
        {lines.map(([label, value]) => (
          <div key={label} data-spent={(label === 'remaining' && limits.remainingToday === 0) || undefined}>
            <dt>{t(`account.conta.${label}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
})
