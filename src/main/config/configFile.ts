import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { safeOrigin } from '../security/urls.ts'
import { damageOf, StoreFile } from '../storage/StoreFile.ts'
import { defaultConfig, type AppConfig } from './AppConfig.ts'
import { configFormats, configSchema, type StoredConfig } from './configSchema.ts'
import { reasonOf } from '../reasonOf.ts'

export interface ConfigFile {
  config: AppConfig
  /** Why the file was not used, for the operator; null: it was. */
  damage: string | null
}

/** `config.json`, and a copy of the newest one that was read without an error. */
function filesIn(folder: string): { file: StoreFile<StoredConfig>; backup: StoreFile<StoredConfig> } {
  const check = { folder, schema: configSchema, ajvOptions: configFormats }
  return {
    file: new StoreFile<StoredConfig>({ ...check, name: 'config' }),
    backup: new StoreFile<StoredConfig>({ ...check, name: 'config.backup' }),
  }
}

/**
 * Reads `config.json` and keeps a copy of it. It fails closed: a file that is damaged or gone is never replaced; the
 * copy is used instead, and the kiosk is on whatever the copy says. Keys that the file does not have come from the
 * copy, then from the defaults. The first start writes the defaults.
 */
export function readConfigFile(folder: string): ConfigFile {
  const { file, backup } = filesIn(folder)
  const known = knownOf(file.readUnchecked())
  // Checking takes longer than everything else before the window: what was checked against the same schema is not checked again.
  if (isComplete(known) && hasSafeOrigins(known) && backup.has(copyOf({ ...defaultConfig, ...known })))
    return { config: { ...defaultConfig, ...known }, damage: null }
  const { values, error } = read(file)
  // Every start reads the file; the copy only matters where the file does not say everything.
  if (values !== null && isComplete(values)) {
    const config = { ...defaultConfig, ...values }
    keep(file, backup, config)
    return { config, damage: null }
  }
  const copy = read(backup)
  const lastGood = { ...defaultConfig, ...copy.values }
  if (values !== null) {
    const config = { ...lastGood, ...values }
    keep(file, backup, config)
    return { config, damage: null }
  }
  if (!file.exists && isFirstStart(folder, backup)) {
    tryTo(file, () => file.write({ ...lastGood }))
    tryTo(backup, () => backup.write(copyOf(lastGood)))
    return { config: lastGood, damage: null }
  }
  const remedy =
    copy.values === null ? 'there is no copy either: defaults' : `its copy ${backup.fileName} is used`
  const damage = `${file.fileName} ${error}; ${remedy}, with the kiosk on`
  console.error(`palpite: ${damage}`)
  return { config: { ...lastGood, kiosk: true }, damage }
}

/**
 * Writes these changes into `config.json` and its copy, which staff have checked before: over the file, where that is damaged
 * over its copy. A damaged file is replaced. Throws when the disk refuses.
 */
export function changeConfigFile(folder: string, changes: Partial<AppConfig>): void {
  const { file, backup } = filesIn(folder)
  const lastGood = read(file).values ?? read(backup).values
  const config = { ...defaultConfig, ...lastGood, ...valuesOf(changes) }
  file.write({ ...config })
  backup.write(copyOf(config))
}

function read(
  file: StoreFile<StoredConfig>,
): { values: Partial<AppConfig>; error: null } | { values: null; error: string } {
  try {
    const stored = file.read()
    return stored === null ? { values: null, error: 'is missing' } : { values: valuesOf(stored), error: null }
  } catch (error) {
    return { values: null, error: damageOf(error) }
  }
}

const migrations = {
  /** The first version that electron-store migrates: `muted` became `volume`. */
  '0.1.0': (file: { store: StoredConfig }) => {
    file.store = upgraded(file.store)
  },
}

function upgraded({ muted, ...stored }: StoredConfig): StoredConfig {
  return muted === true ? { volume: 0, ...stored } : stored
}

/** The values that we know, also of an earlier version's file; origins in their normal form. */
function valuesOf(stored: StoredConfig): Partial<AppConfig> {
  const values = knownOf(upgraded(stored))
  const normal = (address: string) => safeOrigin(address) ?? address
  const { serverUrl, paymentOrigins, frameOrigins } = values
  return {
    ...values,
    ...(serverUrl && { serverUrl: normal(serverUrl) }),
    ...(paymentOrigins && { paymentOrigins: paymentOrigins.map(normal) }),
    ...(frameOrigins && { frameOrigins: frameOrigins.map(normal) }),
  }
}

function knownOf(stored: Record<string, unknown> | null): Partial<AppConfig> {
  return Object.fromEntries(Object.entries(stored ?? {}).filter(([key]) => Object.hasOwn(defaultConfig, key)))
}

/** The copy says which schema, of which version, has accepted it. */
function copyOf(config: AppConfig): StoredConfig {
  const check = JSON.stringify([app.getVersion(), configSchema])
  return { ...config, checkedBy: createHash('sha256').update(check).digest('hex') }
}

/** Whom the terminal trusts is checked at every start, which takes no time. */
function hasSafeOrigins({ serverUrl, paymentOrigins, frameOrigins }: Partial<AppConfig>): boolean {
  return [serverUrl, paymentOrigins, frameOrigins]
    .flat()
    .every((origin) => typeof origin === 'string' && safeOrigin(origin) === origin)
}

function isComplete(values: Partial<AppConfig>): boolean {
  return Object.keys(defaultConfig).every((key) => Object.hasOwn(values, key))
}

/** Rewrites a file of an earlier version, and the copy where it is not the same. */
function keep(file: StoreFile<StoredConfig>, backup: StoreFile<StoredConfig>, config: AppConfig): void {
  tryTo(file, () => file.migrate(migrations))
  if (!backup.has(copyOf(config))) tryTo(backup, () => backup.write(copyOf(config)))
}

/** Every start leaves a session file: with one, a missing configuration was deleted. */
function isFirstStart(folder: string, backup: StoreFile<StoredConfig>): boolean {
  return !backup.exists && !existsSync(join(folder, 'session.json'))
}

/** A disk that is full or read-only does not stop the start: the configuration was read. */
function tryTo({ fileName }: StoreFile<StoredConfig>, write: () => void): void {
  try {
    write()
  } catch (error) {
    console.error(`palpite: ${fileName} cannot be written (${reasonOf(error)})`)
  }
}
