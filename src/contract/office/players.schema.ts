import { z } from 'zod'
import { centsWithin } from '../bounds.schema.ts'
import { identityRefusals } from '../rules/identityPictures.ts'
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
const status = {
  status: z.enum(playerStatuses),
  statusReason: z.enum(statusReasons).nullable(),
  until: moment.nullable(),
}
export const changeStatus = z.strictObject({ ...status, seen: z.strictObject(status).optional(), reason })
export const lockWithdrawals = z.strictObject({ isLocked: z.boolean(), reason })
const houseLimit = { period: z.enum(houseLimitPeriods), reason }
export const setLimit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    /** Minutes; a month has no more. */
    amount: z.number().int().min(0).max(44_640).nullable(),
    ...houseLimit,
  }),
  z.strictObject({
    kind: z.enum(houseLimitKinds).exclude(['time']),
    amount: centsWithin(0, 100_000_000).nullable(),
    ...houseLimit,
  }),
])
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
/** `amountCents` is the debt as the person sees it. */
export const writeOffDebt = z.strictObject({ amountCents: centsWithin(1, Number.MAX_SAFE_INTEGER), reason })
/** The moment and the player of the last check of a page. */
export const waitingIdentities = z.object({
  after: z
    .string()
    .regex(/^\S{24} \S{1,100}$/)
    .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))))
    .optional(),
})
export const withReason = z.strictObject({ reason })
export const keptIdentities = z.object({ q: z.string().trim().min(11).max(64) })
export const identityPictures = z.object({ playerId: z.string().min(1).max(200) })
export const decideIdentity = z.strictObject({
  playerId: z.string().min(1).max(200),
  result: z.enum(['confirmed', 'refused']),
  refusal: z.enum(identityRefusals).optional(),
  reason,
})
