import type { IdleSource } from '#contract/terminal.ts'

/**
 * With this much silence in our own windows, in seconds, the system's figure is no longer asked: whatever it counts, it is
 * not a customer.
 */
const longestDoubtSeconds = 300

interface Point {
  x: number
  y: number
}

export interface LastInputDeps {
  /** Milliseconds of a clock that nobody can set. */
  now(): number
  /** Whole seconds since the last input, of the operating system; always 0 where it does not count. */
  readSystemSeconds(): number
  /** The mouse pointer's place on the screen. */
  readPointer(): Point
}

/**
 * When somebody last used the terminal. Counts the input into our own windows, and asks the operating system where it
 * counts too: a server of X programs under Wayland says 0 for ever, and nobody would ever be taken for gone.
 */
export class LastInput {
  readonly #deps: LastInputDeps
  #notedAt: number
  #hasNoted = false
  #pointer: Point | undefined
  #hasSystemCounted = false

  constructor(deps: LastInputDeps) {
    this.#deps = deps
    this.#notedAt = deps.now()
  }

  /** Somebody touched one of our windows, or pressed a key in it. */
  note(): void {
    this.#notedAt = this.#deps.now()
    this.#hasNoted = true
  }

  /** Whole seconds since our windows had input; null: they had none since the program was started. */
  get ownSeconds(): number | null {
    return this.#hasNoted ? Math.floor((this.#deps.now() - this.#notedAt) / 1_000) : null
  }

  /** Who counts. `windows`: only our own windows do. */
  get source(): IdleSource {
    this.#readSystem()
    return this.#hasSystemCounted ? 'system' : 'windows'
  }

  /** Seconds since the last input. To be called at short intervals: that is how it notices that the pointer moves. */
  read(): number {
    this.#followPointer()
    const ownSeconds = (this.#deps.now() - this.#notedAt) / 1_000
    const systemSeconds = this.#readSystem()
    if (!this.#hasSystemCounted || ownSeconds > longestDoubtSeconds) return ownSeconds
    return Math.min(ownSeconds, systemSeconds)
  }

  #readSystem(): number {
    const seconds = this.#deps.readSystemSeconds()
    if (seconds > 0) this.#hasSystemCounted = true
    return seconds
  }

  /** Not its events: a new window under a pointer that rests gets them too. */
  #followPointer(): void {
    const pointer = this.#deps.readPointer()
    const last = this.#pointer
    this.#pointer = pointer
    if (last && (last.x !== pointer.x || last.y !== pointer.y)) this.note()
  }
}
