import { Refusal } from '../../errors.ts'
import { howBusyProcessIs } from '../../utilization.ts'

/**
 * The longest rest after a job, in ms: a busy process does about three jobs a second. A low priority is not enough: Linux lets
 * a job finish its slice of about 3 ms before PostgreSQL gets that CPU. With 400 bets beside a flood were not faster.
 */
const longestRestMs = 300

/**
 * A queue that runs CPU-heavy jobs one at a time in this process, so that a flood of them leaves CPU time for
 * players. The returned function throws tooManyCalls at once when `maxWaiting` jobs are waiting. `rest` is awaited
 * between a job and the next one.
 */
export function serialQueue(
  maxWaiting: number,
  rest?: () => Promise<void>,
): <T>(work: () => Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>) => {
    if (waiting >= maxWaiting) throw new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
    waiting++
    const run = previous.then(work, work)
    previous = run.then(noop, noop).then(rest)
    try {
      return await run
    } finally {
      waiting--
    }
  }
}

/**
 * Returns a function that says how long to rest after a job, in ms: the longer, the busier the process was meanwhile, so
 * that a flood leaves the CPU to players.
 */
export function restOfProcess(howBusy = howBusyProcessIs()): () => number {
  return () => longestRestMs * howBusy()
}

function noop(): void {}
