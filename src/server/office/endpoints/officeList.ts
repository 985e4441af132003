import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { houseDay, houseIso } from '#contract/houseTime.ts'
import {
  defaultPerPage,
  largestOffset,
  largestPerPage,
  type ListPage,
  type ListQuery,
} from '#contract/office/list.ts'
import type { OfficeCall, OfficeListCall } from '#contract/office/officeCall.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'
import type { Reader, SqlValue } from '../../db/client.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import type { Office, OfficeCaller } from './office.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import { actorOf } from './actor.ts'
import { parse } from './parse.ts'
import { callerOf, officeRoute } from './route.ts'

/** Where the rows of a list come from. All SQL is constant: values are parameters. */
export interface ListSource<DbRow extends object, Row, Filter extends object, Sort extends string> {
  /** The checked filter: every field optional, as text from the address. */
  filter: z.ZodType<Filter>
  /** `select … from …` without conditions; `parameters` are its `$1`, `$2` … */
  select: string
  parameters?(input: ListInput): SqlValue[]
  /**
   * `from …` with the tables of the conditions and sorts only. Later pages then find their ids in these, so that the rows
   * before them are skipped without their joins.
   */
  narrow?: string
  /**
   * Of a `select` that unites tables: `tables` are its parts, `of` makes it of them. A page then takes what it needs of each
   * table along its own index; all of them together would be sorted whole.
   */
  union?: { tables: readonly string[]; of(rows: string): string }
  /** The conditions of a filter; `value` adds a parameter and returns its placeholder. */
  conditions(filter: Filter, value: (parameter: SqlValue) => string, input: ListInput): string[]
  /**
   * Filters that have an index in the order of the first sort, each with all of its fields: whatever their values are, one
   * plan is right for them.
   */
  indexed?: readonly (readonly (keyof Filter)[])[]
  /** Expression of each sort. Each needs an index together with `id`. */
  sorts: Record<Sort, string>
  /** A unique column of the rows: it orders equal ones, and a file is read along it. */
  id: string
  /** The value of that column. */
  idOf(row: DbRow): SqlValue
  /**
   * Adds what other tables say about the rows of a page. Where players are spread over nodes, no statement joins their tables with
   * one that is not kept beside them.
   */
  complete?(db: Reader, rows: DbRow[]): Promise<DbRow[]>
  present(row: DbRow, input: ListInput): Row
}

export interface ListInput {
  now: Date
  staff: OfficePerson
  caller: OfficeCaller
}

/** Registers a list with pages, sorts and filters from the address. */
export function officeList<DbRow extends object, Row, Filter extends object, Sort extends string>(
  office: Office,
  call: OfficeListCall<Row, Filter, Sort>,
  source: ListSource<DbRow, Row, Filter, Sort>,
): void {
  const shape = z.object({
    page: z.coerce.number().int().min(1).default(1),
    perPage: z.coerce.number().int().min(1).max(largestPerPage).default(defaultPerPage),
    sort: z.enum(call.sorts).optional(),
    order: z.enum(['asc', 'desc']).default(call.order),
  })
  const read = async (request: FastifyRequest): Promise<ListPage<Row>> => {
    const input = listInput(office, request)
    const { language } = input.caller
    const { page, perPage, sort, order } = parse(shape, request.query, language)
    const filter = filterOf(source, request.query, language)
    const offset = (page - 1) * perPage
    if (offset > largestOffset) throw new OfficeRefusal('tooFar', { field: 'page' })
    const sortBy = source.sorts[(sort ?? call.sorts[0]) as Sort]
    const by = sortBy === source.id ? `${source.id} ${order}` : `${sortBy} ${order}, ${source.id} ${order}`
    const ids = offset > 0 && source.narrow !== undefined ? `select ${source.id} ${source.narrow}` : undefined
    const { text, where, values, value } = statement(source, filter, input, [], ids)
    // PostgreSQL plans a statement with an unknown limit anew for each call. Of the first page of everything, and of filters
    // that have an index in the list's order, every plan is the same: with constants it is made once.
    const isPlannedOnce =
      page === 1 &&
      perPage === defaultPerPage &&
      (values.length === (source.parameters?.(input).length ?? 0) ||
        (sortBy === source.sorts[call.sorts[0] as Sort] && isIndexed(source, filter)))
    const number = (count: number) => (isPlannedOnce ? `${count}` : value(count))
    const range = `order by ${by} limit ${number(perPage + 1)} offset ${number(offset)}`
    const united = source.union?.tables
      .map(
        (table) =>
          `(select * from (${table}) part${where} order by ${by} limit ${number(offset + perPage + 1)})`,
      )
      .join(' union all ')
    const rows = await office.deps.db.read<DbRow>(
      source.union && united !== undefined
        ? `${source.union.of(united)} ${range}`
        : ids === undefined
          ? `${text} ${range}`
          : `${source.select} where ${source.id} in (${text} ${range}) order by ${by}`,
      values,
    )
    const shown = await completed(source, office.deps.db, rows.slice(0, perPage))
    return {
      data: shown.map((row) => source.present(row, input)),
      hasNext: rows.length > perPage,
    }
  }
  officeRoute(office, call, read, { isRead: true })
}

async function completed<DbRow extends object>(
  { complete }: { complete?: (db: Reader, rows: DbRow[]) => Promise<DbRow[]> },
  db: Reader,
  rows: DbRow[],
): Promise<DbRow[]> {
  return complete && rows.length > 0 ? complete(db, rows) : rows
}

