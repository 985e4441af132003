import { Refusal } from '../errors.ts'

const waitingAtMost = 200

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Password hashes and captcha pictures, one at a time for this process: a flood of log-ins must not take
 * the cores from those who play. Throws `tooManyAttempts` when too many wait already.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= waitingAtMost) {
    throw new Refusal('tooManyAttempts', { params: { minutes: 1 }, retryAfter: 10 })
  }
  waiting++
  const turn = last.then(work, work)
  last = turn.then(nothing, nothing)
  try {
    return await turn
  } finally {
    waiting--
  }
}

function nothing(): void {}
