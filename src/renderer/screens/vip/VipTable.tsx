import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { vipTable } from '#contract/rules/vip.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './VipTable.module.css'

const allColumns = ['bonus', 'deposit', 'bets', 'withdrawals', 'fee'] as const

/**
 * The thirteen levels with their columns, without the bonus where there is none. Where the table does not fit, each row is laid
 * out as a card. Roles instead of the elements of a table, because some browsers drop those where the rows have another `display`.
 */
export const VipTable = observer(function VipTable({ level }: { level: number | null }) {
  const { t } = useTranslation()
  const { language: languages, session, device } = useStores()
  const language = languages.selected
  const hasBonus = device.has('levels')
  const columns = allColumns.filter((column) => column !== 'bonus' || hasBonus)
  const goal = (value: Cents) =>
    value > 0 ? (
      formatMoney(value, language)
    ) : (
      <>
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('loyalty.vip.none')}</VisuallyHidden>
      </>
    )
  return (
    <div className={styles.section}>
      <h2 id="vip-table" className={styles.title}>
        {t('loyalty.vip.table')}
      </h2>
      <div className={styles.table} role="table" aria-labelledby="vip-table">
        <div role="rowgroup" className={styles.head}>
          <div role="row">
            {/* The columns keep their widths when the player's level comes, and its mark with it. */}
            <div role="columnheader" data-mark={session.isLoggedIn ? t('loyalty.vip.current') : undefined}>
              {t('loyalty.vip.columns.level')}
            </div>
            {columns.map((column) => (
              <div key={column} role="columnheader">
                {t(`loyalty.vip.columns.${column}`)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body}>
          {vipTable.map((row) => (
            <div key={row.level} role="row" aria-current={row.level === level || undefined}>
              <div role="rowheader">
                <span className={styles.level}>
                  <LevelEmblem level={row.level} />
                  <span>
                    <span>{t('loyalty.vip.level', { level: row.level })}</span>
                    {row.level === level && <small>{t('loyalty.vip.current')}</small>}
                  </span>
                </span>
              </div>
              {hasBonus && <Cell column="bonus">{formatMoney(row.promotionBonus, language)}</Cell>}
              <Cell column="deposit">{goal(row.depositSum)}</Cell>
              <Cell column="bets">{goal(row.betSum)}</Cell>
              <Cell column="withdrawals">{row.withdrawalsPerDay}</Cell>
              <Cell column="fee">{formatPercent(row.withdrawalFee, language)}</Cell>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})

/** A card shows the column's name over the value; screen readers have it from the table's head already. */
function Cell({ column, children }: { column: (typeof allColumns)[number]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div role="cell" className={styles[column]}>
      <span className={styles.column} aria-hidden>
        {t(`loyalty.vip.columns.${column}`)}
      </span>{' '}
      <span className={styles.value}>{children}</span>
    </div>
  )
}
