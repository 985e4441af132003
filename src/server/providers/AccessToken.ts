export interface IssuedToken {
  value: string
  seconds: number
}

/** A token is renewed this long before it ends, in ms, or in the middle of a shorter life. */
const renewBeforeMs = 60_000

/** A provider's token, asked for when it is needed and used until shortly before it ends. */
export class AccessToken {
  readonly #ask: () => Promise<IssuedToken>
  readonly #now: () => number
  #current: Promise<string> | undefined
  /** In ms of `now`. */
  #renewAt = 0

  constructor(ask: () => Promise<IssuedToken>, now: () => number) {
    this.#ask = ask
    this.#now = now
  }

  /** Runs a call, and a second time with a new token when the first one is refused: it can be revoked before it ends. */
  async use<T extends { status: number }>(call: (token: string) => Promise<T>): Promise<T> {
    const token = this.#get()
    const first = await call(await token)
    if (first.status !== 401) return first
    this.#drop(token)
    return call(await this.#get())
  }

  /** All who need a token at the same time wait for the same one. */
  #get(): Promise<string> {
    if (this.#current && this.#now() < this.#renewAt) return this.#current
    const asked = this.#issue()
    this.#current = asked
    this.#renewAt = Infinity
    asked.catch(() => this.#drop(asked))
    return asked
  }

  #drop(token: Promise<string>): void {
    if (this.#current === token) this.#current = undefined
  }

  async #issue(): Promise<string> {
    const { value, seconds } = await this.#ask()
    const ms = seconds * 1_000
    this.#renewAt = this.#now() + ms - Math.min(renewBeforeMs, ms / 2)
    return value
  }
}
