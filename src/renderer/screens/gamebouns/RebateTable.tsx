import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Rebate } from '#contract/http/rewards.ts'
import { formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { PageSection } from '../../ui/PageSection.tsx'
import styles from './RebateTable.module.css'

/** The rebate rate of every VIP level, with the player's own highlighted. */
export const RebateTable = observer(function RebateTable({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation()
  const { language, session } = useStores()
  return (
    <PageSection title={t('rewards.rebate.table')}>
      <ul className={styles.levels}>
        {rebate.table.map(({ level, rate }) => {
          const isOwn = session.isLoggedIn && level === rebate.level
          return (
            <li key={level} data-own={isOwn || undefined} aria-current={isOwn || undefined}>
              <span>{t('rewards.rebate.level', { level })}</span>
              <strong>{formatPercent(rate, language.selected)}</strong>
            </li>
          )
        })}
      </ul>
    </PageSection>
  )
})
