/** The operating system counts in whole seconds, so an input may be up to this much older than it says, in ms. */
const coarseMs = 1_000

export interface IdleDeps {
  /** After this many seconds without input the customer is asked. */
  idleSeconds: number
  /** How long the customer has to answer, in seconds. */
  idleAnswerSeconds: number
  /** Seconds since the last input to any window. */
  readIdleSeconds(): number
  /** Milliseconds of a clock that nobody can set. */
  now(): number
  hasSession(): boolean
  /** Whole seconds until the end while the customer is asked; null: not, or no longer. Called on changes. */
  onAsk(secondsLeft: number | null): void
  onEnd(): void
}

/**
 * Notices that a kiosk's customer has left. Only while there is something to protect: a session, or a page that has had
 * any input. Input of every kind counts, also into a payment, chat or game frame, and answers the question.
 */
export class IdleWatch {
  readonly #deps: IdleDeps
  /** When this customer began. */
  #since: number
  #hasInput = false
  #asked: number | null = null

  constructor(deps: IdleDeps) {
    this.#deps = deps
    this.#since = deps.now()
  }

  /** Whether anybody has touched this customer's page. */
  get hasInput(): boolean {
    return this.#hasInput
  }

  /** A new customer, or a session began. */
  restart(): void {
    this.#since = this.#deps.now()
    this.#hasInput = false
    this.#ask(null)
  }

  /** Called at short intervals. */
  check(): void {
    const { idleSeconds, idleAnswerSeconds, readIdleSeconds, now, hasSession } = this.#deps
    const time = now()
    const inputAt = time - readIdleSeconds() * 1_000
    if (inputAt > this.#since + coarseMs) this.#hasInput = true
    if (!this.#hasInput && !hasSession()) return
    const quietMs = time - Math.max(inputAt, this.#since)
    const leftMs = (idleSeconds + idleAnswerSeconds) * 1_000 - quietMs
    if (leftMs <= 0) {
      this.restart()
      this.#deps.onEnd()
    } else this.#ask(quietMs >= idleSeconds * 1_000 ? Math.ceil(leftMs / 1_000) : null)
  }

  #ask(secondsLeft: number | null): void {
    if (secondsLeft === this.#asked) return
    this.#asked = secondsLeft
    this.#deps.onAsk(secondsLeft)
  }
}
