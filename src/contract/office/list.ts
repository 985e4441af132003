/** What the address of a list says besides its filters; `sort` is one of the call's sorts. */
export interface ListQuery<Sort extends string = string> {
  /** From 1. */
  page?: number
  /** 25 unless given; 100 at most. */
  perPage?: number
  sort?: Sort
  order?: 'asc' | 'desc'
}

export interface ListPage<Row> {
  data: Row[]
  /** There is no total: counting a million rows takes longer than reading a page of them. */
  hasNext: boolean
}

export const defaultPerPage = 25
export const largestPerPage = 100
/** Rows before a page; beyond it the filter must be narrowed (`tooFar`). */
export const largestOffset = 10_000
