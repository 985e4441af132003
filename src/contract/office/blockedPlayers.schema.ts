import { z } from 'zod'
import { byId, reason } from './fields.schema.ts'
import { blockStates } from './blockedPlayers.ts'

export const filter = z.object({ state: z.enum(blockStates).optional(), playerId: z.uuid().optional() })
export const payAgain = { params: byId, body: z.strictObject({ reason }) }
