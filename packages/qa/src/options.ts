/** Where the specs run: a browser, the window of a built folder, or the packaged application. */
export type Host = 'web' | 'electron' | 'packaged'

/** Of a project; the same for all tests of a worker. */
export interface HostOptions {
  host: Host
  /** Host `electron`: the program; by default what the `electron` package of the product names. */
  electronPath: string | undefined
  /** Host `electron`: the folder of the product, built (`npm run build`). */
  productPath: string
  /** Host `packaged`: the program that `npm run package:qa` made, as in `release/qa/linux-unpacked`. */
  packagedPath: string | undefined
  /** Whether Chromium's own sandbox is off in the window: needed as root and in most containers. */
  noSandbox: boolean
}

export interface ServerOptions {
  /** The server with the sandbox; what the window connects to. */
  serverUrl: string
  /** Its `SANDBOX_TOKEN`, where it asks for one. */
  sandboxToken: string | undefined
}

/** For `use` of a project: a player's phone in São Paulo. */
export const playersPhone = {
  viewport: { width: 393, height: 852 },
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  hasTouch: true,
  // The tests of a worker share a page.
  serviceWorkers: 'block',
} as const
