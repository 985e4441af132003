/** Standard normal deviate of 0.1 % on one side. */
const z001 = 3.0902

/** A mean deviates by more than this many standard errors once in a thousand runs. */
export const zBound = 3.2905

/** Lower and upper 0.1 % points of chi-square (Wilson-Hilferty). */
export function chiSquareBounds(degrees: number): [low: number, high: number] {
  const h = 2 / (9 * degrees)
  const at = (z: number) => degrees * Math.max(0, 1 - h + z * Math.sqrt(h)) ** 3
  return [at(-z001), at(z001)]
}

export function inBounds(value: number, [low, high]: [low: number, high: number]): boolean {
  return value >= low && value <= high
}

/** The value below which `share` of the sorted values lie. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}
