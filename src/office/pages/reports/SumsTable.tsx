import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { houseColumns, type HouseColumn } from '#contract/office/reports.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './reports.module.css'

type Sums = Partial<Record<HouseColumn, number | null>>

export interface SumsTableProps<Row extends Sums> {
  label: string
  /** The columns before the sums; the first one stays in view. */
  heads: readonly { name: string; label: string; cell: (row: Row) => ReactNode }[]
  columns: readonly HouseColumn[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  total?: Sums
}

/** Amounts and numbers by row. It is scrolled by the arrow keys when it has the focus. */
export function SumsTable<Row extends Sums>({
  label,
  heads,
  columns,
  rows,
  rowKey,
  total,
}: SumsTableProps<Row>) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div
      className={styles.scroll}
      role="region"
      aria-label={t('reports.tableOf', { title: label })}
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(({ name, label: head }) => (
              <th key={name} scope="col" className={styles.start}>
                {head}
              </th>
            ))}
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`reports.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {heads.map(({ name, cell }, place) =>
                place === 0 ? (
                  <th key={name} scope="row" className={styles.start}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={name} className={styles.start}>
                    {cell(row)}
                  </td>
                ),
              )}
              {columns.map((column) => (
                <td key={column}>
                  <Sum column={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.start} colSpan={heads.length}>
                {t('reports.total')}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <Sum column={column} value={total[column]} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Sum({ column, value }: { column: HouseColumn; value: number | null | undefined }) {
  const { locale } = useLanguage()
  if (value === 0) return <span className={styles.zero}>0</span>
  if (houseColumns[column] === 'cents') return <Money cents={value} />
  return <span>{value === null || value === undefined ? '–' : value.toLocaleString(locale)}</span>
}
