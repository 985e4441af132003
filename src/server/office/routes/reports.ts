import {
  houseColumns,
  betColumns,
  reportCalls,
  type GameRow,
  type HouseRow,
  type MoneyRow,
  type ReportColumnKind,
  type ReportOverview,
  type ReportQuery,
  type ReportSpan,
} from '#contract/office/reports.ts'
import * as schema from '#contract/office/reports.schema.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'
import { readGames, readMoney, readRevenue, readTotals, type DayRange } from '../../domain/reports/revenue.ts'
import { taxRateOn, taxRatesOf } from '../../domain/reports/tax.ts'
import { readToday, shiftDay } from '../../time/days.ts'
import { officeFile } from '../endpoints/officeFile.ts'
import type { CsvColumn } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { presentGame, presentHouse, presentMoney } from '../presenters/reports.ts'
import { columnTitle, reportTitles } from '../texts/reportTitles.ts'

export function registerReports(office: Office): void {
  const { deps } = office
  const query = { query: schema.query }
  officeRead(office, reportCalls.overview, {}, () => overview(office))
  officeRead(office, reportCalls.house, query, async ({ query: asked }) => {
    const [rows, total] = await Promise.all([
      houseRows(office, asked),
      readTotals(deps.db, asked, taxRatesOf(deps)),
    ])
    return { rows, total: presentHouse(total, null) }
  })
  officeRead(office, reportCalls.games, query, async ({ query: asked, caller }) => ({
    rows: await gameRows(office, asked, caller.language),
  }))
  officeRead(office, reportCalls.money, query, async ({ query: asked }) => ({
    rows: (await readMoney(deps.db, asked, asked.by)).map(presentMoney),
  }))

  officeFile<ReportQuery, HouseRow>(office, reportCalls.exportHouse, schema.query, async (asked) => ({
    rows: await houseRows(office, asked),
    columns: [starts(), ...sums<HouseRow>(houseColumns)],
  }))
  officeFile<ReportQuery, GameRow>(
    office,
    reportCalls.exportGames,
    schema.query,
    async (asked, { caller }) => ({
      rows: await gameRows(office, asked, caller.language),
      columns: [
        starts(),
        { title: reportTitles.product, value: ({ product }) => product },
        { title: reportTitles.game, value: ({ game }) => game },
        { title: reportTitles.name, value: ({ name }) => name },
        ...sums<GameRow>(betColumns),
      ],
    }),
  )
  officeFile<ReportQuery, MoneyRow>(office, reportCalls.exportMoney, schema.query, async (asked) => ({
    rows: (await readMoney(deps.db, asked, asked.by)).map(presentMoney),
    columns: [
      starts(),
      { title: reportTitles.kind, value: ({ kind }) => kind },
      { title: reportTitles.detail, value: ({ detail }) => detail },
      { title: reportTitles.count, value: ({ count }) => count },
      { title: reportTitles.amount, value: ({ cents }) => cents, kind: 'cents' },
    ],
  }))
}

async function houseRows({ deps }: Office, { from, to, by }: ReportQuery): Promise<HouseRow[]> {
  const rates = taxRatesOf(deps)
  if (by === 'range')
    return [{ starts: from, ...presentHouse(await readTotals(deps.db, { from, to }, rates), null) }]
  const rows = await readRevenue(deps.db, { from, to }, by, rates)
  return rows.map((row) => ({ starts: row.starts, ...presentHouse(row, row.actives) }))
}

async function gameRows({ deps }: Office, asked: ReportQuery, language: OfficeLanguage): Promise<GameRow[]> {
  const [rows, games] = await Promise.all([
    readGames(deps.db, asked, asked.by),
    deps.db.read<{ code: string; name: string | null }>(
      `select code, coalesce(name ->> $1, name ->> 'pt_BR') as name from games`,
      [language === 'pt-BR' ? 'pt_BR' : 'en_US'],
    ),
  ])
  const names = new Map(games.map(({ code, name }) => [code, name]))
  return rows.map((row) => presentGame(row, row.product === 'game' ? (names.get(row.game) ?? null) : null))
}

async function overview({ deps }: Office): Promise<ReportOverview> {
  const { day: today } = await readToday(deps.db, deps.clock.now())
  const [check] = await deps.db.read<{ checked_at: Date | null; differences: number }>(
    `select (select checked_at from report_position) as checked_at,
       (select count(*) from report_differences) as differences`,
  )
  return {
    today,
    spans: await Promise.all(spansOf(today).map((span) => readSpan(deps, span))),
    taxBasisPoints: taxRateOn(taxRatesOf(deps), today),
    checkedAt: check?.checked_at?.toISOString() ?? null,
    differences: check?.differences ?? 0,
  }
}

interface Span {
  name: ReportSpan['name']
  current: DayRange
  before: DayRange
}

/** The month is compared with the same days of the month before, the others with as many days before them. */
function spansOf(today: string): Span[] {
  const days = (count: number, to: string): Omit<Span, 'name'> => ({
    current: { from: shiftDay(to, 1 - count), to },
    before: { from: shiftDay(to, 1 - 2 * count), to: shiftDay(to, -count) },
  })
  const yesterday = shiftDay(today, -1)
  const monthStarts = `${today.slice(0, 8)}01`
  const lastMonthEnds = shiftDay(monthStarts, -1)
  const sameDay = `${lastMonthEnds.slice(0, 8)}${today.slice(8)}`
  return [
    { name: 'today', ...days(1, today) },
    { name: 'yesterday', ...days(1, yesterday) },
    { name: 'last7', ...days(7, today) },
    { name: 'last30', ...days(30, today) },
    {
      name: 'month',
      current: { from: monthStarts, to: today },
      // A shorter month ends before.
      before: {
        from: `${lastMonthEnds.slice(0, 8)}01`,
        to: sameDay < lastMonthEnds ? sameDay : lastMonthEnds,
      },
    },
  ]
}

async function readSpan(deps: Office['deps'], { name, current, before }: Span): Promise<ReportSpan> {
  const read = async (range: DayRange) => {
    const isDay = range.from === range.to
    const [row] = isDay ? await readRevenue(deps.db, range, 'day', taxRatesOf(deps)) : []
    return row
      ? presentHouse(row, row.actives)
      : presentHouse(await readTotals(deps.db, range, taxRatesOf(deps)), null)
  }
  const [now, then] = await Promise.all([read(current), read(before)])
  return { name, ...current, current: now, before: then }
}

function starts<Row extends { starts: string }>(): CsvColumn<Row> {
  return { title: reportTitles.starts, value: (row) => row.starts }
}

function sums<Row extends Partial<Record<string, unknown>>>(
  columns: Record<string, ReportColumnKind>,
): CsvColumn<Row>[] {
  return Object.entries(columns).map(([name, kind]) => ({
    title: columnTitle(name),
    value: (row) => {
      const value = row[name]
      return typeof value === 'number' ? value : null
    },
    kind: kind === 'cents' ? 'cents' : 'text',
  }))
}
