import { makeObservable, observableRef, runInAction } from 'mobx'
import { afterFrame } from './afterFrame.ts'

/**
 * The round that each row of a field shows. When a round ends, the rows turn one per frame, outwards
 * from the row that ended it, which looks like a wave and never exceeds a frame on a slow phone.
 */
export class FieldRows<Round> {
  readonly #rows: FieldRow<Round>[]
  /** The round that the rows are turning to. */
  #target: Round | null = null

  constructor(count: number) {
    this.#rows = Array.from({ length: count }, () => new FieldRow<Round>())
  }

  at(row: number): Round | null {
    return this.#rows[row]?.round ?? null
  }

  /** Sets all rows at once: for no round, or for an open one, in which few tiles change. */
  show(round: Round | null): void {
    this.#target = round
    runInAction(() => this.#rows.forEach((row) => (row.round = round)))
  }

  /** Turns the row `first` at once and the others in the following frames, unless another round is shown by then. */
  async turn(round: Round, first: number): Promise<void> {
    this.#target = round
    const distance = (row: number) => Math.abs(row - first)
    const order = this.#rows.map((_, row) => row).sort((a, b) => distance(a) - distance(b))
    for (const at of order) {
      if (at !== order[0]) await afterFrame()
      if (this.#target !== round) return
      runInAction(() => {
        const row = this.#rows[at]
        if (row) row.round = round
      })
    }
  }
}

/** A separate component, so that a change renders this row only. */
class FieldRow<Round> {
  round: Round | null = null

  constructor() {
    makeObservable(this, { round: observableRef })
  }
}
