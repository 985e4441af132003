import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import * as v from 'valibot'
import { remoteSettings, whole } from '#contract/terminal.schema.ts'
import { parsePrinter } from '../printer/target.ts'
import { safeOrigin } from '../security/urls.ts'
import { defaultConfig, type AppConfig } from './AppConfig.ts'
import { writeWhole } from '../writeWhole.ts'

export const fileName = 'config.json'
/** A copy of the newest file that was read without an error. */
export const backupName = 'config.backup.json'

export interface ConfigFile {
  config: AppConfig
  /** Why the file was not used, for the operator; null: it was. */
  damage: string | null
}

/**
 * Reads `config.json` and keeps a copy of it. It fails closed: a file that is damaged or gone is never replaced; the
 * copy is used instead, and the kiosk is on whatever the copy says. Keys that the file does not have come from the
 * copy, then from the defaults. The first start writes the defaults.
 */
export function readConfigFile(folder: string): ConfigFile {
  const backup = read(folder, backupName)
  const lastGood = { ...defaultConfig, ...backup.values }
  const file = read(folder, fileName)
  if (file.values !== null) {
    const config = { ...lastGood, ...file.values }
    if (!isSame(config, lastGood) || backup.values === null) write(folder, backupName, config)
    return { config, damage: null }
  }
  if (file.isMissing && isFirstStart(folder)) {
    write(folder, fileName, lastGood)
    write(folder, backupName, lastGood)
    return { config: lastGood, damage: null }
  }
  const remedy = backup.values === null ? 'there is no copy either: defaults' : `${backupName} is used`
  const damage = `${fileName} ${file.error}; ${remedy}, with the kiosk on`
  console.error(`palpite: ${damage}`)
  return { config: { ...lastGood, kiosk: true }, damage }
}

/**
 * The configuration with these changes, to be saved: over the file, where that is damaged over its copy. Or the keys whose
 * new values are wrong.
 */
export function changedConfig(
  folder: string,
  changes: Partial<AppConfig>,
): { config: AppConfig } | { invalid: (keyof AppConfig)[] } {
  const parsed = v.safeParse(fileSchema, changes)
  if (!parsed.success) {
    return { invalid: [...new Set(parsed.issues.map((issue) => issue.path?.[0].key as keyof AppConfig))] }
  }
  const { values } = read(folder, fileName)
  const lastGood = values ?? read(folder, backupName).values
  return { config: { ...defaultConfig, ...lastGood, ...valuesOf(parsed.output) } }
}

type ReadResult =
  | { values: Partial<AppConfig>; error: null; isMissing: false }
  | { values: null; error: string; isMissing: boolean }

function read(folder: string, name: string): ReadResult {
  let text: string
  try {
    text = readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return {
      values: null,
      error: isMissing ? 'is missing' : `cannot be read (${messageOf(error)})`,
      isMissing,
    }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    // The message of a syntax error quotes the file.
    const what = error instanceof SyntaxError ? 'is not JSON' : messageOf(error)
    return { values: null, error: what, isMissing: false }
  }
  const parsed = v.safeParse(wholeFileSchema, json)
  if (parsed.success) return { values: valuesOf(parsed.output), error: null, isMissing: false }
  const keys = parsed.issues.map((issue) => v.getDotPath(issue) ?? 'the whole file')
  return { values: null, error: `has wrong values (${keys.join(', ')})`, isMissing: false }
}

/** An origin in its normal form: HTTPS, or plain HTTP on this machine; a trailing slash is accepted. */
const origin = v.pipe(
  v.string(),
  v.check((address) => safeOrigin(address) !== null && !hasPath(address)),
  v.transform((address) => safeOrigin(address) ?? ''),
)

const fileSchema = v.object({
  serverUrl: v.optional(origin),
  kiosk: v.optional(v.boolean()),
  demo: v.optional(v.boolean()),
  paymentOrigins: v.optional(v.array(origin)),
  frameOrigins: v.optional(v.array(origin)),
  updateKey: v.optional(v.pipe(v.string(), v.maxLength(200))),
  logFolder: v.optional(
    v.pipe(
      v.string(),
      v.check((path) => path === '' || isAbsolute(path)),
    ),
  ),
  /** Of earlier versions. */
  muted: v.optional(v.boolean()),
  display: v.optional(whole(0, 16)),
  ...remoteSettings,
  printer: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(300),
      v.check((text) => parsePrinter(text) !== undefined),
    ),
  ),
  printerColumns: v.optional(v.picklist([42, 48])),
  attractSeconds: v.optional(whole(0, 3600)),
})

/** For the library, a list is an object too. */
const wholeFileSchema = v.pipe(
  v.unknown(),
  v.check((json) => !Array.isArray(json)),
  fileSchema,
)

function hasPath(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return pathname !== '/' || search !== '' || hash !== ''
}

/** The values that the file has. Earlier versions could only be silent or loud. */
function valuesOf({ muted, ...values }: v.InferOutput<typeof fileSchema>): Partial<AppConfig> {
  const all = muted === true ? { volume: 0, ...values } : values
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function isSame(one: AppConfig, other: AppConfig): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Every start leaves a session file: with one, a missing configuration was deleted. */
function isFirstStart(folder: string): boolean {
  return !existsSync(join(folder, backupName)) && !existsSync(join(folder, 'session.json'))
}

/** A disk that is full or read-only does not stop the start: the configuration was read. */
function write(folder: string, name: string, config: AppConfig): void {
  try {
    writeWhole(join(folder, name), textOf(config))
  } catch (error) {
    console.error(`palpite: ${name} cannot be written (${messageOf(error)})`)
  }
}

function textOf(config: AppConfig): string {
  return `${JSON.stringify(config, null, 2)}\n`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
