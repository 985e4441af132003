import type { ServerOptions as QaServerOptions } from '#qa/options.ts'

export type { HostOptions } from '#qa/options.ts'

/** The servers of the run; specs use the first one unless they select another. */
export interface ServerOptions extends QaServerOptions {
  /** A server with the profile `br`. */
  brazilUrl: string
  /** A server whose clock tests move, so that they need not wait for a round of double. */
  doubleUrl: string
}

/** Of the projects in `tests/engines`. */
export interface EngineOptions {
  engineName: 'webkit' | 'firefox'
  /** The back office of the first server. */
  officeUrl: string
}
