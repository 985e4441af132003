import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { defaultPerPage, largestPerPage, type ListPage } from '#contract/office/list.ts'
import type { OfficeListCall } from '#contract/office/officeCall.ts'
import { officeRoute } from './route.ts'
import type { Office } from './office.ts'
import { languageOf } from './errors.ts'
import { parse } from './parse.ts'

/** Where the rows of a list come from that is no table: the feed, the desk's rules. */
export interface MemorySource<Row, Filter extends object, Sort extends string> {
  filter: z.ZodType<Filter>
  /** All rows of the filter: hundreds, not more. */
  rows(filter: Filter): Promise<Row[]>
  sorts: Record<Sort, (row: Row) => number>
}

/** Registers a list of rows that are in memory, with pages and sorts like any other (officeList.ts). */
export function memoryList<Row, Filter extends object, Sort extends string>(
  office: Office,
  call: OfficeListCall<Row, Filter, Sort>,
  { filter, rows, sorts }: MemorySource<Row, Filter, Sort>,
): void {
  const shape = z.object({
    page: z.coerce.number().int().min(1).default(1),
    perPage: z.coerce.number().int().min(1).max(largestPerPage).default(defaultPerPage),
    sort: z.enum(call.sorts).optional(),
    order: z.enum(['asc', 'desc']).default(call.order),
  })
  const read = async (request: FastifyRequest): Promise<ListPage<Row>> => {
    const language = languageOf(request)
    const { page, perPage, sort, order } = parse(shape, request.query, language)
    const given = Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== '')
    const found = await rows(parse(filter, Object.fromEntries(given), language))
    const valueOf = sorts[(sort ?? call.sorts[0]) as Sort]
    const sign = order === 'asc' ? 1 : -1
    const from = (page - 1) * perPage
    return {
      data: found.toSorted((a, b) => sign * (valueOf(a) - valueOf(b))).slice(from, from + perPage),
      hasNext: found.length > from + perPage,
    }
  }
  officeRoute(office, call, read, { isRead: true })
}
