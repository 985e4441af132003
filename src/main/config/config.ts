import { rotations } from '#contract/staff.ts'
import type { RemoteConfig } from '#contract/terminal.ts'
import { safeOrigin } from '../security/urls.ts'
import { defaultConfig, type AppConfig } from './AppConfig.ts'
import { readConfigFile } from './configFile.ts'

export interface LoadedConfig extends AppConfig {
  /** What is wrong with `config.json`, for the operator; null: nothing. */
  damage: string | null
  /** What the operator has set from a distance; it is part of the other values already. */
  remote: RemoteConfig
}

export interface ConfigSource {
  /** The folder of `config.json`. */
  folder: string
  env: NodeJS.ProcessEnv
  /** The application was packaged with a server: it is used until another one is configured. */
  hasServer: boolean
  /** What the operator of this server has set for the terminal. */
  remote?: (serverUrl: string) => RemoteConfig
}

const notSafe = 'is not an https address, or an http address of this machine'

/**
 * The file, then the environment over it: `PALPITE_SERVER_URL`, `PALPITE_GAMES_URL`, `PALPITE_ROTATION`, `PALPITE_KIOSK` and
 * `PALPITE_DEMO` (`1` or `0`). In a kiosk the operator's settings are over both. Throws an error with a message for the operator when an address of the environment is wrong.
 */
export function loadConfig({ folder, env, hasServer, remote }: ConfigSource): LoadedConfig {
  const { config, damage } = readConfigFile(folder)
  const result: LoadedConfig = { ...config, damage, remote: {} }
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
  result.rotation = rotations.find((degrees) => String(degrees) === env.PALPITE_ROTATION) ?? result.rotation
  if (env.PALPITE_DEMO !== undefined) result.demo = env.PALPITE_DEMO === '1'
  if (result.kiosk && remote) result.remote = remote(result.serverUrl)
  return { ...result, ...result.remote }
}
