/** The bound that the ratio must meet, or our own value (the median). */
type Goal = { atMost: number } | { atLeast: number } | { valueAtMost: number } | { valueAtLeast: number }

/**
 * Compares two implementations on a noisy machine: they are measured alternately in one run, and the result is the
 * median of the pairwise ratios. Raw values are kept.
 */
export interface Comparison {
  name: string
  unit: string
  goal: Goal
  ours: number[]
  peer: number[]
  peerName: string
  ratio: number
  /** Further measurements, one line each. */
  notes?: string[]
}

/** Measures ours and the peer `pairs` times each, alternating which one goes first. */
export async function compare(
  about: Pick<Comparison, 'name' | 'unit' | 'goal' | 'peerName'>,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
  pairs = 5,
): Promise<Comparison> {
  const result: Comparison = { ...about, ours: [], peer: [], ratio: 0 }
  // One warm-up of each: caches, connections, compilation.
  await ours()
  await peer()
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) result.ours.push(await ours())
    result.peer.push(await peer())
    if (pair % 2 === 1) result.ours.push(await ours())
  }
  result.ratio = median(result.ours.map((value, index) => value / (result.peer[index] ?? NaN)))
  return result
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

export function meetsGoal({ ours, ratio, goal }: Comparison): boolean {
  if ('atMost' in goal) return ratio <= goal.atMost
  if ('atLeast' in goal) return ratio >= goal.atLeast
  return 'valueAtMost' in goal ? median(ours) <= goal.valueAtMost : median(ours) >= goal.valueAtLeast
}

/** The goal as a cell of the report. */
export function goalText({ goal, unit }: Comparison): string {
  if ('atMost' in goal) return `<= ${goal.atMost}`
  if ('atLeast' in goal) return `>= ${goal.atLeast}`
  return 'valueAtMost' in goal ? `<= ${goal.valueAtMost} ${unit}` : `>= ${goal.valueAtLeast} ${unit}`
}
