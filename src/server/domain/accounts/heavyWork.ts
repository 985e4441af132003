import { performance } from 'node:perf_hooks'
import { Refusal } from '../../errors.ts'

/** The longest rest after a job, in ms: about eight times as long as a password takes. */
const longestRestMs = 200
/** From this share of its time that the process is busy, it rests the longest. */
const busyShare = 0.2

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

/** How busy this process has been since it was last asked, from 0 to 1. */
function utilizationOfProcess(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const usage = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(usage, last)
    last = usage
    return utilization
  }
}

/**
 * Returns a function that says how long to rest after a job, in ms: the longer, the busier the process was meanwhile, so
 * that a flood leaves the CPU to players.
 */
export function restOfProcess(utilization = utilizationOfProcess()): () => number {
  return () => longestRestMs * Math.min(1, utilization() / busyShare)
}

function noop(): void {}
