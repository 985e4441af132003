import { createHash, createHmac } from 'node:crypto'
import { floatsSync } from '#contract/games/fair.ts'

/** HMAC-SHA256 from node:crypto, as the server injects it. */
export function nodeBlock(serverSeed: string, message: string): Uint8Array {
  return createHmac('sha256', serverSeed).update(message).digest()
}

/**
 * Draws from a deterministic chain of server seeds, 100 nonces each: `draws` lists of `count` floats.
 * They are the same in every run, so that a statistical test cannot flake.
 */
export function chainDraws(name: string, draws: number, count: number): number[][] {
  const lists: number[][] = []
  let seed = createHash('sha256').update(name).digest('hex')
  while (lists.length < draws) {
    for (let nonce = 0; nonce < 100 && lists.length < draws; nonce++)
      lists.push(floatsSync(seed, name, nonce, count, nodeBlock))
    seed = createHash('sha256').update(seed).digest('hex')
  }
  return lists
}

/** Pearson's statistic of observed counts against expected shares (which sum to 1). */
export function chiSquare(observed: readonly number[], shares: readonly number[]): number {
  const total = observed.reduce((sum, n) => sum + n, 0)
  return observed.reduce((sum, n, i) => {
    const expected = (shares[i] ?? 0) * total
    return sum + (n - expected) ** 2 / expected
  }, 0)
}

/** Upper 0.1 % point of chi-square (Wilson-Hilferty). */
export function critical(degrees: number): number {
  const h = 2 / (9 * degrees)
  return degrees * (1 - h + 3.0902 * Math.sqrt(h)) ** 3
}

export function counts(values: readonly number[], size: number): number[] {
  const list = new Array<number>(size).fill(0)
  for (const value of values) list[value] = (list[value] ?? 0) + 1
  return list
}
