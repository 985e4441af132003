import ownBrand from '#brand/brand.json' with { type: 'json' }
import { languages } from '#contract/languages.ts'
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
import type { OfficeCall } from '#contract/office/officeCall.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'
import {
  readBrands,
  readGames,
  readMoney,
  readRevenue,
  readTotals,
  type DayRange,
  type OfBrand,
} from '../../domain/reports/revenue.ts'
import { taxRateOn, taxRatesOf } from '../../domain/reports/tax.ts'
import { bringerSql } from '../../domain/play/gameCatalogue.ts'
import { readToday, shiftDay } from '../../time/days.ts'
import { officeFile } from '../endpoints/officeFile.ts'
import type { CsvColumn, ListInput } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { presentGame, presentHouse, presentMoney } from '../presenters/reports.ts'
import { columnTitle, reportTitles } from '../texts/reportTitles.ts'

export function registerReports(office: Office): void {
  const { deps } = office
  const query = { query: schema.query }
  officeRead(office, reportCalls.overview, { query: schema.overviewQuery }, ({ query: asked }) =>
    overview(office, asked),
  )
  officeRead(office, reportCalls.house, query, async ({ query: asked }) => {
    const [rows, total] = await Promise.all([
      houseRows(office, asked),
      readTotals(deps.db, asked, taxRatesOf(deps), asked),
    ])
    return { rows, total: presentHouse(total, null) }
  })
  officeRead(office, reportCalls.games, query, async ({ query: asked, caller }) => ({
    rows: await gameRows(office, asked, caller.language),
  }))
  officeRead(office, reportCalls.money, query, async ({ query: asked }) => ({
    rows: await moneyRows(office, asked),
  }))

  reportFile(office, reportCalls.exportHouse, {
    read: (asked) => houseRows(office, asked),
    columns: sums<HouseRow>(houseColumns),
  })
  reportFile(office, reportCalls.exportGames, {
    read: (asked, { caller }) => gameRows(office, asked, caller.language),
    columns: [
      { title: reportTitles.product, value: ({ product }) => product },
      { title: reportTitles.game, value: ({ game }) => game },
      { title: reportTitles.name, value: ({ name }) => name },
      { title: reportTitles.provider, value: ({ provider }) => provider },
      ...sums<GameRow>(betColumns),
    ],
  })
  reportFile(office, reportCalls.exportMoney, {
    read: (asked) => moneyRows(office, asked),
    columns: [
      { title: reportTitles.kind, value: ({ kind }) => kind },
      { title: reportTitles.detail, value: ({ detail }) => detail },
      { title: reportTitles.count, value: ({ count }) => count },
      { title: reportTitles.amount, value: ({ cents }) => cents, kind: 'cents' },
    ],
  })
}

/** A file with the rows of each brand for itself, or of the one that is asked for. */
function reportFile<Row extends { starts: string }>(
  office: Office,
  call: OfficeCall<{ query: ReportQuery }, string, 'csv'>,
  {
    read,
    columns,
  }: {
    read: (query: ReportQuery, input: ListInput) => Promise<readonly Row[]>
    columns: readonly CsvColumn<Row & OfBrand>[]
  },
): void {
  const { currency } = languages.pt_BR
  officeFile<ReportQuery, Row & OfBrand>(office, call, schema.query, async (asked, input) => {
    const rows: (Row & OfBrand)[] = []
    for (const brand of asked.brand === undefined ? await readBrands(office.deps.db) : [asked.brand])
      for (const row of await read({ ...asked, brand }, input)) rows.push({ ...row, brand })
    return {
      rows,
      columns: [
        { title: reportTitles.starts, value: ({ starts }) => starts },
        { title: reportTitles.brand, value: ({ brand }) => brand ?? null },
        { title: reportTitles.currency, value: () => currency },
        ...columns,
      ],
    }
  })
}

async function houseRows({ deps }: Office, { from, to, by, brand }: ReportQuery): Promise<HouseRow[]> {
  const rates = taxRatesOf(deps)
  if (by === 'range')
    return [
      { starts: from, ...presentHouse(await readTotals(deps.db, { from, to }, rates, { brand }), null) },
    ]
  const rows = await readRevenue(deps.db, { from, to }, by, rates, { brand })
  return rows.map((row) => ({ starts: row.starts, ...presentHouse(row, row.actives) }))
}

async function gameRows({ deps }: Office, asked: ReportQuery, language: OfficeLanguage): Promise<GameRow[]> {
  const [rows, games] = await Promise.all([
    readGames(deps.db, asked, asked.by, asked),
    deps.db.read<{ code: string; name: string | null; provider: string | null }>(
      `select code, coalesce(name ->> $1, name ->> 'pt_BR') as name, ${bringerSql()} as provider from games`,
      [language === 'pt-BR' ? 'pt_BR' : 'en_US'],
    ),
  ])
  const known = new Map(games.map((game) => [game.code, game]))
  return rows.map((row) => presentGame(row, row.product === 'game' ? known.get(row.game) : undefined))
}

async function moneyRows({ deps }: Office, asked: ReportQuery): Promise<MoneyRow[]> {
  return (await readMoney(deps.db, asked, asked.by, asked)).map(presentMoney)
}

async function overview({ deps }: Office, { brand }: OfBrand): Promise<ReportOverview> {
  const { day: today } = await readToday(deps.db, deps.clock.now())
  const brands = await readBrands(deps.db)
  const [check] = await deps.db.read<{ checked_at: Date | null; differences: number }>(
    `select (select checked_at from report_position) as checked_at,
       (select count(*) from report_differences) as differences`,
  )
  return {
    brands: brands.map((id) => ({ id, name: id === ownBrand.id ? ownBrand.name : id })),
    today,
    spans: await Promise.all(spansOf(today).map((span) => readSpan(deps, span, { brand }))),
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

async function readSpan(
  deps: Office['deps'],
  { name, current, before }: Span,
  brand: OfBrand,
): Promise<ReportSpan> {
  const read = async (range: DayRange) => {
    const isDay = range.from === range.to
    const [row] = isDay ? await readRevenue(deps.db, range, 'day', taxRatesOf(deps), brand) : []
    return row
      ? presentHouse(row, row.actives)
      : presentHouse(await readTotals(deps.db, range, taxRatesOf(deps), brand), null)
  }
  const [now, then] = await Promise.all([read(current), read(before)])
  return { name, ...current, current: now, before: then }
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
