/** Responsible play (PRODUCT.md section 10): what a player may set for themselves, and when it holds. */

export const limitKinds = ['deposit', 'loss', 'time'] as const
/** deposit and loss are cents, time is minutes. */
export type LimitKind = (typeof limitKinds)[number]

export const limitPeriods = ['day', 'week', 'month'] as const
/** Calendar day, week from Monday, calendar month, in Brasília. */
export type LimitPeriod = (typeof limitPeriods)[number]

/** Days of a time-out. */
export const TIME_OUT_MIN_DAYS = 1
export const TIME_OUT_MAX_DAYS = 42
/** Months of a self-exclusion: nobody takes it back before. */
export const EXCLUSION_MIN_MONTHS = 6
export const EXCLUSION_MAX_MONTHS = 120
/** Minutes between two reality checks. */
export const REALITY_CHECK_MIN = 30
export const REALITY_CHECK_MAX = 60

/** A raised or removed limit waits so long, in ms. */
export const RAISE_DELAY_MS = 24 * 3_600_000

/** A limit as it is kept: `amount` null is no limit; `next` takes its place from `from` on. */
export interface KeptLimit {
  amount: number | null
  next: { amount: number | null; from: Date } | null
}

export const noLimit: KeptLimit = { amount: null, next: null }

/** The limit as it holds at `now`: a change whose time has come has happened. */
export function currentLimit(kept: KeptLimit, now: Date): KeptLimit {
  return kept.next && kept.next.from <= now ? { amount: kept.next.amount, next: null } : kept
}

/**
 * What a wish makes of a limit: a first or lower one holds at once, a higher one or none after 24 hours; a
 * new wish takes the place of one that waits.
 */
export function changedLimit(kept: KeptLimit, wish: number | null, now: Date): KeptLimit {
  const { amount } = currentLimit(kept, now)
  const isLower = wish !== null && (amount === null || wish < amount)
  if (isLower || wish === amount) return { amount: wish, next: null }
  return { amount, next: { amount: wish, from: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

/** Whether `more` on top of `used` goes beyond the limit. */
export function exceeds(limit: number | null, used: number, more: number): boolean {
  return limit !== null && used + more > limit
}

/** End of a time-out; never before a pause that already holds. */
export function timeOutEnd(held: Date | null, days: number, now: Date): Date {
  return later(held, new Date(now.getTime() + days * 86_400_000))
}

/** End of a self-exclusion; never before a pause that already holds. */
export function exclusionEnd(held: Date | null, months: number, now: Date): Date {
  const end = new Date(now)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + months)
  // Six months after 31 August is the last day of February, not early March, and never sooner.
  if (end.getUTCDate() !== day) end.setUTCDate(1)
  return later(held, end)
}

function later(held: Date | null, end: Date): Date {
  return held && held > end ? held : end
}
