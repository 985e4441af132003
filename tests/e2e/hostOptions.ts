/** Host options of a project; the same for all tests of a worker. */
export interface HostOptions {
  /** The host in which the specs run. */
  host: 'web' | 'electron'
  /** The Electron program, for the `electron` projects. */
  electronPath: string | undefined
}

/** The servers of the run; specs use the first one unless they select another. */
export interface ServerOptions {
  serverUrl: string
  /** A server with the profile `br`. */
  brazilUrl: string
  /** A server whose clock tests move, so that they need not wait for a round of double. */
  doubleUrl: string
}

/** Of the projects in `tests/engines`. */
export interface EngineOptions {
  engineName: 'webkit' | 'firefox'
}
