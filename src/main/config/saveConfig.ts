import { basename } from 'node:path'
import Store from 'electron-store'
import type { AppConfig } from './AppConfig.ts'
import { backupName, changedConfig, fileName } from './configFile.ts'

/**
 * Writes new values into `config.json` and its copy, each as a whole; a damaged file is replaced. Returns the keys whose
 * values are wrong; nothing is written then. Throws when the disk refuses. Reading is apart (configFile.ts): the
 * application starts before this library is loaded, and a damaged file must leave the kiosk on.
 */
export function saveConfig(folder: string, changes: Partial<AppConfig>): (keyof AppConfig)[] {
  const changed = changedConfig(folder, changes)
  if ('invalid' in changed) return changed.invalid
  for (const file of [fileName, backupName]) {
    const store = new Store<AppConfig>({
      cwd: folder,
      name: basename(file, '.json'),
      // It reads the file before it replaces it.
      clearInvalidConfig: true,
    })
    store.store = changed.config
  }
  return []
}
