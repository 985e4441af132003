import { z } from 'zod'
import { blockStates } from './blockedPlayers.ts'

export const filter = z.object({ state: z.enum(blockStates).optional(), playerId: z.uuid().optional() })
