/** The daily rebate: a fraction of yesterday's counted bets, by VIP level (docs/product.md, "Daily rebate"). */
import type { Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'
import { vipRow } from './vip.ts'

/** Fractions of the counted bets (gameEdge.ts) for levels 0 to 12: 0.1 % to 1.0 %. */
export const rebateRates: readonly number[] = [
  0.001, 0.0015, 0.002, 0.0025, 0.003, 0.0035, 0.004, 0.0045, 0.005, 0.0055, 0.006, 0.0065, 0.01,
]

/** How many times a rebate must be staked before it can be withdrawn. */
export const rebateTurnover = 1

/** The fraction of a level; levels outside the table get the nearest one. */
export function rebateRate(level: number): number {
  return rebateRates[vipRow(level).level] ?? 0
}

/** What a day's counted bets (cents) earn, in cents, rounded down. */
export function rebateOf(bets: Cents, level: number): Cents {
  return multiplyDown(bets, rebateRate(level))
}
