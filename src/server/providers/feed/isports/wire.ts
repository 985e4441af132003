import { z } from 'zod'

/**
 * The answers of the iSports API for football, as it documents them: only what is used. Times are seconds since 1970, days
 * are those of GMT. A score that nobody has counted is 0.
 */

const count = z.number().int().min(0)
const flag = z.union([z.boolean(), z.literal('')]).transform(Boolean)

const told = z.object({
  matchId: z.string().min(1),
  matchTime: z.number(),
  status: z.number().int(),
  homeScore: count,
  awayScore: count,
  homeHalfScore: count,
  awayHalfScore: count,
  homeRed: count,
  awayRed: count,
  homeYellow: count,
  awayYellow: count,
  homeCorner: count,
  awayCorner: count,
  extraExplain: z
    .object({
      minute: z.number(),
      homeScore: count,
      awayScore: count,
      /** 0: no extra time was played. */
      extraTimeStatus: z.number(),
    })
    .optional(),
  /** What the video assistant looks at; empty: nothing. */
  var: z.string().optional(),
})

/** /livescores and /schedule. */
export const matchesSchema = z.array(
  told.extend({
    leagueId: z.string().min(1),
    leagueName: z.string().min(1),
    homeId: z.string().min(1),
    homeName: z.string().min(1),
    awayId: z.string().min(1),
    awayName: z.string().min(1),
    /** When the half that is played began; 0 in a break. */
    halfStartTime: z.number().optional(),
    neutral: flag.optional(),
  }),
)

/** /livescores/changes: those of the last 20 s. */
export const changesSchema = z.array(told.extend({ startTime: z.number().optional() }))

/** /schedule/modify. */
export const modifiedSchema = z.array(
  z.object({ matchId: z.string().min(1), type: z.string(), matchTime: z.number() }),
)

const rows = z.array(z.string()).default([])

/** /odds/main and /odds/main/changes: each row is one text, its fields separated by commas. */
export const oddsSchema = z.object({
  handicap: rows,
  europeOdds: rows,
  overUnder: rows,
  handicapHalf: rows,
  overUnderHalf: rows,
})

/** /odds/inplay. */
export const inplaySchema = z.array(
  z.object({
    matchId: z.string().min(1),
    companyId: z.string(),
    /** 1 handicap, 2 total, 4 winner; 3 all closed, 5 winner, 6 handicap, 7 total closed. */
    type: z.number().int(),
    odds1: z.string(),
    odds2: z.string(),
    odds3: z.string(),
    changeTime: z.number(),
  }),
)

export type WireMatch = z.infer<typeof matchesSchema>[number]
export type WireChange = z.infer<typeof changesSchema>[number]
export type WireModified = z.infer<typeof modifiedSchema>[number]
export type WireInplay = z.infer<typeof inplaySchema>[number]
type WireOdds = z.infer<typeof oddsSchema>

export type BookedKind = 'winner' | 'handicap' | 'total'

/** A price of one bookmaker. */
export interface BookedPrice {
  matchId: string
  companyId: string
  kind: BookedKind
  isHalf: boolean
  /** The goals that the home side gives, or the total; null for a winner. */
  line: number | null
  /** Decimal odds: two, or three for a winner. */
  odds: readonly number[]
  /** In seconds since 1970. */
  changeTime: number
  isClosed: boolean
  /** Odds of play; others are from before the kick-off. */
  isInPlay: boolean
}

/** Where the fields of a row are. */
interface Layout {
  line: number | null
  odds: readonly number[]
  changeTime: number
  closed: readonly number[]
  type: number
  length: number
}

