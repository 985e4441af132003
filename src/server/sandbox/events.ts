import { z } from 'zod'
import { parseAmount } from '#contract/money.ts'
import { balancePayloads } from '#contract/realtime.schema.ts'
import type { ServerEvent } from '#contract/realtime.ts'
import { serverEventNames } from '#contract/serverEventNames.ts'

/**
 * Payloads as "Real time events" (docs/product.md) lists them; a bare text or number is accepted for the
 * main field.
 */
const payloads = {
  notice: z.preprocess(
    (value) => (typeof value === 'string' ? { text: value } : value),
    z.looseObject({ text: z.string() }),
  ),
  updateUserInfo: z.preprocess((value) => value ?? {}, z.looseObject({})),
  ...balancePayloads,
  paySuccess: z.preprocess(
    (value) => value ?? {},
    z.looseObject({
      orderId: z.string().default(''),
      amount: z.number().default(0),
      time: z.string().optional(),
    }),
  ),
  userBetAmount: z.preprocess(
    (value) => (typeof value === 'number' ? { amount: value } : value),
    z
      .looseObject({ amount: z.number(), bouns: z.number().min(0).optional() })
      // An offer is stored, so its amount must be valid.
      .refine(({ amount, bouns }) => !bouns || (parseAmount(amount) ?? -1) >= 0),
  ),
  // Only the prompt to reload can be sent, because a made-up round would not match the server's.
  'round:double': z.preprocess((value) => value ?? {}, z.strictObject({})),
  'chat:message': z.preprocess((value) => value ?? {}, z.strictObject({})),
  'feed:matches': z.preprocess(
    (value) => value ?? { matches: [] },
    z.strictObject({ matches: z.array(z.never()) }),
  ),
  // A made-up change would not fit the match that the client has: only the prompt to load it again can be sent.
  'feed:changes': z.strictObject({ matchId: z.string().max(64) }).transform(({ matchId }) => ({
    matchId,
    since: 0,
    version: Number.MAX_SAFE_INTEGER,
    live: false,
    suspended: false,
    period: 0,
    homeScore: 0,
    awayScore: 0,
    markets: [],
  })),
  'feed:ticket': z.strictObject({ ticketId: z.string().max(64) }),
  'notice:end': z.strictObject({ id: z.string().max(64) }),
  'time:changed': z.preprocess((value) => value ?? {}, z.strictObject({})),
  'account:linkUsed': z.strictObject({ linkId: z.string().max(64), sessionId: z.string().max(64) }),
  'account:sessionEnded': z.strictObject({ text: z.string().max(500) }),
  'account:withdrawalPaid': z.strictObject({ orderId: z.string().max(64), amount: z.number() }),
  'chat:read': z.preprocess(
    (value) => (typeof value === 'number' ? { unread: value } : value),
    z.strictObject({ unread: z.number().int().min(0) }),
  ),
} satisfies Record<ServerEvent['name'], z.ZodType>

export const pushSchema = z.strictObject({ event: z.enum(serverEventNames), payload: z.unknown() })

/**
 * The event to push; undefined when the payload does not match its kind. A paySuccess without `time` gets
 * `now`.
 */
export function toEvent(push: z.output<typeof pushSchema>, now: Date): ServerEvent | undefined {
  const parsed = payloads[push.event].safeParse(push.payload)
  if (!parsed.success) return undefined
  const payload = push.event === 'paySuccess' ? { time: now.toISOString(), ...parsed.data } : parsed.data
  // Checked above by the schema of this name.
  return { name: push.event, payload } as ServerEvent
}
