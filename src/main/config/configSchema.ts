import { isAbsolute } from 'node:path'
import type { Options, Schema } from 'electron-store'
import { languageCodes } from '#contract/languages.ts'
import { isOpeningHours, isTimeOfDay } from '../kiosk/schedule.ts'
import { parseModel, parsePrinter } from '#contract/printerSettings.ts'
import { rotations } from '#contract/staff.ts'
import { safeOrigin } from '../security/urls.ts'
import type { AppConfig } from './AppConfig.ts'

/** What `config.json` may contain. */
export interface StoredConfig extends Partial<AppConfig>, Record<string, unknown> {
  /** Of earlier versions, which could only be silent or loud. */
  muted?: boolean
}

const language = { type: 'string', enum: languageCodes }
const origins = { type: 'array', items: { type: 'string', format: 'origin' } }
const seconds = { type: 'integer', minimum: 1, maximum: 3600 }

/** JSON Schema. What the operator may set from a distance has the limits of contract/terminal.schema.ts. */
export const configSchema = {
  serverUrl: { type: 'string', format: 'origin' },
  kiosk: { type: 'boolean' },
  demo: { type: 'boolean' },
  paymentOrigins: origins,
  frameOrigins: origins,
  display: { type: 'integer', minimum: 0, maximum: 16 },
  scale: { anyOf: [{ const: 'fit' }, { type: 'number', minimum: 0.5, maximum: 5 }] },
  hideCursor: { type: 'boolean' },
  volume: { type: 'integer', minimum: 0, maximum: 100 },
  language,
  languages: { type: 'array', items: language, minItems: 1, maxItems: 20 },
  logFolder: { type: 'string', format: 'folder' },
  idleSeconds: seconds,
  idleAnswerSeconds: seconds,
  printer: { type: 'string', maxLength: 300, format: 'printer' },
  printerColumns: { enum: [42, 48] },
  printerModel: { type: 'string', maxLength: 40, format: 'printerModel' },
  attractSeconds: { type: 'integer', minimum: 0, maximum: 3600 },
  openingHours: { type: 'string', format: 'openingHours' },
  restartAt: { type: 'string', format: 'timeOfDay' },
  brightness: { type: 'integer', minimum: 0, maximum: 100 },
  rotation: { enum: [...rotations] },
  muted: { type: 'boolean' },
} satisfies Schema<Record<keyof AppConfig | 'muted', unknown>>

export const configFormats = {
  formats: {
    /** HTTPS, or plain HTTP on this machine; a trailing slash is accepted. */
    origin: (address: string) => safeOrigin(address) !== null && !hasPath(address),
    folder: (path: string) => path === '' || isAbsolute(path),
    openingHours: isOpeningHours,
    timeOfDay: isTimeOfDay,
    printer: (text: string) => parsePrinter(text) !== undefined,
    printerModel: (text: string) => parseModel(text) !== undefined,
  },
} satisfies Options<StoredConfig>['ajvOptions']

function hasPath(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return pathname !== '/' || search !== '' || hash !== ''
}
