export interface HostOptions {
  /** Which of the two hosts the same specs run in. */
  host: 'web' | 'electron'
  serverUrl: string
  /** The Electron program, for the `electron` projects. */
  electronPath: string | undefined
}