/** Full rows have the first price before the current one. */
const layouts: Record<keyof WireOdds, { full: Layout; change: Layout }> = {
  handicap: {
    full: { line: 5, odds: [6, 7], changeTime: 10, closed: [8, 11], type: 12, length: 13 },
    change: { line: 2, odds: [3, 4], changeTime: 7, closed: [5, 8], type: 9, length: 10 },
  },
  europeOdds: {
    full: { line: null, odds: [5, 6, 7], changeTime: 8, closed: [9], type: 10, length: 11 },
    change: { line: null, odds: [2, 3, 4], changeTime: 5, closed: [6], type: 7, length: 8 },
  },
  overUnder: {
    full: { line: 5, odds: [6, 7], changeTime: 8, closed: [9], type: 10, length: 11 },
    change: { line: 2, odds: [3, 4], changeTime: 5, closed: [6], type: 7, length: 8 },
  },
  handicapHalf: {
    full: { line: 5, odds: [6, 7], changeTime: 8, closed: [], type: 9, length: 10 },
    change: { line: 2, odds: [3, 4], changeTime: 5, closed: [], type: 6, length: 7 },
  },
  overUnderHalf: {
    full: { line: 5, odds: [6, 7], changeTime: 8, closed: [], type: 9, length: 10 },
    change: { line: 2, odds: [3, 4], changeTime: 5, closed: [], type: 6, length: 7 },
  },
}

const kinds: Record<keyof WireOdds, { kind: BookedKind; isHalf: boolean }> = {
  handicap: { kind: 'handicap', isHalf: false },
  europeOdds: { kind: 'winner', isHalf: false },
  overUnder: { kind: 'total', isHalf: false },
  handicapHalf: { kind: 'handicap', isHalf: true },
  overUnderHalf: { kind: 'total', isHalf: true },
}

/** The prices in an answer of /odds/main or /odds/main/changes; rows of another form are left out and counted. */
export function pricesOf(
  answer: WireOdds,
  form: 'full' | 'change',
): { prices: BookedPrice[]; unread: number } {
  const names = Object.keys(layouts) as (keyof WireOdds)[]
  const read = names.flatMap((name) =>
    answer[name].map((row) => priceOfRow(row, kinds[name], layouts[name][form])),
  )
  const prices = read.filter((price) => price !== undefined)
  return { prices, unread: read.length - prices.length }
}

function priceOfRow(
  row: string,
  { kind, isHalf }: { kind: BookedKind; isHalf: boolean },
  layout: Layout,
): BookedPrice | undefined {
  const fields = row.split(',')
  if (fields.length !== layout.length) return undefined
  const [matchId = '', companyId = ''] = fields
  const number = (index: number) => Number(fields[index] === '' ? NaN : fields[index])
  const line = layout.line === null ? null : number(layout.line)
  const odds = layout.odds.map(number).map((price) => decimalOf(kind, price))
  const changeTime = number(layout.changeTime)
  if ([...odds, changeTime, line ?? 0].some((value) => !Number.isFinite(value))) return undefined
  const isClosed = layout.closed.some((index) => fields[index] === 'true')
  return {
    matchId,
    companyId,
    kind,
    isHalf,
    line,
    odds,
    changeTime,
    isClosed,
    isInPlay: fields[layout.type] === '3',
  }
}

/** Handicaps and totals are told as Hong Kong odds, without the stake; winners as decimal odds, whatever the page says. */
function decimalOf(kind: BookedKind, price: number): number {
  return kind === 'winner' ? price : price + 1
}

const inplayKinds: Record<number, BookedKind> = { 1: 'handicap', 2: 'total', 4: 'winner' }
const closedKinds: Record<number, readonly BookedKind[]> = {
  3: ['winner', 'handicap', 'total'],
  5: ['winner'],
  6: ['handicap'],
  7: ['total'],
}

/** A record of /odds/inplay: a price, or the kinds of markets that close. */
export function inplayOf(
  record: WireInplay,
): { price: BookedPrice } | { closes: readonly BookedKind[] } | undefined {
  const { matchId, companyId, type, changeTime } = record
  const closes = closedKinds[type]
  if (closes) return { closes }
  const kind = inplayKinds[type]
  const [one, two, three] = [record.odds1, record.odds2, record.odds3].map(Number) as [number, number, number]
  if (!kind || ![one, two, three].every(Number.isFinite)) return undefined
  const isWinner = kind === 'winner'
  const odds = (isWinner ? [one, two, three] : [one, three]).map((price) => decimalOf(kind, price))
  const price = { matchId, companyId, kind, isHalf: false, line: isWinner ? null : two, odds, changeTime }
  return { price: { ...price, isClosed: false, isInPlay: true } }
}
