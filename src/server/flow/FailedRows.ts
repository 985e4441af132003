/** How long a row whose work has failed is left out at first, in ms: doubled each time, up to longestPauseMs. */
const firstPauseMs = 60_000
const longestPauseMs = 30 * 60_000

interface Failure {
  times: number
  until: number
}

/**
 * The rows of a job whose work has failed in this process. They are left out for a while, so that those behind them come next,
 * however many fail and however few rows one run takes.
 */
class FailedRows {
  readonly #failures = new Map<string, Failure>()

  /** The ids that are left out now, for the job's query. */
  idsAt(now: Date): string[] {
    return [...this.#failures].flatMap(([id, { until }]) => (until > now.getTime() ? [id] : []))
  }

  /** Does the work of every row, also when that of others fails, until `signal` is aborted. Throws what has failed, in the end. */
  async workOff<Row extends { id: string }>(
    rows: readonly Row[],
    { now, signal }: { now: Date; signal: AbortSignal },
    work: (row: Row) => Promise<void>,
  ): Promise<void> {
    const errors: unknown[] = []
    for (const row of rows) {
      if (signal.aborted) break
      try {
        await work(row)
        this.#failures.delete(row.id)
      } catch (error) {
        errors.push(error)
        this.#leaveOut(row.id, now.getTime())
      }
    }
    this.#forget(now.getTime())
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${rows.length} rows failed`)
  }

  #leaveOut(id: string, now: number): void {
    const times = (this.#failures.get(id)?.times ?? 0) + 1
    const pause = Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs)
    this.#failures.set(id, { times, until: now + pause })
  }

  /** Rows that are the job's no more, because another process has worked them off. */
  #forget(now: number): void {
    for (const [id, { until }] of this.#failures) if (until + longestPauseMs < now) this.#failures.delete(id)
  }
}

/** Those of each job. */
export class FailedRowsOfJobs {
  readonly #jobs = new Map<string, FailedRows>()

  of(job: string): FailedRows {
    const known = this.#jobs.get(job)
    if (known) return known
    const failed = new FailedRows()
    this.#jobs.set(job, failed)
    return failed
  }
}
