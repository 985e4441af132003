import type { Machine } from './Machine.ts'

export interface UpdatesDeps {
  machine: Pick<Machine, 'ask' | 'isAsked' | 'prove' | 'status'>
  /** Nobody uses the terminal. */
  isFree(): boolean
  /** In ms. */
  now(): number
}

/** A version is proven when its page has been up for this long. */
const provenMs = 10_000
/** What could not be installed is tried again after this time. */
const retryMs = 10 * 60_000

/**
 * Has the package of the newest release downloaded and then installed, each while nobody uses the terminal. What is installed
 * is decided by apt and the operator's signature, as root; from here comes only the moment.
 */
export class Updates {
  readonly #deps: UpdatesDeps
  #offered: string | null = null
  /** The offer that was asked for last, and when. */
  #asked: { id: string | null; at: number } = { id: null, at: 0 }
  /** The version that this process asked to have installed. */
  #installing: string | null = null
  #isProven = false

  constructor(deps: UpdatesDeps) {
    this.#deps = deps
  }

  /** The server offers the release with this id. */
  offer(id: string): void {
    this.#offered = id
  }

  /** Goes one step on. Call it again and again. */
  work(): void {
    const { machine, isFree, now } = this.#deps
    if (this.#offered === null || !isFree() || machine.isAsked('download') || machine.isAsked('install'))
      return
    const { state, version, writtenAt } = machine.status()
    const hasAnswer = writtenAt >= this.#asked.at
    const isDue = hasAnswer && state === 'failed' && now() - writtenAt >= retryMs
    if (this.#offered !== this.#asked.id || isDue) {
      this.#asked = { id: this.#offered, at: now() }
      this.#installing = null
      machine.ask('download')
    } else if (hasAnswer && state === 'ready' && version !== null && version !== this.#installing) {
      this.#installing = version
      machine.ask('install')
    }
  }

  /** The page has come up. */
  pageCame(): void {
    if (this.#isProven) return
    this.#isProven = true
    setTimeout(() => this.#deps.machine.prove(), provenMs)
  }
}
