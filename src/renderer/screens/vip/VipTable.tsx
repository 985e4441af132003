import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { vipTable } from '#contract/rules/vip.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './VipTable.module.css'

const columns = ['bonus', 'deposit', 'bets', 'withdrawals', 'fee'] as const

/** The thirteen levels with their five columns; scrolls sideways on a phone. */
export const VipTable = observer(function VipTable({ level }: { level: number | null }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  const goal = (value: Cents) =>
    value > 0 ? (
      formatMoney(value, language)
    ) : (
      <>
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('growth.vip.none')}</VisuallyHidden>
      </>
    )
  return (
    <div className={styles.section}>
      <h2 id="vip-table" className={styles.title}>
        {t('growth.vip.table')}
      </h2>
      <p className={styles.hint}>{t('growth.vip.tableHint')}</p>
      <div className={styles.scroller} role="region" aria-labelledby="vip-table" tabIndex={0}>
        <table className={styles.table} aria-labelledby="vip-table">
          <thead>
            <tr>
              <th scope="col">{t('growth.vip.columns.level')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`growth.vip.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vipTable.map((row) => (
              <tr key={row.level} aria-current={row.level === level || undefined}>
                <th scope="row">
                  <span className={styles.level}>
                    <LevelEmblem level={row.level} />
                    {t('growth.vip.level', { level: row.level })}
                    {row.level === level && <VisuallyHidden>{t('growth.vip.current')}</VisuallyHidden>}
                  </span>
                </th>
                <td className={styles.bonus}>{formatMoney(row.promotionBonus, language)}</td>
                <td>{goal(row.depositSum)}</td>
                <td>{goal(row.betSum)}</td>
                <td>{row.withdrawalsPerDay}</td>
                <td>{formatPercent(row.withdrawalFee, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
})
