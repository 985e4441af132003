export interface HostOptions {
  /** Which of the two hosts the same specs run in. */
  host: 'web' | 'electron'
  serverUrl: string
  /** A server of the profile `br`. */
  brazilUrl: string
  /** The Electron program, for the `electron` projects. */
  electronPath: string | undefined
}
