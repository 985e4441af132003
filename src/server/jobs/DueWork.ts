import type { AppDeps } from '../deps.ts'
import { isDistributed } from '../db/distributed.ts'
import { Gathered } from '../flow/Gathered.ts'
import { commonNow } from '../time/clock.ts'

/**
 * Which jobs have something to do (`Job.due`). Most of those that look every second find nothing: all that begin in one moment
 * ask with one statement, and those with nothing to do need no lease.
 */
export class DueWork {
  readonly #deps: Pick<AppDeps, 'db' | 'clock' | 'log'>
  readonly #conditions: readonly string[]
  /** Constant, so that it is prepared once. */
  readonly #sql: string
  readonly #asking = new Gathered(() => this.#ask(), 0)

  /** `conditions`: of all jobs. */
  constructor(deps: Pick<AppDeps, 'db' | 'clock' | 'log'>, conditions: readonly string[]) {
    this.#deps = deps
    this.#conditions = conditions
    this.#sql = `select array[${conditions.map((each) => `(${each})`).join(', ')}] as found, $1::timestamptz as at`
  }

  /** Whether the condition is met. So it is taken to be where that is not known: then the job looks itself. */
  async isMet(condition: string): Promise<boolean> {
    const found = await this.#asking.add(condition)
    return found?.[this.#conditions.indexOf(condition)] ?? true
  }

  async #ask(): Promise<boolean[] | undefined> {
    const { db, clock, log } = this.#deps
    try {
      // One statement about tables of several nodes would cost more than many.
      if (await isDistributed(db)) return undefined
      const [row] = await db.read<{ found: boolean[] }>(this.#sql, [commonNow(clock)])
      return row?.found
    } catch (error) {
      log.error(error, 'looking for due work failed')
      return undefined
    }
  }
}
