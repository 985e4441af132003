/** A seeded random generator (mulberry32), which determines the scenarios that run and their choices. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `from` to `to`, both inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.integer(0, list.length - 1)]
    if (picked === undefined) throw new RangeError('the list is empty')
    return picked
  }

  /** True with this probability, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, rank: this.next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ item }) => item)
  }

  /** A separate generator for a concurrent part of the work, so that the parts do not affect each other's numbers. */
  fork(): Random {
    return new Random(this.integer(0, 2 ** 31))
  }
}
