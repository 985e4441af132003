import { reportPeriods, type ReportOverview, type ReportPeriod } from '#contract/office/reports.ts'

export interface ReportRange {
  from: string
  to: string
  by: ReportPeriod
  /** Of which brand; all if it is left out. */
  brand?: string | undefined
}

/** How old a report on the screen may be, in ms: the server brings them up to date every ten seconds. */
export const refreshMs = 60_000

const dayMs = 86_400_000
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** The day `count` days after `day`, YYYY-MM-DD. */
function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** How many days are from `from` to `to`, both included. */
function daysOf({ from, to }: Pick<ReportRange, 'from' | 'to'>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The brand in the address. */
export function brandOf(search: URLSearchParams): string | undefined {
  return search.get('brand') ?? undefined
}

/** The range in the address; the last thirty days where it has none. */
export function rangeOf(search: URLSearchParams, { today }: Pick<ReportOverview, 'today'>): ReportRange {
  const [from, to] = [search.get('from'), search.get('to')]
  const by = reportPeriods.find((each) => each === search.get('by')) ?? 'day'
  const brand = brandOf(search)
  return isDay(from) && isDay(to)
    ? { from, to, by, brand }
    : { from: shiftDay(today, -29), to: today, by, brand }
}

/** The range before it, or after it, of the same length. */
export function moveRange(range: ReportRange, direction: -1 | 1): ReportRange {
  const days = daysOf(range) * direction
  return { ...range, from: shiftDay(range.from, days), to: shiftDay(range.to, days) }
}

/** By how much `now` is more than `before`, as a fraction; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / Math.abs(before)
}
