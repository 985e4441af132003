import { makeObservable, observableRef, runInAction } from 'mobx'
import { afterFrame } from './afterFrame.ts'

/**
 * The round that each row of a field shows. A round that has ended turns the field row by row, one a frame, outwards
 * from the row that ended it: a wave for the eye, and never more than a slow phone draws in one frame.
 */
export class FieldRows<Round> {
  private readonly rows: FieldRow<Round>[]
  /** The round to which the rows are being turned. */
  private target: Round | null = null

  constructor(count: number) {
    this.rows = Array.from({ length: count }, () => new FieldRow<Round>())
  }

  at(row: number): Round | null {
    return this.rows[row]?.round ?? null
  }

  /** All rows at once: nothing, or a round that is open, in which few tiles change. */
  show(round: Round | null): void {
    this.target = round
    runInAction(() => this.rows.forEach((row) => (row.round = round)))
  }

  /** The row `first` at once, the others in the frames that follow, unless something else is shown by then. */
  async turn(round: Round, first: number): Promise<void> {
    this.target = round
    const distance = (row: number) => Math.abs(row - first)
    const order = this.rows.map((_, row) => row).sort((a, b) => distance(a) - distance(b))
    for (const at of order) {
      if (at !== order[0]) await afterFrame()
      if (this.target !== round) return
      runInAction(() => {
        const row = this.rows[at]
        if (row) row.round = round
      })
    }
  }
}

/** Of its own, so that a change draws this row and no other. */
class FieldRow<Round> {
  round: Round | null = null

  constructor() {
    makeObservable(this, { round: observableRef })
  }
}
