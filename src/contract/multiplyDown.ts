import { cents, type Cents } from './money.ts'

/**
 * Value x factor, rounded down to a whole cent. The factor is rounded to `digits` decimals, so that floating-point
 * error never loses a cent. Throws RangeError if it is negative or not finite.
 */
export function multiplyDown(value: Cents, factor: number, digits = 8): Cents {
  if (!Number.isFinite(factor) || factor < 0) throw new RangeError(`not a factor: ${factor}`)
  const scale = 10n ** BigInt(digits)
  const scaled = BigInt(Math.round(factor * Number(scale)))
  return cents(Number((BigInt(value) * scaled) / scale))
}
