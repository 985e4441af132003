import { useTranslation } from 'react-i18next'
import {
  houseColumns,
  reportCalls,
  type HouseColumn,
  type HouseRow,
  type HouseSums,
} from '#contract/office/reports.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Plot, type PlotSeries } from './Plot.tsx'
import type { ReportRange } from './range.ts'
import { ColumnChooser, ReportPanel } from './ReportPanel.tsx'
import { SumsTable } from './SumsTable.tsx'
import { namesOf, useColumns } from './useColumns.ts'
import { usePeriodName } from './usePeriodName.ts'
import styles from './reports.module.css'

const liabilityColumns = [
  'cashLiabilityCents',
  'bonusLiabilityCents',
  'heldWithdrawalsCents',
  'openRoundsCents',
  'openTicketsCents',
] as const satisfies HouseColumn[]
const taxColumns = [
  'cashStakesCents',
  'cashPayoutsCents',
  'taxBaseCents',
  'taxCents',
] as const satisfies HouseColumn[]
const revenueColumns = namesOf(houseColumns).filter(
  (column) => !(liabilityColumns as readonly string[]).includes(column),
)
const usualRevenue: readonly HouseColumn[] = [
  'ngrCents',
  'ggrCents',
  'bonusCostCents',
  'taxCents',
  'placed',
  'placedCents',
  'actives',
  'depositsCents',
  'withdrawalsCents',
]

/** Periods of the whole house: a picture and a table. */
export function House({
  range,
  title,
  columns,
  plotted,
  chooser,
  note,
}: {
  range: ReportRange
  title: string
  columns: readonly HouseColumn[]
  plotted: readonly HouseColumn[]
  chooser?: React.ReactNode
  note?: string
}) {
  const { t } = useTranslation()
  const nameOf = usePeriodName(range.by)
  const nothing = (rows: readonly HouseRow[]) =>
    rows.every((row) => [...columns, ...plotted].every((column) => (row[column] ?? 0) === 0))
  return (
    <ReportPanel
      title={title}
      call={reportCalls.house}
      query={range}
      file={reportCalls.exportHouse}
      isEmpty={({ rows }) => nothing(rows)}
      chooser={chooser}
    >
      {({ rows, total }: { rows: HouseRow[]; total: HouseSums }) => (
        <>
          <HousePlot title={title} rows={rows} plotted={plotted} nameOf={nameOf} />
          {note !== undefined && <p className={styles.note}>{note}</p>}
          <SumsTable
            label={title}
            heads={[
              { name: 'starts', label: t(`reports.by.${range.by}`), cell: ({ starts }) => nameOf(starts) },
            ]}
            columns={columns}
            // The newest first, as in every list.
            rows={rows.toReversed()}
            rowKey={({ starts }) => starts}
            total={total}
          />
        </>
      )}
    </ReportPanel>
  )
}

function HousePlot({
  title,
  rows,
  plotted,
  nameOf,
}: {
  title: string
  rows: readonly HouseRow[]
  plotted: readonly HouseColumn[]
  nameOf: (day: string) => string
}) {
  const { t } = useTranslation()
  const series: PlotSeries[] = plotted.map((column) => ({
    label: t(`reports.columns.${column}`),
    values: rows.map((row) => row[column] ?? 0),
  }))
  return <Plot label={title} periods={rows.map(({ starts }) => nameOf(starts))} series={series} />
}

export function Revenue({ range }: { range: ReportRange }) {
  const { t } = useTranslation()
  const { columns, toggle } = useColumns('revenue', revenueColumns, usualRevenue)
  return (
    <House
      range={range}
      title={t('reports.revenue')}
      columns={columns}
      plotted={['ggrCents', 'ngrCents', 'bonusCostCents']}
      chooser={<ColumnChooser all={revenueColumns} columns={columns} onToggle={toggle} />}
    />
  )
}

export function Liabilities({ range }: { range: ReportRange }) {
  const { t } = useTranslation()
  return (
    <House
      range={range}
      title={t('reports.liabilities')}
      columns={liabilityColumns}
      plotted={['cashLiabilityCents', 'bonusLiabilityCents', 'heldWithdrawalsCents', 'openTicketsCents']}
      note={t('reports.liabilitiesNote')}
    />
  )
}

export function Tax({ range, basisPoints }: { range: ReportRange; basisPoints: number }) {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  const rate = (basisPoints / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <House
      range={range}
      title={t('reports.tax')}
      columns={taxColumns}
      plotted={['taxBaseCents', 'taxCents']}
      note={t('reports.taxNote', { rate })}
    />
  )
}
