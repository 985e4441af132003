import pLimit from 'p-limit'
import { Refusal } from '../texts/refusal.ts'

/** Runs work one at a time and refuses more than `max` at once, the one that runs included. */
export class BoundedQueue {
  readonly #inTurn = pLimit(1)
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Throws tooManyCalls at once, and never runs `work`, when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inTurn.activeCount + this.#inTurn.pendingCount >= this.#max)
      throw new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
    return this.#inTurn(work)
  }
}
