import { Refusal } from '../../errors.ts'

/**
 * A queue that runs heavy work one at a time in this process: a flood of it must not take the cores from those who
 * play. Its function throws tooManyCalls at once when `most` are waiting, instead of letting the caller wait for
 * seconds.
 */
export function serialQueue(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>) => {
    if (waiting >= most) throw new Refusal('tooManyCalls', { params: { seconds: 2 }, retryAfter: 2 })
    waiting++
    const turn = last.then(work, work)
    last = turn.then(nothing, nothing)
    try {
      return await turn
    } finally {
      waiting--
    }
  }
}

function nothing(): void {}
