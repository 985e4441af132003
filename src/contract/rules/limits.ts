/** Limits that players set for themselves, and when they apply (docs/product.md, "Responsible play"). */

export const limitKinds = ['deposit', 'loss', 'time'] as const
/** Deposit and loss are in cents, time in minutes. */
export type LimitKind = (typeof limitKinds)[number]

export const limitPeriods = ['day', 'week', 'month'] as const
/** Calendar day, week from Monday, calendar month, in Brasília. */
export type LimitPeriod = (typeof limitPeriods)[number]

/** Days of a time-out. */
export const TIME_OUT_MIN_DAYS = 1
export const TIME_OUT_MAX_DAYS = 42
/** Months of a self-exclusion; it cannot be shortened. */
export const EXCLUSION_MIN_MONTHS = 6
export const EXCLUSION_MAX_MONTHS = 120
/** Minutes between two reality checks. */
export const REALITY_CHECK_MIN = 30
export const REALITY_CHECK_MAX = 60

/** How long a raised or removed limit waits, in ms. */
const RAISE_DELAY_MS = 24 * 3_600_000

/** A stored limit: `amount` null means no limit; `next` replaces it from `from` on. */
export interface KeptLimit {
  amount: number | null
  next: { amount: number | null; from: Date } | null
}

export const noLimit: KeptLimit = { amount: null, next: null }

/** The limit that applies at `now`, with a due change applied. */
export function currentLimit(kept: KeptLimit, now: Date): KeptLimit {
  return kept.next && kept.next.from <= now ? { amount: kept.next.amount, next: null } : kept
}

/**
 * The limit after a request: a first or lower one applies at once, a higher one or none after 24 hours; a
 * new request replaces one that waits.
 */
export function changedLimit(kept: KeptLimit, wish: number | null, now: Date): KeptLimit {
  const { amount } = currentLimit(kept, now)
  const isLower = wish !== null && (amount === null || wish < amount)
  if (isLower || wish === amount) return { amount: wish, next: null }
  return { amount, next: { amount: wish, from: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

/** Whether `used` plus `more` exceeds the limit. */
export function exceeds(limit: number | null, used: number, more: number): boolean {
  return limit !== null && used + more > limit
}

/** End of a time-out; never before the end of a running pause. */
export function timeOutEnd(held: Date | null, days: number, now: Date): Date {
  return later(held, new Date(now.getTime() + days * 86_400_000))
}

/** End of a self-exclusion; never before the end of a running pause. */
export function exclusionEnd(held: Date | null, months: number, now: Date): Date {
  const end = new Date(now)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + months)
  // Six months after 31 August would overflow into early March: it ends on the first of that month, never sooner.
  if (end.getUTCDate() !== day) end.setUTCDate(1)
  return later(held, end)
}

function later(held: Date | null, end: Date): Date {
  return held && held > end ? held : end
}
