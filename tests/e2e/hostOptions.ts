/** Host options of a project; the same for all tests of a worker. */
export interface HostOptions {
  /** Which of the two hosts the same specs run in. */
  host: 'web' | 'electron'
  /** The Electron program, for the `electron` projects. */
  electronPath: string | undefined
}

/** The servers of the run; a spec may choose another than the first for itself. */
export interface ServerOptions {
  serverUrl: string
  /** A server of the profile `br`. */
  brazilUrl: string
  /** A server whose clock is moved, so that nobody waits for a round of double. */
  doubleUrl: string
}
