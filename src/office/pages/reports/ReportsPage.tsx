import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartLine, ChevronLeft, ChevronRight, Columns3, Download, RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import {
  betColumns,
  houseColumns,
  reportCalls,
  reportPeriods,
  type BetColumn,
  type GameRow,
  type HouseColumn,
  type HouseRow,
  type HouseSums,
  type MoneyRow,
  type ReportOverview,
  type ReportQuery,
} from '#contract/office/reports.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { addressOf } from '../../data/officeClient.ts'
import { i18n } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, FileLink, IconButton } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Menu, MenuCheck } from '../../ui/Menu.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Overview } from './Overview.tsx'
import { Plot, type PlotSeries } from './Plot.tsx'
import { moveRange, rangeOf, type ReportRange } from './range.ts'
import { SumsTable } from './SumsTable.tsx'
import { usePeriodName } from './usePeriodName.ts'
import { useColumns } from './useColumns.ts'
import styles from './reports.module.css'

const names = <Name extends string>(columns: Record<Name, unknown>) => Object.keys(columns) as Name[]
const liabilityColumns = [
  'cashLiabilityCents',
  'bonusLiabilityCents',
  'heldWithdrawalsCents',
  'openRoundsCents',
  'openTicketsCents',
] as const satisfies HouseColumn[]
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
const taxColumns = [
  'cashStakesCents',
  'cashPayoutsCents',
  'taxBaseCents',
  'taxCents',
] as const satisfies HouseColumn[]
const revenueColumns = names(houseColumns).filter(
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
const usualGames: readonly BetColumn[] = [
  'ggrCents',
  'placed',
  'placedCents',
  'cashStakesCents',
  'cashPayoutsCents',
  'taxBaseCents',
]

/** How old a report on the screen may be, in ms: the server brings them up to date every ten seconds. */
const refreshMs = 60_000

/** Revenue, games and sports, money, liabilities and tax of any range, in pictures, tables and files. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const reload = () => void queries.invalidateQueries({ queryKey: ['reports'] })
  useKeys([{ key: 'r', label: t('keys.reload'), run: reload }])
  const overview = useQuery({
    queryKey: ['reports', 'overview'],
    queryFn: ({ signal }) => client.call(reportCalls.overview, {}, { signal }),
    refetchInterval: refreshMs,
  })
  const setRange = ({ from, to, by }: ReportRange) =>
    setSearch(
      (before) => {
        before.set('from', from)
        before.set('to', to)
        before.set('by', by)
        return before
      },
      { replace: true },
    )
  const head = (
    <PageHeader
      title={t('reports.title')}
      text={t('reports.about')}
      badges={overview.data && overview.data.differences === 0 && <Checked {...overview.data} />}
      actions={<IconButton icon={RefreshCw} label={t('list.reload')} onClick={reload} />}
    />
  )
  if (!overview.data)
    return (
      <>
        {head}
        <PageBody>
          {overview.error ? (
            <Failed error={overview.error} onRetry={() => void overview.refetch()} />
          ) : (
            <LoadingLines />
          )}
        </PageBody>
      </>
    )
  const range = rangeOf(search, overview.data)
  return (
    <>
      {head}
      {overview.data.differences > 0 && (
        <PageBody>
          <Alert tone="bad">{t('reports.differ', { count: overview.data.differences })}</Alert>
        </PageBody>
      )}
      <Overview overview={overview.data} range={range} onChoose={(span) => setRange({ ...range, ...span })} />
      <RangeBar range={range} onChange={setRange} />
      <Tabs
        label={t('reports.title')}
        tabs={[
          { name: 'revenue', label: t('reports.revenue'), content: <Revenue range={range} /> },
          { name: 'games', label: t('reports.games'), content: <Games range={range} /> },
          { name: 'money', label: t('reports.money'), content: <Moved range={range} /> },
          { name: 'liabilities', label: t('reports.liabilities'), content: <Liabilities range={range} /> },
          {
            name: 'tax',
            label: t('reports.tax'),
            content: <Tax range={range} basisPoints={overview.data.taxBasisPoints} />,
          },
        ]}
      />
    </>
  )
}

/** When the reports were compared with the ledger. */
function Checked({ checkedAt }: ReportOverview) {
  const { t } = useTranslation()
  if (checkedAt === null) return <Badge>{t('reports.unchecked')}</Badge>
  return (
    <Badge tone="good">
      {t('reports.checked')} <Time value={checkedAt} />
    </Badge>
  )
}

function RangeBar({ range, onChange }: { range: ReportRange; onChange: (range: ReportRange) => void }) {
  const { t } = useTranslation()
  // The address follows a moment after a press, and the next press must not start from the range before it.
  const latest = useRef(range)
  const { from, to, by: period } = range
  useEffect(() => {
    latest.current = { from, to, by: period }
  }, [from, to, period])
  const change = (make: (current: ReportRange) => ReportRange) => {
    latest.current = make(latest.current)
    onChange(latest.current)
  }
  const move = (direction: -1 | 1) => change((current) => moveRange(current, direction))
  useKeys([
    { key: '[', label: t('reports.earlier'), run: () => move(-1) },
    { key: ']', label: t('reports.later'), run: () => move(1) },
    ...reportPeriods.map((by) => ({
      key: by[0] ?? by,
      label: t(`reports.by.${by}`) as string,
      run: () => change((current) => ({ ...current, by })),
    })),
  ])
  const setDay = (name: 'from' | 'to', day: string) => {
    if (day === '') return
    change((current) => {
      const next = { ...current, [name]: day }
      // The other end follows, so that there is always a range.
      return next.from <= next.to ? next : { ...next, from: day, to: day }
    })
  }
  return (
    <div className={styles.bar} role="search" data-quiet-print>
      <IconButton icon={ChevronLeft} label={t('reports.earlier')} onClick={() => move(-1)} />
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className={styles.day}>
          {t(`reports.${name}`)}
          <input type="date" value={range[name]} onChange={({ target }) => setDay(name, target.value)} />
        </label>
      ))}
      <IconButton icon={ChevronRight} label={t('reports.later')} onClick={() => move(1)} />
      <select
        aria-label={t('reports.period')}
        value={range.by}
        onChange={({ target }) => {
          const by = reportPeriods.find((each) => each === target.value)
          if (by) change((current) => ({ ...current, by }))
        }}
      >
        {reportPeriods.map((by) => (
          <option key={by} value={by}>
            {t(`reports.by.${by}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

type ReadCall<Answer> = OfficeCall<{ query: ReportQuery }, Answer, 'read'>

function useReport<Answer>(call: ReadCall<Answer>, query: ReportQuery) {
  const { client } = useOffice()
  return useQuery({
    queryKey: ['reports', call.name, query],
    queryFn: async ({ signal }) => (await client.call(call, { query }, { signal })) as Answer,
    refetchInterval: refreshMs,
  })
}

interface ReportPanelProps<Answer> {
  title: string
  call: ReadCall<Answer>
  query: ReportQuery
  file: OfficeCall
  isEmpty: (answer: Answer) => boolean
  /** Of a table whose columns may be chosen. */
  chooser?: React.ReactNode
  children: (answer: Answer) => React.ReactNode
}

/** A table with its file; while it loads, when it fails, and when there is nothing. */
function ReportPanel<Answer>({
  title,
  call,
  query,
  file,
  isEmpty,
  chooser,
  children,
}: ReportPanelProps<Answer>) {
  const { t } = useTranslation()
  const { code } = useLanguage()
  const may = useMay()
  const report = useReport(call, query)
  return (
    <PageBody>
      <Panel
        title={title}
        isFlush
        aside={
          <div className={styles.panelHead} data-quiet-print>
            {chooser}
            {may(file.permission) && (
              <FileLink address={addressOf(file, { query: { ...query, lang: code } })} icon={Download}>
                {t('list.csv')}
              </FileLink>
            )}
          </div>
        }
      >
        {report.data ? (
          isEmpty(report.data) ? (
            <Empty icon={ChartLine} title={t('reports.empty')} text={t('reports.emptyText')} />
          ) : (
            children(report.data)
          )
        ) : report.error ? (
          <Failed error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <LoadingLines />
        )}
      </Panel>
    </PageBody>
  )
}

function ColumnChooser<Column extends HouseColumn>({
  all,
  columns,
  onToggle,
}: {
  all: readonly Column[]
  columns: readonly Column[]
  onToggle: (column: Column) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button tone="plain" icon={Columns3}>
          {t('reports.chooseColumns')}
        </Button>
      }
    >
      {all.map((column) => (
        <MenuCheck key={column} isOn={columns.includes(column)} onToggle={() => onToggle(column)}>
          {t(`reports.columns.${column}`)}
        </MenuCheck>
      ))}
    </Menu>
  )
}

/** Periods of the whole house: a picture and a table. */
function House({
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

function Revenue({ range }: { range: ReportRange }) {
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

function Liabilities({ range }: { range: ReportRange }) {
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

function Tax({ range, basisPoints }: { range: ReportRange; basisPoints: number }) {
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

/** What came and went, by kind and over time. */
function Moved({ range }: { range: ReportRange }) {
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

/** Games and sports over the whole range: the ones that earned most first. */
function Games({ range }: { range: ReportRange }) {
  const { t } = useTranslation()
  // Actives of several games or days cannot be added.
  const all = names(betColumns).filter((column) => column !== 'actives')
  const { columns, toggle } = useColumns('games', all, usualGames)
  return (
    <ReportPanel
      title={t('reports.games')}
      call={reportCalls.games}
      query={{ ...range, by: 'range' }}
      file={reportCalls.exportGames}
      isEmpty={({ rows }) => rows.length === 0}
      chooser={<ColumnChooser all={all} columns={columns} onToggle={toggle} />}
    >
      {({ rows }: { rows: GameRow[] }) => (
        <SumsTable
          label={t('reports.games')}
          heads={[
            { name: 'game', label: t('reports.game'), cell: gameName },
            {
              name: 'product',
              label: t('reports.product'),
              cell: ({ product }) => t(`reports.products.${product}`),
            },
          ]}
          columns={columns}
          rows={rows}
          rowKey={({ product, game }) => `${product} ${game}`}
          total={totalOf(rows, all)}
        />
      )}
    </ReportPanel>
  )
}

function totalOf(
  rows: readonly GameRow[],
  columns: readonly BetColumn[],
): Partial<Record<BetColumn, number>> {
  return Object.fromEntries(
    columns.map((column) => [column, rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)]),
  )
}

function gameName({ product, game, name }: GameRow): string {
  if (game === '') return textOr('reports.unknownGame', game)
  return name ?? (product === 'sport' ? textOr(`reports.sports.${game}`, game) : game)
}

/** The text of a key that a newer server may have and this page not. */
function textOr(key: string, other: string): string {
  return i18n.exists(key) ? String(i18n.t(key as never)) : other
}
