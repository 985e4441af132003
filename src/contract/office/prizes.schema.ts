import { z } from 'zod'

export const filter = z.object({
  year: z.coerce.number().int().min(2000).max(9999).optional(),
  playerId: z.uuid().optional(),
})
