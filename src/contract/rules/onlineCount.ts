/**
 * The online figure of /home (spec §9): a multiple of the real value plus a random two-digit number, shown
 * as K or M. It is not a head count. Multiplier and jitter belong to the jurisdiction profile.
 */
export interface OnlineCountRule {
  multiplier: number
  /** Whether the random number is added. */
  jitter: boolean
}

/** As the spec writes it. */
export const specOnlineCount: OnlineCountRule = { multiplier: 101, jitter: true }
/** The figure as it is: for jurisdictions that ask for a true count. */
export const trueOnlineCount: OnlineCountRule = { multiplier: 1, jitter: false }

/** Smallest and largest random number to be added. */
export const JITTER_MIN = 10
export const JITTER_MAX = 99

/** `jitter` is the random two-digit number, drawn by the caller; RangeError when it has not two digits. */
export function onlineCount(value: number, jitter: number, rule: OnlineCountRule = specOnlineCount): number {
  if (!Number.isInteger(jitter) || jitter < JITTER_MIN || jitter > JITTER_MAX)
    throw new RangeError(`not a two-digit number: ${jitter}`)
  return rule.multiplier * value + (rule.jitter ? jitter : 0)
}

/** 950 -> 950, 12,345 -> 12.3 K, 1,250,000 -> 1.2 M: cut to one decimal. The view writes the decimal separator. */
export function shortCount(value: number): { amount: number; unit: '' | 'K' | 'M' } {
  if (value >= 1e6) return { amount: Math.floor(value / 1e5) / 10, unit: 'M' }
  if (value >= 1e3) return { amount: Math.floor(value / 100) / 10, unit: 'K' }
  return { amount: value, unit: '' }
}
