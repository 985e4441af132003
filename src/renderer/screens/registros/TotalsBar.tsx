import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { RecordsStore } from './RecordsStore.ts'
import styles from './TotalsBar.module.css'

/**
 * What the listed kind adds up to in the chosen period; of bets and rounds stake, return and result. Only what is done
 * counts, and the list shows the rest too: so the count says what it counts.
 */
export const TotalsBar = observer(function TotalsBar({ records }: { records: RecordsStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  const { totals } = records
  const money = (amount: Cents) => formatMoney(amount, selected)
  if (!totals) return <div className={styles.totals} aria-hidden />
  const { count, amount, stake, payout } = totals
  return (
    <dl className={styles.totals} aria-label={t('account.records.totals.label')}>
      <div>
        <dt>{t(`account.records.totals.count.${records.tab}`)}</dt>
        <dd className="num">{formatNumber(count, selected)}</dd>
      </div>
      {stake !== null && payout !== null && (
        <>
          <div>
            <dt>{t('account.records.totals.stake')}</dt>
            <dd translate="no" className="num">
              {money(stake)}
            </dd>
          </div>
          <div>
            <dt>{t('account.records.totals.payout')}</dt>
            <dd translate="no" className="num">
              {money(payout)}
            </dd>
          </div>
        </>
      )}
      <div data-sign={stake === null ? 0 : Math.sign(amount)}>
        <dt>{t(stake === null ? 'account.records.totals.amount' : 'account.records.totals.net')}</dt>
        <dd translate="no" className="num">{`${stake !== null && amount > 0 ? '+' : ''}${money(amount)}`}</dd>
      </div>
    </dl>
  )
})
