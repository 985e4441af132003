import { createHmac } from 'node:crypto'
import { floatsFromBlocks } from '#contract/games/fair.ts'

/**
 * A generator of numbers in [0, 1) that depend on seed and name only. Uses the same blocks as the original
 * games (contract/games/fair.ts).
 */
export function randomOf(seed: string, name: string): () => number {
  let block = 0
  let buffered: number[] = []
  return () => {
    if (buffered.length === 0) {
      const digest = createHmac('sha256', seed).update(`${name}:${block++}`).digest()
      buffered = floatsFromBlocks([digest]).reverse()
    }
    return buffered.pop() as number
  }
}

/** The moments in [0, 1) of a Poisson process with `mean` events, in order. */
export function poissonMoments(random: () => number, mean: number): number[] {
  const moments: number[] = []
  if (mean <= 0) return moments
  for (let at = 0; ;) {
    // 1 - u is never 0, so its logarithm is finite.
    at -= Math.log(1 - random()) / mean
    if (at >= 1) return moments
    moments.push(at)
  }
}

/** The moments in [0, 1) of the attacks that score, in order: each does with this probability, at any moment. */
export function attackMoments(random: () => number, attacks: number, chance: number): number[] {
  const moments = Array.from({ length: attacks }, () => (random() < chance ? [random()] : [])).flat()
  return moments.sort((a, b) => a - b)
}
