export type { HostOptions, ServerOptions } from '#qa/options.ts'

/** Of the projects in `tests/engines`. */
export interface EngineOptions {
  engineName: 'webkit' | 'firefox'
  /** The back office of the first server. */
  officeUrl: string
}
