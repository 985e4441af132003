import type { Machine } from './Machine.ts'

export interface UpdatesDeps {
  machine: Pick<Machine, 'ask' | 'isAsked' | 'prove' | 'status'>
  /** Nobody uses the terminal. */
  isFree(): boolean
  /** The terminal must show at once that it is out of service: see `isInstalling`. */
  onInstalling(): void
  /** In ms. */
  now(): number
}

/** A version is proven when its page has been up for this long. */
const provenMs = 10_000
/** What could not be installed is tried again after this time. */
const retryMs = 10 * 60_000
/** Ten minutes for the lock of apt, then the installation itself; nobody waits longer for a request that is not answered. */
const longestInstallMs = 30 * 60_000

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
  /** When it asked for that. */
  #installAskedAt = 0
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
      this.#installAskedAt = now()
      // Before the request: from then on the kiosk may be restarted at any moment.
      this.#deps.onInstalling()
      if (!machine.ask('install')) this.#installAskedAt = 0
    }
  }

  /**
   * From the request on, in the new version until it is proven: a customer who came meanwhile would lose what is on the screen
   * when the kiosk is restarted.
   */
  get isInstalling(): boolean {
    const { machine, now } = this.#deps
    const { state, writtenAt } = machine.status()
    // `ready`: the request was not taken up yet.
    const since = state === 'installing' ? writtenAt : state === 'ready' ? this.#installAskedAt : 0
    return now() - since < longestInstallMs
  }

  /** The page has come up. */
  pageCame(): void {
    if (this.#isProven) return
    this.#isProven = true
    setTimeout(() => this.#deps.machine.prove(), provenMs)
  }
}
