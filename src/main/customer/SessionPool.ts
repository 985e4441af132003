export interface PoolDeps<Session> {
  /** Makes one more session. Each gets a number of its own. */
  make(number: number): Session
  /** Deletes everything that a session holds. */
  empty(session: Session): Promise<void>
}

/**
 * Sessions that are used again. Electron keeps every session until the application ends: a new one for every customer
 * would fill the memory.
 *
 * A session is emptied when it is given back. It then rests while the next one is in use, and is emptied once more: the
 * processes of a page that was closed may still have written something. One that cannot be emptied is never used again.
 */
export class SessionPool<Session> {
  readonly #deps: PoolDeps<Session>
  readonly #empty: Session[] = []
  #resting: Session | null = null
  #made = 0

  constructor(deps: PoolDeps<Session>) {
    this.#deps = deps
  }

  /** An empty session, which nobody else has until it is given back. */
  take(): Session {
    return this.#empty.shift() ?? this.#deps.make(this.#made++)
  }

  /** To be called when the pages of the session are gone. Rejects when it cannot be emptied. */
  async giveBack(session: Session): Promise<void> {
    await this.#deps.empty(session)
    const rested = this.#resting
    this.#resting = session
    if (rested === null) return
    await this.#deps.empty(rested)
    this.#empty.push(rested)
  }
}
