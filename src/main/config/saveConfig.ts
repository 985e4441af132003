import { Ajv2020 } from 'ajv/dist/2020.js'
import type { AppConfig } from './AppConfig.ts'
import { changeConfigFile } from './configFile.ts'
import { configFormats, configSchema } from './configSchema.ts'

/** Writes new values into `config.json` and its copy. Returns the keys whose values are wrong; nothing is written then. Throws when the disk refuses. */
export function saveConfig(folder: string, changes: Partial<AppConfig>): (keyof AppConfig)[] {
  // electron-store's own checker, for the names of the keys.
  const check = new Ajv2020({ allErrors: true, ...configFormats }).compile({
    type: 'object',
    properties: configSchema,
  })
  if (check(changes)) changeConfigFile(folder, changes)
  const wrong = (check.errors ?? []).map(({ instancePath }) => instancePath.split('/')[1] as keyof AppConfig)
  return [...new Set(wrong)]
}
