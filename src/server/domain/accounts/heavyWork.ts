import { Refusal } from '../../errors.ts'

/**
 * A queue that runs CPU-heavy jobs one at a time in this process, so that a flood of them leaves CPU time for
 * players. The returned function throws tooManyCalls at once when `maxWaiting` jobs are waiting.
 */
export function serialQueue(maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>) => {
    if (waiting >= maxWaiting) throw new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
    waiting++
    const run = previous.then(work, work)
    previous = run.then(noop, noop)
    try {
      return await run
    } finally {
      waiting--
    }
  }
}

function noop(): void {}
