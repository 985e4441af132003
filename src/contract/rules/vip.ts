/** VIP levels 0 to 12 (docs/product.md, "VIP levels"). Amounts in cents. */
import { cents, max, min, subtract, ZERO, type Cents } from '../money.ts'

export interface VipLevel {
  level: number
  /** c1: paid on reaching the level (award type 14). */
  promotionBonus: Cents
  /** c2: sum of deposits that the level requires. */
  depositSum: Cents
  /** c3: sum of bets that the level requires. */
  betSum: Cents
  /** c4 */
  withdrawalsPerDay: number
  /** c5 as a fraction: 0.03 is 3 %. */
  withdrawalFee: number
}

function row(level: number, c1: number, c2: number, c3: number, c4: number, c5: number): VipLevel {
  return {
    level,
    promotionBonus: cents(c1 * 100),
    depositSum: cents(c2 * 100),
    betSum: cents(c3 * 100),
    withdrawalsPerDay: c4,
    withdrawalFee: c5 / 100,
  }
}

const entry = row(0, 0, 0, 0, 1, 3)

/** Level 0 requires nothing. */
export const vipTable: readonly VipLevel[] = [
  entry,
  row(1, 5, 100, 400, 1, 2.5),
  row(2, 25, 500, 3_000, 1, 2),
  row(3, 50, 1_000, 6_000, 1, 1.5),
  row(4, 100, 2_000, 15_000, 1, 1),
  row(5, 250, 5_000, 40_000, 2, 0.5),
  row(6, 500, 10_000, 80_000, 2, 0),
  row(7, 2_500, 50_000, 400_000, 2, 0),
  row(8, 10_000, 200_000, 1_600_000, 2, 0),
  row(9, 25_000, 500_000, 3_000_000, 3, 0),
  row(10, 75_000, 1_500_000, 6_000_000, 3, 0),
  row(11, 250_000, 5_000_000, 20_000_000, 3, 0),
  row(12, 500_000, 10_000_000, 40_000_000, 5, 0),
]

export const VIP_MAX_LEVEL = vipTable.length - 1

/** A player who reaches this level, or a higher one, finds a gift; below, it would cost more than the bets of a level bring. */
export const GIFT_FROM_LEVEL = 4

/** From this level on a player may withdraw to USDT (`lx` 20), where the jurisdiction allows crypto. */
export const USDT_FROM_LEVEL = 3

/** Levels above this one have the picture of level 0. */
const LAST_IMAGE = 23

/** The row of a level; levels outside the table get the nearest row. */
export function vipRow(level: number): VipLevel {
  const index = Math.min(Math.max(Math.trunc(level) || 0, 0), VIP_MAX_LEVEL)
  return vipTable[index] ?? entry
}

/** The highest level whose deposit sum and bet sum are both reached. */
export function vipLevelOf(depositSum: Cents, betSum: Cents): number {
  return vipTable.filter((row) => depositSum >= row.depositSum && betSum >= row.betSum).at(-1)?.level ?? 0
}

/**
 * The bet sum, in cents, at which the level of `vipLevelOf` rises while the deposit sum stays; the largest safe
 * integer when more bets reach no higher level.
 */
export function betsOfNextLevel(depositSum: Cents, betSum: Cents): number {
  const sums = vipTable.filter((row) => depositSum >= row.depositSum).map((row) => row.betSum)
  return Math.min(...sums.filter((sum) => sum > betSum), Number.MAX_SAFE_INTEGER)
}

/**
 * The bonus for reaching a level, in cents. `counted` is the sum of counted bets (gameEdge.ts) that no earlier level
 * bonus has used. The full bonus needs as many as the level requires beyond the level before; with fewer it is
 * reduced in proportion, rounded down. `used` is the part of `counted` that this bonus uses up.
 */
export function levelBonus(level: number, counted: Cents): { amount: Cents; used: Cents } {
  const { promotionBonus, betSum } = vipRow(level)
  const step = subtract(betSum, level > 0 ? vipRow(level - 1).betSum : ZERO)
  if (step === ZERO) return { amount: ZERO, used: ZERO }
  const used = min(step, max(ZERO, counted))
  return { amount: cents(Number((BigInt(promotionBonus) * BigInt(used)) / BigInt(step))), used }
}

/** The row of the next level, or null at the top. */
export function nextVip(level: number): VipLevel | null {
  return vipTable[vipRow(level).level + 1] ?? null
}

/** Index of a level's picture: its own up to 23, 0 for anything else. */
export function vipImageIndex(level: number): number {
  return Number.isInteger(level) && level >= 0 && level <= LAST_IMAGE ? level : 0
}
