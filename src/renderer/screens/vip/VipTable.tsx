import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO, type Cents } from '#contract/money.ts'
import { vipTable } from '#contract/rules/vip.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './VipTable.module.css'

const columns = ['bonus', 'deposit', 'bets', 'withdrawals', 'fee'] as const

/**
 * The thirteen levels with their five columns. Where the table does not fit, each row is laid out as a card. The roles are
 * explicit because some browsers drop those of a table whose rows have another `display`.
 */
export const VipTable = observer(function VipTable({ level }: { level: number | null }) {
  const { t } = useTranslation()
  const { language: languages, session, device } = useStores()
  const language = languages.selected
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
      <table className={styles.table} role="table" aria-labelledby="vip-table">
        <thead role="rowgroup">
          <tr role="row">
            {/* The columns keep their widths when the player's level comes, and its mark with it. */}
            <th
              scope="col"
              role="columnheader"
              data-mark={session.isLoggedIn ? t('loyalty.vip.current') : undefined}
            >
              {t('loyalty.vip.columns.level')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" role="columnheader">
                {t(`loyalty.vip.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {vipTable.map((row) => (
            <tr key={row.level} role="row" aria-current={row.level === level || undefined}>
              <th scope="row" role="rowheader">
                <span className={styles.level}>
                  <LevelEmblem level={row.level} />
                  <span>
                    <span>{t('loyalty.vip.level', { level: row.level })}</span>
                    {row.level === level && <small>{t('loyalty.vip.current')}</small>}
                  </span>
                </span>
              </th>
              <Cell column="bonus">
                {device.hasBonus('levels') ? formatMoney(row.promotionBonus, language) : goal(ZERO)}
              </Cell>
              <Cell column="deposit">{goal(row.depositSum)}</Cell>
              <Cell column="bets">{goal(row.betSum)}</Cell>
              <Cell column="withdrawals">{row.withdrawalsPerDay}</Cell>
              <Cell column="fee">{formatPercent(row.withdrawalFee, language)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

/** A card shows the column's name over the value; screen readers have it from the table's head already. */
function Cell({ column, children }: { column: (typeof columns)[number]; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <td role="cell" className={styles[column]}>
      <span className={styles.column} aria-hidden>
        {t(`loyalty.vip.columns.${column}`)}
      </span>{' '}
      <span className={styles.value}>{children}</span>
    </td>
  )
}
