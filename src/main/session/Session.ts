/** What is stored across restarts. */
export interface SessionFile {
  readonly deviceId: string
  readToken(): string | null
  writeToken(token: string | null): void
}

/** The renderer is not notified of an end that it requested itself. */
export type SessionCause = 'server' | 'renderer'
type Listener = (hasSession: boolean, cause: SessionCause) => void

/** The only place that has the token. It leaves main only in requests to the server. */
export class Session {
  readonly #file: SessionFile
  readonly #changed = new Set<Listener>()
  #token: string | null
  #endText = ''

  constructor(file: SessionFile) {
    this.#file = file
    this.#token = file.readToken()
  }

  get deviceId(): string {
    return this.#file.deviceId
  }

  get token(): string | null {
    return this.#token
  }

  /** A new session, from a response of the server. */
  begin(token: string): void {
    this.#endText = ''
    this.#set(token, 'server')
  }

  /** The server refused `token`, and said why in `text`. A newer session is kept. */
  end(token: string, text = ''): void {
    if (token !== this.#token) return
    this.#endText = text
    this.#set(null, 'server')
  }

  /** What the server said when it ended the session, for the page that replaces its player's. Only once. */
  takeEndText(): string {
    const text = this.#endText
    this.#endText = ''
    return text
  }

  clear(): void {
    if (this.#token !== null) this.#set(null, 'renderer')
  }

  onChanged(listener: Listener): void {
    this.#changed.add(listener)
  }

  #set(token: string | null, cause: SessionCause): void {
    this.#token = token
    this.#file.writeToken(token)
    for (const listener of this.#changed) listener(token !== null, cause)
  }
}