/** Whether the fields that are given are those of one of the indexes. */
function isIndexed<Filter extends object>(
  { indexed = [] }: { indexed?: readonly (readonly (keyof Filter)[])[] },
  filter: Filter,
): boolean {
  const given = Object.entries(filter).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  return indexed.some(
    (fields) => fields.length === given.length && fields.every((field) => given.includes(String(field))),
  )
}

/** How a value of a file is written: cents as an amount with two decimals, a time in that of the house with its offset. */
type CsvKind = 'text' | 'cents' | 'time'

export interface CsvColumn<Row> {
  title: Record<OfficeLanguage, string>
  /** A `time` is ISO 8601. */
  value(row: Row): string | number | null
  /** Text unless given. */
  kind?: CsvKind | ((row: Row) => CsvKind)
}

/** How long a file may take to be sent: it breaks off then, and is never short without a sign. */
const csvMs = 10 * 60_000
/** Rows that are read at a time for a file. */
const csvBatch = 1_000

/**
 * Registers the same list as a file: all rows of the filter, in the order of their ids. The reader's language decides the
 * separators. Its row in the audit is committed before the first row is sent.
 */
export function officeCsv<DbRow extends object, Row, Filter extends object, Sort extends string>(
  office: Office,
  call: OfficeCall<{ query: ListQuery<Sort> & Filter }, string, 'csv'>,
  source: ListSource<DbRow, Row, Filter, Sort>,
  columns: readonly CsvColumn<Row>[],
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = listInput(office, request)
    const { language } = input.caller
    const filter = filterOf(source, request.query, language)
    await writeAudit(office.deps.db, {
      at: input.now,
      actor: actorOf(input.caller, input.staff),
      action: call.name,
      subject: null,
      after: { filter },
    })
    const file = stringify({
      bom: true,
      header: true,
      delimiter: language === 'pt-BR' ? ';' : ',',
      columns: columns.map(({ title }, index) => ({ key: String(index), header: title[language] })),
    })
    pipeline(Readable.from(csvRows(office.deps.db, source, filter, input, columns)), file, (error) => {
      if (error) request.log.error(error, 'a file of a list broke off')
    })
    const noun = call.name.split('.')[0] ?? 'list'
    const day = houseDay(input.now)
    return reply
      .header('Content-Disposition', `attachment; filename="${noun}-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(file)
  }
  officeRoute(office, call, send, { handlerTimeout: csvMs })
}

async function* csvRows<DbRow extends object, Row, Filter extends object, Sort extends string>(
  db: Reader,
  source: ListSource<DbRow, Row, Filter, Sort>,
  filter: Filter,
  input: ListInput,
  columns: readonly CsvColumn<Row>[],
): AsyncGenerator<Record<string, string | number>> {
  const { language } = input.caller
  let last: DbRow | undefined
  for (;;) {
    const after = last
    const { text, values, value } = statement(source, filter, input, [
      ...(after === undefined ? [] : [(add: Add) => `${source.id} > ${add(source.idOf(after))}`]),
    ])
    const rows = await db.read<DbRow>(`${text} order by ${source.id} limit ${value(csvBatch)}`, values)
    for (const dbRow of await completed(source, db, rows)) {
      const row = source.present(dbRow, input)
      yield Object.fromEntries(columns.map((column, index) => [String(index), cellOf(column, row, language)]))
    }
    last = rows.at(-1)
    if (rows.length < csvBatch) return
  }
}

/** How a text begins that a spreadsheet takes for a formula. An amount below zero is a number. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A column of a row, as it stands in a file. */
export function cellOf<Row>(column: CsvColumn<Row>, row: Row, language: OfficeLanguage): string | number {
  const value = column.value(row)
  if (value === null) return ''
  const kind = typeof column.kind === 'function' ? column.kind(row) : column.kind
  if (kind === 'time') return houseIso(new Date(value))
  if (kind !== 'cents') return typeof value === 'string' ? value.replace(formula, "'$&") : value
  const amount = (Number(value) / 100).toFixed(2)
  return language === 'pt-BR' ? amount.replace('.', ',') : amount
}

type Add = (parameter: SqlValue) => string

function statement<DbRow extends object, Row, Filter extends object, Sort extends string>(
  source: ListSource<DbRow, Row, Filter, Sort>,
  filter: Filter,
  input: ListInput,
  more: ((add: Add) => string)[],
  select = source.select,
): { text: string; where: string; values: SqlValue[]; value: Add } {
  const values: SqlValue[] = source.parameters?.(input) ?? []
  const value: Add = (parameter) => `$${values.push(parameter)}`
  const conditions = [
    ...source.conditions(filter, value, input),
    ...more.map((condition) => condition(value)),
  ]
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  return { text: `${select}${where}`, where, values, value }
}

/** Empty fields of the address are no filter. */
function filterOf<Filter extends object>(
  source: { filter: z.ZodType<Filter> },
  query: unknown,
  language: OfficeLanguage,
): Filter {
  const given = Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== '')
  return parse(source.filter, Object.fromEntries(given), language)
}

/** Who asks, and when. */
export function listInput(office: Office, request: FastifyRequest): ListInput {
  const session = request.officeSession
  if (!session) throw new OfficeRefusal('notLoggedIn')
  return { now: office.deps.clock.now(), staff: session.person, caller: callerOf(office, request) }
}
