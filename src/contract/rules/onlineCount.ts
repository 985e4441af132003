/**
 * The online figure of /home: a multiple of the real count, perhaps plus a random two-digit number. Only with
 * multiplier 1 and no jitter is it a head count. Both belong to the jurisdiction profile.
 */
export interface OnlineCountRule {
  multiplier: number
  /** Whether the random number is added. */
  jitter: boolean
}

/** Smallest and largest random number to be added. */
export const JITTER_MIN = 10
export const JITTER_MAX = 99

/** The displayed count. The caller draws `jitter`, 10 to 99; throws RangeError outside that range. */
export function onlineCount(value: number, jitter: number, rule: OnlineCountRule): number {
  if (!Number.isInteger(jitter) || jitter < JITTER_MIN || jitter > JITTER_MAX)
    throw new RangeError(`not a two-digit number: ${jitter}`)
  return rule.multiplier * value + (rule.jitter ? jitter : 0)
}

/**
 * 950 -> 950, 12,345 -> 12.3 K, 1,250,000 -> 1.2 M: rounded down to one decimal. The view formats the decimal
 * separator.
 */
export function shortCount(value: number): { amount: number; unit: '' | 'K' | 'M' } {
  if (value >= 1e6) return { amount: Math.floor(value / 1e5) / 10, unit: 'M' }
  if (value >= 1e3) return { amount: Math.floor(value / 100) / 10, unit: 'K' }
  return { amount: value, unit: '' }
}
