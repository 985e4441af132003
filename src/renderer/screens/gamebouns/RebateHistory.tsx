import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rebate } from '#contract/http/rewards.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDay, formatMoney, formatPercent } from '../../i18n/format.ts'
import page from '../../parts/growth/page.module.css'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import styles from './RebateHistory.module.css'

/** The claims before, newest first. */
export const RebateHistory = observer(function RebateHistory({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const id = useId()
  return (
    <section className={page.section} aria-labelledby={id}>
      <div className={page.head}>
        <h2 id={id}>{t('rewards.rebate.history')}</h2>
      </div>
      <Card padding="s">
        {rebate.history.length === 0 ? (
          <EmptyState
            compact
            illustration={emptyArt.records}
            title={t('rewards.rebate.historyEmpty')}
            text={t('rewards.rebate.historyEmptyText')}
          />
        ) : (
          <ul className={styles.list}>
            {rebate.history.map(({ day, bets, rate, amount }) => (
              <li key={day}>
                <ListRow
                  title={formatDay(day, language.selected)}
                  text={t('rewards.rebate.historyBets', { amount: formatMoney(bets, language.selected) })}
                  value={<span className={styles.paid}>+{formatMoney(amount, language.selected)}</span>}
                  valueText={formatPercent(rate, language.selected)}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
})
