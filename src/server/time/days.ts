import { dayZone } from '#contract/houseTime.ts'
import type { Reader } from '../db/client.ts'

export { dayZone }

/** A day counts as finished this long after its end, because a transaction may have begun just before midnight. */
const graceMs = 1_000

export interface Today {
  /** YYYY-MM-DD. */
  day: string
  /** The last finished day, YYYY-MM-DD. */
  finished: string
  nextDayAt: Date
}

/** Today's date in Brasília. */
export async function readToday(db: Reader, now: Date): Promise<Today> {
  const [row] = await db.read<{ day: string; finished: string; tomorrow_at: Date }>(
    `select ($1::timestamptz at time zone $3)::date::text as day,
       (($2::timestamptz at time zone $3)::date - 1)::text as finished,
       (($1::timestamptz at time zone $3)::date + 1)::timestamp at time zone $3 as tomorrow_at`,
    [now, new Date(now.getTime() - graceMs), dayZone],
  )
  if (!row) throw new Error('reading the current day returned no row')
  return { day: row.day, finished: row.finished, nextDayAt: row.tomorrow_at }
}

/** The day `count` days after `day`, or before it when `count` is negative. YYYY-MM-DD. */
export function shiftDay(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The day of a moment in Brasília, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: dayZone }).format(moment)
}
