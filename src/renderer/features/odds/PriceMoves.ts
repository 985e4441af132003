import { makeAutoObservable, observable, runInAction } from 'mobx'
import type { Match } from '#contract/http/sports.ts'

export type PriceMove = 'up' | 'down'

/** How long a change stays marked, in ms. */
const markedMs = 2_400
/** So many marks end in one task; with more of them, the page would miss frames. */
const mostAtOnce = 12
const betweenMs = 16

type Priced = Pick<Match, 'id' | 'markets'>

/**
 * The direction in which a price has changed lately. A mark ends by a timer rather than an animation, so that it also shows
 * with reduced motion.
 */
export class PriceMoves {
  /** By price. */
  readonly #moves = observable.map<string, PriceMove>({}, { deep: false })
  /** By price, in this order: when its mark ends. */
  readonly #ends = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    makeAutoObservable(this, { of: false })
  }

  of(matchId: string, key: string): PriceMove | null {
    return this.#moves.get(idOf(matchId, key)) ?? null
  }

  /** Marks the prices that differ from the match's earlier version. */
  mark(earlier: Priced, match: Priced): void {
    const before = pricesOf(earlier)
    for (const [key, odds] of pricesOf(match)) {
      const last = before.get(key)
      if (last === undefined || last === odds) continue
      const id = idOf(match.id, key)
      this.#moves.set(id, odds > last ? 'up' : 'down')
      // To the end of the order.
      this.#ends.delete(id)
      this.#ends.set(id, performance.now() + markedMs)
    }
    this.schedule()
  }

  private schedule(): void {
    const [first] = this.#ends.values()
    if (first === undefined || this.#timer !== undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        runInAction(() => this.end())
        this.schedule()
      },
      Math.max(betweenMs, first - performance.now()),
    )
  }

  private end(): void {
    for (const [id, end] of [...this.#ends].slice(0, mostAtOnce)) {
      if (end > performance.now()) return
      this.#ends.delete(id)
      this.#moves.delete(id)
    }
  }
}

function idOf(matchId: string, key: string): string {
  return `${matchId} ${key}`
}

function pricesOf({ markets }: Priced): Map<string, number> {
  return new Map(markets.flatMap(({ options }) => options.map(({ key, odds }) => [key, odds] as const)))
}
