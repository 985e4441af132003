import * as v from 'valibot'
import { languageCodes } from './languages.ts'
import { parseModel, parsePrinter } from './printerSettings.ts'
import type { RemoteConfig } from './terminal.ts'

/** A whole number of this range. */
function whole(from: number, to: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to))
}

/** An hour at most: nobody's session stays open for good. */
const seconds = whole(1, 3600)

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d'
function settingText(longest: number, isValid: (text: string) => boolean) {
  return v.pipe(v.string(), v.maxLength(longest), v.check(isValid))
}

function isRemotePrinter(text: string): boolean {
  const target = parsePrinter(text)
  return target !== undefined && target?.kind !== 'folder'
}

/** The settings of a terminal that its operator may set, as `config.json` has them too. */
const remoteSettings = {
  scale: v.optional(v.union([v.literal('fit'), v.pipe(v.number(), v.minValue(0.5), v.maxValue(5))])),
  hideCursor: v.optional(v.boolean()),
  volume: v.optional(whole(0, 100)),
  language: v.optional(v.picklist(languageCodes)),
  languages: v.optional(v.pipe(v.array(v.picklist(languageCodes)), v.minLength(1), v.maxLength(20))),
  idleSeconds: v.optional(seconds),
  idleAnswerSeconds: v.optional(seconds),
  openingHours: v.optional(v.pipe(v.string(), v.regex(new RegExp(`^(${timeOfDay}-${timeOfDay})?$`)))),
  restartAt: v.optional(v.pipe(v.string(), v.regex(new RegExp(`^(${timeOfDay})?$`)))),
  brightness: v.optional(whole(0, 100)),
  printer: v.optional(settingText(300, isRemotePrinter)),
  printerModel: v.optional(settingText(40, (text) => parseModel(text) !== undefined)),
}

const remoteConfigSchema = v.object(remoteSettings)

/** The settings, or the names of those that are unknown or wrong. `json` comes from `JSON.parse`. */
export function readRemoteConfig(
  json: unknown,
): { config: RemoteConfig; wrong: null } | { config: null; wrong: string[] } {
  // The library names the first unknown key only, and for it a list is an object too.
  if (Array.isArray(json)) return { config: null, wrong: ['config'] }
  const parsed = v.safeParse(remoteConfigSchema, json)
  const unknown = Object.keys(json ?? {}).filter((key) => !Object.hasOwn(remoteSettings, key))
  if (parsed.success && unknown.length === 0) return { config: parsed.output as RemoteConfig, wrong: null }
  const wrong = (parsed.issues ?? []).map((issue) => v.getDotPath(issue) ?? 'config')
  return { config: null, wrong: [...new Set([...wrong, ...unknown])] }
}
