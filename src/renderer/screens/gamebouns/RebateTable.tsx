import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rebate } from '#contract/http/rewards.ts'
import { formatPercent } from '../../i18n/format.ts'
import page from '../../parts/growth/page.module.css'
import { useStores } from '../../stores/useStores.ts'
import styles from './RebateTable.module.css'

/** The share of every VIP level; the player's own stands out. */
export const RebateTable = observer(function RebateTable({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation()
  const { language, session } = useStores()
  const id = useId()
  return (
    <section className={page.section} aria-labelledby={id}>
      <div className={page.head}>
        <h2 id={id}>{t('rewards.rebate.table')}</h2>
      </div>
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
    </section>
  )
})
