import { z } from 'zod'
import { launderingRules } from '../rules/risk.ts'
import { byId, reason } from './fields.schema.ts'
import { launderingDecisions } from './laundering.ts'

export const filter = z.object({
  rule: z.enum(launderingRules).optional(),
  state: z.enum([...launderingDecisions, 'open']).optional(),
  playerId: z.string().min(1).max(200).optional(),
})
export const decide = {
  params: byId,
  body: z.strictObject({
    // Absent: scripts do not send it, nor did pages of an earlier release.
    from: z.enum(launderingDecisions).nullable().optional(),
    decision: z.enum(launderingDecisions),
    reason,
  }),
}
