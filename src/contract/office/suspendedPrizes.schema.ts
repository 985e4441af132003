import { z } from 'zod'
import { prizeReasons } from '../rules/prizeSuspension.ts'
import { byId, moment, reason } from './fields.schema.ts'
import { suspensionStates } from './suspendedPrizes.ts'

export const filter = z.object({
  state: z.enum(suspensionStates).optional(),
  playerId: z.string().max(200).optional(),
})
export const suspend = {
  body: z.strictObject({
    bet: z.string().trim().min(1).max(200),
    prizeReason: z.enum(prizeReasons),
    until: moment,
    reason,
  }),
}
export const take = { params: byId, body: z.strictObject({ prizeReason: z.enum(prizeReasons), reason }) }
export const release = { params: byId, body: z.strictObject({ reason }) }
