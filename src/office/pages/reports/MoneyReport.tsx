import { useTranslation } from 'react-i18next'
import { reportCalls, type HouseColumn, type MoneyRow } from '#contract/office/reports.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Money } from '../../ui/Money.tsx'
import { House } from './HouseReports.tsx'
import type { ReportRange } from './range.ts'
import { ReportPanel } from './ReportPanel.tsx'
import { textOr } from './textOr.ts'
import styles from './reports.module.css'

const cashColumns = [
  'depositsCents',
  'depositCount',
  'vouchersCents',
  'withdrawalsCents',
  'withdrawalCount',
  'feesCents',
  'debtsCents',
  'adjustmentsCents',
  'firstDeposits',
  'firstDepositCents',
] as const satisfies HouseColumn[]

/** What came and went, by kind and over time. */
export function MoneyReport({ range }: { range: ReportRange }) {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  return (
    <>
      <House
        range={range}
        title={t('reports.money')}
        columns={cashColumns}
        plotted={['depositsCents', 'withdrawalsCents']}
      />
      <ReportPanel
        title={t('reports.byKind')}
        call={reportCalls.money}
        query={{ ...range, by: 'range' }}
        file={reportCalls.exportMoney}
        isEmpty={({ rows }) => rows.length === 0}
      >
        {({ rows }: { rows: MoneyRow[] }) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
          <div
            className={styles.scroll}
            role="region"
            aria-label={t('reports.tableOf', { title: t('reports.byKind') })}
            tabIndex={0}
          >
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col" className={styles.start}>
                    {t('reports.kind')}
                  </th>
                  <th scope="col" className={styles.start}>
                    {t('reports.detail')}
                  </th>
                  <th scope="col">{t('reports.count')}</th>
                  <th scope="col">{t('reports.amount')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ kind, detail, count, cents }) => (
                  <tr key={`${kind} ${detail}`}>
                    <th scope="row" className={styles.start}>
                      {textOr(`reports.kinds.${kind}`, kind)}
                    </th>
                    <td className={styles.start}>{textOr(`reports.details.${detail}`, detail)}</td>
                    <td>{count.toLocaleString(locale)}</td>
                    <td>
                      <Money cents={cents} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </ReportPanel>
    </>
  )
}
