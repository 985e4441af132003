import { availableParallelism } from 'node:os'
import { Refusal } from '../../texts/refusal.ts'
import { howBusyProcessIs } from '../../flow/utilization.ts'

/**
 * The longest rest after a job times the number of CPUs, in ms. The more CPUs, the less often a job is on the one that a bet
 * needs, so the shorter the rest: with two, a busy process does two or three jobs a second. A low priority is not
 * enough: Linux lets a job finish its slice of about 3 ms before PostgreSQL gets that CPU.
 */
const longestRestMs = 800

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
 * Returns a function that says how long to rest after a job, in ms: the longer, the busier the process was meanwhile and
 * the fewer CPUs there are, so that a flood leaves the CPUs to players.
 */
export function restOfProcess(howBusy = howBusyProcessIs(), cpus = availableParallelism()): () => number {
  // With one CPU as with two: a longer rest would make the last one in a queue wait for longer than its call may take.
  const longest = longestRestMs / Math.max(2, cpus)
  return () => longest * howBusy()
}

function noop(): void {}
