import * as z from 'zod/mini'
import { languageCodes } from './languages.ts'
import type { RemoteConfig } from './terminal.ts'

/** An hour at most: nobody's session stays open for good. */
const seconds = z.int().check(z.gte(1), z.lte(3600))

/** The settings of a terminal that its operator may set, as `config.json` has them too. */
export const remoteSettings = {
  scale: z.optional(z.union([z.literal('fit'), z.number().check(z.gte(0.5), z.lte(5))])),
  hideCursor: z.optional(z.boolean()),
  volume: z.optional(z.int().check(z.gte(0), z.lte(100))),
  language: z.optional(z.enum(languageCodes)),
  languages: z.optional(z.array(z.enum(languageCodes)).check(z.minLength(1), z.maxLength(20))),
  idleSeconds: z.optional(seconds),
  idleAnswerSeconds: z.optional(seconds),
}

/** Any other key is refused. */
const remoteConfigSchema = z.strictObject(remoteSettings)

/** The settings, or the names of those that are unknown or wrong. `json` comes from `JSON.parse`. */
export function readRemoteConfig(
  json: unknown,
): { config: RemoteConfig; wrong: null } | { config: null; wrong: string[] } {
  const parsed = z.safeParse(remoteConfigSchema, json)
  if (parsed.success) return { config: parsed.data as RemoteConfig, wrong: null }
  const wrong = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'config'],
  )
  return { config: null, wrong: [...new Set(wrong)] }
}
