/** A probability distribution over whole numbers: `p[i]` is the probability of `from + i`. The sum is 1. */
export interface Distribution {
  from: number
  p: Float64Array
}

/** The values that one score can have, with their probabilities: 2 points in 55 of 100 baskets. */
export type PointValues = readonly (readonly [points: number, probability: number])[]

/** Probability that is cut off at the far end before the rest is scaled to 1. */
const tail = 1e-13

/** The distribution of a number that is always `value`. */
export function certain(value: number): Distribution {
  return { from: value, p: Float64Array.of(1) }
}

/**
 * The points of a Poisson number of scores with these values, by Panjer's recursion: g(0) = exp(-mean), g(k)
 * = mean / k x sum of j f(j) g(k - j).
 */
export function compoundPoisson(mean: number, values: PointValues): Distribution {
  if (mean <= 0) return certain(0)
  const weights = values.map(([points, probability]) => points * probability)
  const average = weights.reduce((total, weight) => total + weight, 0)
  // A bound for the loop: rounding may keep the sum from ever reaching 1 - tail.
  const highest = Math.ceil((mean + 12 * Math.sqrt(mean) + 12) * Math.max(average, largest(values)))
  const all = new Float64Array(highest + 1)
  let sum = (all[0] = Math.exp(-mean))
  let count = 1
  for (; count <= highest && (1 - sum > tail || count < mean * average); count++) {
    let value = 0
    for (let i = 0; i < weights.length; i++) {
      const points = (values[i] as PointValues[number])[0]
      if (points <= count) value += (weights[i] as number) * (all[count - points] as number)
    }
    value *= mean / count
    all[count] = value
    sum += value
  }
  // Leaving out the leading near-zero probabilities makes later steps faster.
  let from = 0
  while ((all[from] as number) <= tail * 1e-3) from++
  const p = all.subarray(from, count)
  for (let i = 0; i < p.length; i++) p[i]! /= sum
  return { from, p }
}

/**
 * The number of events whose rate has a gamma distribution of this shape, with the mean `mean`: g(k) = g(k - 1) x
 * (shape + k - 1) / k x mean / (shape + mean).
 */
export function negativeBinomial(mean: number, shape: number): Distribution {
  if (mean <= 0) return certain(0)
  const ratio = mean / (shape + mean)
  const p = [(1 - ratio) ** shape]
  let sum = p[0] as number
  for (let k = 1; 1 - sum > tail && k < mean + 40 * Math.sqrt(mean) + 40; k++) {
    p.push(((p[k - 1] as number) * (shape + k - 1) * ratio) / k)
    sum += p[k] as number
  }
  return { from: 0, p: Float64Array.from(p, (value) => value / sum) }
}

/** The points of so many attempts, each of which scores with this probability. */
export function manyOf(attempts: number, chance: number, values: PointValues): Distribution {
  if (chance <= 0) return certain(0)
  const most = largest(values)
  let p = Float64Array.of(1)
  for (let i = 0; i < attempts; i++) {
    const next = new Float64Array(p.length + most)
    for (let at = 0; at < p.length; at++) {
      const before = p[at] as number
      next[at]! += before * (1 - chance)
      for (const [points, probability] of values) next[at + points]! += before * chance * probability
    }
    p = next
  }
  return trimmed({ from: 0, p })
}

/** Without the ends that hardly ever happen, scaled to 1 again: later steps are faster. */
function trimmed({ from, p }: Distribution): Distribution {
  const first = Math.max(
    0,
    p.findIndex((value) => value > tail),
  )
  const kept = p.subarray(first, p.findLastIndex((value) => value > tail) + 1)
  const sum = kept.reduce((total, value) => total + value, 0)
  return { from: from + first, p: kept.map((value) => value / sum) }
}

/** The distribution of the sum of two independent numbers. */
export function sumOf(a: Distribution, b: Distribution): Distribution {
  const p = new Float64Array(a.p.length + b.p.length - 1)
  for (let i = 0; i < a.p.length; i++) {
    const weight = a.p[i] as number
    if (weight > 0) for (let j = 0; j < b.p.length; j++) p[i + j]! += weight * (b.p[j] as number)
  }
  return { from: a.from + b.from, p }
}

/** The distribution of a - b, for independent numbers. */
export function differenceOf(a: Distribution, b: Distribution): Distribution {
  return sumOf(a, mirrored(b))
}

/** The distribution of -a. */
export function mirrored({ from, p }: Distribution): Distribution {
  return { from: 1 - from - p.length, p: p.toReversed() }
}

/** The smallest value m with P(number <= m) >= 1/2. */
export function medianOf({ from, p }: Distribution): number {
  let sum = 0
  for (let i = 0; i < p.length; i++) {
    sum += p[i] as number
    if (sum >= 0.5) return from + i
  }
  return from + p.length - 1
}

/** The distribution of numbers with their probabilities, in any order; equal numbers are added up. */
export function distributionOf(
  values: Iterable<readonly [value: number, probability: number]>,
): Distribution {
  const sums = new Map<number, number>()
  for (const [value, probability] of values) sums.set(value, (sums.get(value) ?? 0) + probability)
  const from = Math.min(...sums.keys())
  const p = new Float64Array(Math.max(...sums.keys()) - from + 1)
  for (const [value, probability] of sums) p[value - from] = probability
  return { from, p }
}

/** The distribution of a number that has one of these distributions, each with its probability. */
export function mixtureOf(
  parts: readonly (readonly [distribution: Distribution, probability: number])[],
): Distribution {
  const from = Math.min(...parts.map(([each]) => each.from))
  const end = Math.max(...parts.map(([each]) => each.from + each.p.length))
  const p = new Float64Array(end - from)
  for (const [each, probability] of parts)
    for (let i = 0; i < each.p.length; i++) p[each.from - from + i]! += probability * (each.p[i] as number)
  return { from, p }
}

function largest(values: PointValues): number {
  return Math.max(...values.map(([points]) => points))
}
