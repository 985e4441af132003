import { z } from 'zod'
import { houseLimitKinds, houseLimitPeriods, playerStatuses, statusReasons } from '../rules/playerStatus.ts'
import { byId, moment, reason, search } from './fields.schema.ts'
import { timelineKinds } from './players.ts'

export { byId }

export const filter = z.object({
  q: search.optional(),
  status: z.enum(playerStatuses).optional(),
  verified: z.enum(['yes', 'no']).optional(),
})
export const timeline = z.object({ kind: z.enum(timelineKinds).optional(), before: moment.optional() })
export const changeStatus = z.strictObject({
  status: z.enum(playerStatuses),
  statusReason: z.enum(statusReasons).nullable(),
  until: moment.nullable(),
  reason,
})
export const lockWithdrawals = z.strictObject({ isLocked: z.boolean(), reason })
export const setLimit = z.strictObject({
  kind: z.enum(houseLimitKinds),
  period: z.enum(houseLimitPeriods),
  amount: z.number().int().min(0).max(100_000_000).nullable(),
  reason,
})
export const giveOffer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gift'), percent: z.null(), until: z.null(), reason }),
  z.strictObject({
    kind: z.literal('discount'),
    percent: z.number().int().min(1).max(50),
    until: moment,
    reason,
  }),
])
export const addNote = z.strictObject({ text: z.string().trim().min(1).max(2_000) })
export const endSessions = z.strictObject({ sessionId: z.string().max(200).optional(), reason })
export const withReason = z.strictObject({ reason })
export const decideIdentity = z.strictObject({
  playerId: z.string().min(1).max(200),
  result: z.enum(['confirmed', 'refused']),
  reason,
})
