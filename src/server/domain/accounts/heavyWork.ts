import { Refusal } from '../../errors.ts'

const maxWaiting = 200

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Runs password hashes and captcha pictures one at a time in this process: a flood of logins must not take
 * the cores from those who play. Throws `tooManyAttempts` when too many are waiting.
 */
export async function runSerially<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) {
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
