import { newKey } from './officeClient.ts'
import { OfficeError } from './OfficeError.ts'

interface Known {
  key: string
  /** Requests with this key that have no answer yet. */
  underWay: number
  /** The answer to one of them was lost: it may have been done. */
  isLost: boolean
}

/** One sending of what a person wants done. */
interface Attempt {
  /** The idempotency key. */
  key: string
  /** It was answered, or `error` happened. */
  end: (error?: unknown) => void
}

/**
 * The idempotency keys of what is being done, by a name: the call and what it is done to. As long as nobody knows whether
 * something was done, it keeps its key, also when its form is changed, or closed and opened again: the server then gives the first
 * answer once more, or says that the key was used for other content. A new key would do it twice.
 */
export class Attempts {
  private readonly known = new Map<string, Known>()

  private begin(name: string): Attempt {
    const known = this.known.get(name) ?? { key: newKey(), underWay: 0, isLost: false }
    this.known.set(name, known)
    known.underWay += 1
    return {
      key: known.key,
      end: (error) => {
        known.underWay -= 1
        if (isUnknown(error)) known.isLost = true
        const isOver = wasAnswered(error) || (known.underWay === 0 && !known.isLost)
        if (isOver && this.known.get(name) === known) this.known.delete(name)
      },
    }
  }

  /** Sends it under its key. Throws what `send` throws. */
  async run<Answer>(
    name: string,
    send: (options: { idempotencyKey: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const attempt = this.begin(name)
    try {
      const answer = await send({ idempotencyKey: attempt.key })
      attempt.end()
      return answer
    } catch (error) {
      attempt.end(error)
      throw error
    }
  }

  /** Whether it may have been done without anybody having seen the answer. */
  isLost(name: string): boolean {
    return this.known.get(name)?.isLost ?? false
  }
}

/** The one of this page. */
export const attempts = new Attempts()

/** No answer, or none that says whether it was done. */
function isUnknown(error: unknown): boolean {
  if (error === undefined) return false
  return !(error instanceof OfficeError) || error.status < 400 || error.status >= 500
}

/** It is known what became of every sending: it was done, or the server has compared it with what was done. */
function wasAnswered(error: unknown): boolean {
  return error === undefined || (error instanceof OfficeError && error.code === 'keyReused')
}
