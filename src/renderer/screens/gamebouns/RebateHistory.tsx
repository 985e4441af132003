import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Rebate } from '#contract/http/rewards.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDay } from '../../i18n/dates.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import styles from './RebateHistory.module.css'

/** Earlier claims, newest first. */
export const RebateHistory = observer(function RebateHistory({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <PageSection title={t('rewards.rebate.history')}>
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
                  value={
                    <span
                      translate="no"
                      className={styles.paid}
                    >{`+${formatMoney(amount, language.selected)}`}</span>
                  }
                  valueText={formatPercent(rate, language.selected)}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </PageSection>
  )
})
