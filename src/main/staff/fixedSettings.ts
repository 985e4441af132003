import type { SetBy, StaffSetting, StaffSettings } from '#contract/staff.ts'
import type { RemoteConfig } from '#contract/terminal.ts'

/** Where the environment sets what the panel could change. */
const variables: Partial<Record<StaffSetting, string>> = {
  serverUrl: 'PALPITE_SERVER_URL',
  kiosk: 'PALPITE_KIOSK',
  rotation: 'PALPITE_ROTATION',
}

/** The settings that staff cannot change at the machine. */
export function fixedSettings(
  remote: RemoteConfig,
  env: NodeJS.ProcessEnv,
): Partial<Record<StaffSetting, SetBy>> {
  const ofEnvironment = Object.entries(variables).filter(([, variable]) => (env[variable] ?? '') !== '')
  return {
    ...Object.fromEntries(Object.keys(remote).map((name) => [name, 'operator' as const])),
    ...Object.fromEntries(ofEnvironment.map(([name]) => [name, 'environment' as const])),
  }
}

/** The values of these settings alone. */
export function only(settings: StaffSettings, names: object): Partial<StaffSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(names, name)))
}
