/** Exact fractions, so that multipliers, returns to player and settlement factors have no floating-point error. */
export interface Rational {
  readonly numerator: bigint
  /** Always positive; the fraction is in lowest terms. */
  readonly denominator: bigint
}

/** Numerator / denominator in lowest terms. Throws RangeError if the denominator is 0. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  let n = BigInt(numerator)
  let d = BigInt(denominator)
  if (d === 0n) throw new RangeError('a fraction needs a denominator')
  if (d < 0n) [n, d] = [-n, -d]
  const common = gcd(n < 0n ? -n : n, d)
  return { numerator: n / common, denominator: d / common }
}

/** A decimal number as the fraction of its shortest notation: 1.91 is 191/100. Throws RangeError if it is not finite. */
export function rationalOf(value: number): Rational {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) throw new RangeError(`not a finite number: ${value}`)
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match
  const power = Number(exponent) - fraction.length
  const digits = BigInt(`${sign}${whole}${fraction}`)
  return power >= 0 ? rational(digits * 10n ** BigInt(power)) : rational(digits, 10n ** BigInt(-power))
}

export function plus(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
}

export function times(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator)
}

/** The greatest integer that is not above the fraction. */
export function floorOf({ numerator, denominator }: Rational): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/** The nearest integer, ties down. */
export function nearestOf({ numerator, denominator }: Rational): bigint {
  return -floorOf(rational(denominator - 2n * numerator, 2n * denominator))
}

/** The nearest number, for the screen only. Numerator and denominator may be above 2^53. */
export function toNumber({ numerator, denominator }: Rational): number {
  const scale = 10n ** 15n
  const whole = numerator / denominator
  return Number(whole) + Number(((numerator - whole * denominator) * scale) / denominator) / Number(scale)
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
