import ElectronStore from 'electron-store'
import { safeOrigin } from './security/urls.ts'

/** Configuration of one installation, in `config.json` of the user data folder. */
export interface AppConfig {
  /** Origin of the server. */
  serverUrl: string
  /** Full screen; the session is kept in memory only. */
  kiosk: boolean
  /** Starts the embedded server instead of using `serverUrl`. */
  demo: boolean
  /** Origins that the payment window may load, besides the server's. */
  paymentOrigins: string[]
  /** Origins that the renderer may frame, besides the server's: games, support chat. */
  frameOrigins: string[]
}

const defaultConfig: AppConfig = {
  serverUrl: 'http://127.0.0.1:5250',
  kiosk: false,
  demo: false,
  paymentOrigins: [],
  frameOrigins: [],
}

/** HTTPS, or plain HTTP on this machine (`safeOrigin`). */
const origin = {
  type: 'string',
  pattern: '^(https://[^/?#@\\s]+|http://(localhost|\\[::1\\]|127(\\.\\d{1,3}){3})(:\\d{1,5})?)$',
} as const

/** Reads the file (checked, migrated, reset to the defaults when damaged), then the environment. */
export function loadConfig(env: NodeJS.ProcessEnv, hasServer: boolean): AppConfig {
  const store = new ElectronStore<AppConfig>({
    name: 'config',
    defaults: defaultConfig,
    schema: {
      serverUrl: origin,
      kiosk: { type: 'boolean' },
      demo: { type: 'boolean' },
      paymentOrigins: { type: 'array', items: origin },
      frameOrigins: { type: 'array', items: origin },
    },
    migrations: {
      // The first version has only these keys: others, left by earlier trials, are deleted.
      '0.1.0': (store) => {
        for (const key of Object.keys(store.store)) {
          if (!(key in defaultConfig) && key !== '__internal__') store.delete(key as keyof AppConfig)
        }
      },
    },
    clearInvalidConfig: true,
    // Validating our own schema costs more than everything else before the first page.
    ajvOptions: { validateSchema: false, meta: false },
  })
  return withEnvironment(store.store, env, hasServer)
}

const notSafe = 'is not an https address, or an http address of this machine'

/**
 * `PALPITE_SERVER_URL`, `PALPITE_GAMES_URL`, `PALPITE_KIOSK=1` and `PALPITE_DEMO=1` over the file. An application
 * that was packaged with a server (`hasServer`) uses that server until another one is configured. Throws an error
 * with a message for the operator.
 */
function withEnvironment(config: AppConfig, env: NodeJS.ProcessEnv, hasServer: boolean): AppConfig {
  const result = { ...defaultConfig, ...config }
  const address = env.PALPITE_SERVER_URL
  if (hasServer && !address && result.serverUrl === defaultConfig.serverUrl) result.demo = true
  if (address !== undefined && address !== '') {
    const serverUrl = safeOrigin(address)
    if (serverUrl === null) throw new Error(`PALPITE_SERVER_URL ${notSafe}: ${address}`)
    result.serverUrl = serverUrl
  }
  const games = env.PALPITE_GAMES_URL
  if (games !== undefined && games !== '') {
    const gamesOrigin = safeOrigin(games)
    if (gamesOrigin === null) throw new Error(`PALPITE_GAMES_URL ${notSafe}: ${games}`)
    result.frameOrigins = [...result.frameOrigins, gamesOrigin]
  }
  if (env.PALPITE_KIOSK !== undefined) result.kiosk = env.PALPITE_KIOSK === '1'
  if (env.PALPITE_DEMO !== undefined) result.demo = env.PALPITE_DEMO === '1'
  return result
}
