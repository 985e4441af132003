import { z } from 'zod'
import { centsWithin, fractionWithin, problem } from '../bounds.schema.ts'
import { endReasons } from '../rules/settlementRules.ts'
import { correctionReasons } from '../rules/sportRules.ts'
import { isSport, sports, ticketLimits } from '../rules/sports.ts'
import { GameTime } from '../statusCodes.ts'
import { byId, reason, search } from './fields.schema.ts'
import { matchStages } from './sports.ts'

export { byId }

const stake = centsWithin(1, ticketLimits.maxStake).nullable()
const win = centsWithin(1, ticketLimits.maxReturn).nullable()
const count = z.number().int().min(0).max(999)
/** `winner:1`. */
const market = z.string().regex(/^[a-zA-Z]{1,20}:\d{1,4}$/)

const scope = z
  .strictObject({
    sport: z.string().refine((text) => text === '' || isSport(text)),
    league: z.string().max(100),
    matchId: z.string().max(64),
    market: z.union([z.literal(''), market]),
  })
  .refine(({ sport, league, matchId }) =>
    matchId === '' ? league === '' || sport !== '' : sport === '' && league === '',
  )

export const matches = z.object({
  stage: z.enum(matchStages).optional(),
  sport: z.enum(sports).optional(),
  q: search.optional(),
})
export const rules = z.object({ sport: z.enum(sports).optional() })
const result = z.strictObject({
  kind: z.literal('result'),
  scores: z
    .array(z.strictObject({ gameTime: z.literal(Object.values(GameTime)), home: count, away: count }))
    .min(1)
    .max(10),
  outcome: z
    .strictObject({ winner: z.enum(['home', 'away']).nullable(), reason: z.enum(endReasons) })
    .nullable()
    .optional(),
  correction: z.enum(correctionReasons).optional(),
})
const feed = z.strictObject({ kind: z.literal('feed') })
const voidMatch = z.strictObject({ kind: z.literal('voidMatch') })
const voidMarket = z.strictObject({ kind: z.literal('voidMarket'), market })
export const verdict = z.discriminatedUnion('kind', [result, feed, voidMatch, voidMarket])
export const preview = z.object({ verdict: z.string().max(2_000) })
export const settle = z.strictObject({ verdict: z.discriminatedUnion('kind', [result, feed]), reason })
export const voids = z.strictObject({
  verdict: z.discriminatedUnion('kind', [voidMatch, voidMarket]),
  reason,
})
export const scoped = z.strictObject({ scope, reason })
const seenTerm = z.number().nullable().optional()
export const terms = z.strictObject({
  scope,
  terms: z
    .strictObject({
      priceFactor: fractionWithin(0.5, 1.1).nullable().optional(),
      margin: fractionWithin(0.02, 0.5).nullable().optional(),
      maxStakeCents: stake.optional(),
      maxWinCents: win.optional(),
      maxExposureCents: centsWithin(1, 1_000_000_000_00).nullable().optional(),
    })
    .refine((terms) => Object.keys(terms).length > 0, {
      ...problem('nothingChanged'),
      path: ['priceFactor'],
    }),
  seen: z
    .strictObject({
      priceFactor: seenTerm,
      margin: seenTerm,
      maxStakeCents: seenTerm,
      maxWinCents: seenTerm,
      maxExposureCents: seenTerm,
    })
    .optional(),
  reason,
})
export const playerLimits = z.strictObject({
  maxStakeCents: stake,
  maxWinCents: win,
  seen: z
    .strictObject({ maxStakeCents: z.number().nullable(), maxWinCents: z.number().nullable() })
    .optional(),
  reason,
})
