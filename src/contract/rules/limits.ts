/** Limits that players set for themselves, and when they apply (docs/product.md, "Responsible play"). */

export const limitKinds = ['deposit', 'loss', 'time'] as const
/** Deposit and loss are in cents, time in minutes. */
export type LimitKind = (typeof limitKinds)[number]

export const limitPeriods = ['day', 'week', 'month'] as const
/** Calendar day, week from Monday, calendar month, in Brasília. */
export type LimitPeriod = (typeof limitPeriods)[number]

/** Days of which a player sees the own play, today included (docs/product.md, "Own play"). */
export const playPeriods = [7, 30, 90, 365] as const
export type PlayPeriod = (typeof playPeriods)[number]

/** Days of a time-out. */
export const TIME_OUT_MIN_DAYS = 1
export const TIME_OUT_MAX_DAYS = 42
/** Months of a self-exclusion; it cannot be shortened. */
export const EXCLUSION_MIN_MONTHS = 6
export const EXCLUSION_MAX_MONTHS = 120
/**
 * The end of what has none, a self-exclusion or a suspension: PostgreSQL's `infinity` would not be a Date. On the wire it is
 * this time too.
 */
export const withoutEnd = new Date('9999-12-31T00:00:00Z')
export const isWithoutEnd = (end: Date | string): boolean => new Date(end) >= withoutEnd
/** Minutes between two reality checks. */
export const REALITY_CHECK_MIN = 30
export const REALITY_CHECK_MAX = 60

/** How long the limits of an erased account are stored for the person's next one. A pause is stored until its end. */
const KEPT_LIMITS_DAYS = 365

/** Delay before a raised or removed limit applies, in ms. */
const RAISE_DELAY_MS = 24 * 3_600_000

/** A stored limit: `amount` null means no limit; `next` replaces it from `from` on. */
export interface StoredLimit {
  amount: number | null
  next: { amount: number | null; from: Date } | null
}

export const noLimit: StoredLimit = { amount: null, next: null }

/** The limit that applies at `now`, with a due change applied. */
export function currentLimit(stored: StoredLimit, now: Date): StoredLimit {
  return stored.next && stored.next.from <= now ? { amount: stored.next.amount, next: null } : stored
}

/**
 * The limit after a requested change: a first or lower limit applies at once, a higher one or removal after 24
 * hours; a new request replaces a pending one.
 */
export function changedLimit(stored: StoredLimit, requested: number | null, now: Date): StoredLimit {
  const { amount } = currentLimit(stored, now)
  const isLower = requested !== null && (amount === null || requested < amount)
  if (isLower || requested === amount) return { amount: requested, next: null }
  return { amount, next: { amount: requested, from: new Date(now.getTime() + RAISE_DELAY_MS) } }
}

/**
 * The stricter of two limits at `now`. Its pending replacement is never looser than the other limit; of equal limits
 * the one that lasts longer applies.
 */
export function stricterLimit(one: StoredLimit, other: StoredLimit, now: Date): StoredLimit {
  const [a, b] = [currentLimit(one, now), currentLimit(other, now)]
  if (a.amount === b.amount) return staysLonger(a, b) ? a : b
  const isFirst = b.amount === null || (a.amount !== null && a.amount < b.amount)
  const [strict, loose] = isFirst ? [a, b] : [b, a]
  if (!strict.next || loose.amount === null || loose.next) return strict
  if (strict.next.amount !== null && strict.next.amount <= loose.amount) return strict
  return { ...strict, next: { amount: loose.amount, from: strict.next.from } }
}

function staysLonger(a: StoredLimit, b: StoredLimit): boolean {
  return a.next === null || (b.next !== null && a.next.from >= b.next.from)
}

/** Until when the limits of an account that is erased now are stored. */
export function keptLimitsEnd(now: Date): Date {
  return new Date(now.getTime() + KEPT_LIMITS_DAYS * 86_400_000)
}

/** The later of two ends; null stands for none. */
export function laterEnd(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

/** Whether `used` plus `more` exceeds the limit. */
export function exceeds(limit: number | null, used: number, more: number): boolean {
  return limit !== null && used + more > limit
}

/** End of a time-out; never before the end of a current pause. */
export function timeOutEnd(currentEnd: Date | null, days: number, now: Date): Date {
  return later(currentEnd, new Date(now.getTime() + days * 86_400_000))
}

/** End of a self-exclusion; never before the end of a current pause. Null months: it has no end. */
export function exclusionEnd(currentEnd: Date | null, months: number | null, now: Date): Date {
  if (months === null) return withoutEnd
  const end = new Date(now)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + months)
  // Six months after 31 August would overflow into early March: it ends on the first of that month, never sooner.
  if (end.getUTCDate() !== day) end.setUTCDate(1)
  return later(currentEnd, end)
}

function later(currentEnd: Date | null, end: Date): Date {
  return currentEnd && currentEnd > end ? currentEnd : end
}
