import { z } from 'zod'
import type { RemoteConfig } from '../terminal.ts'
import { readRemoteConfig } from '../terminal.schema.ts'
import { byId, reason, search } from './fields.schema.ts'
import { terminalStates } from './terminals.ts'

export { byId }

export const filter = z.object({ q: search.optional(), state: z.enum(terminalStates).optional() })
export const crash = { params: byId, query: z.object({ crash: z.string().min(1).max(200) }) }
export const create = { body: z.strictObject({ name: z.string().trim().min(1).max(60) }) }
export const withReason = { params: byId, body: z.strictObject({ reason }) }
const config = z.unknown().transform((json, context): RemoteConfig => {
  const { config: read, wrong } = readRemoteConfig(json)
  for (const key of wrong ?? []) context.addIssue({ code: 'custom', path: [key] })
  return read ?? z.NEVER
})
/** Whatever it is: it is only compared. */
const seen = z.record(z.string(), z.unknown()).transform((json) => json as RemoteConfig)
export const configure = { params: byId, body: z.strictObject({ config, seen: seen.optional() }) }
