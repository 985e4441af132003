import { createHmac } from 'node:crypto'
import { floatsFromBlocks } from '#contract/games/fair.ts'

/**
 * Numbers in [0, 1) that depend on the seed and the name only: each call of the answer gives the next one. Drawn as
 * those of the originals are, block by block (contract/games/fair.ts).
 */
export function randomOf(seed: string, name: string): () => number {
  let block = 0
  let ready: number[] = []
  return () => {
    if (ready.length === 0) {
      const digest = createHmac('sha256', seed).update(`${name}:${block++}`).digest()
      ready = floatsFromBlocks([digest]).reverse()
    }
    return ready.pop() as number
  }
}

/** The moments of a Poisson process in [0, 1) that happens `mean` times on average, in order. */
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
