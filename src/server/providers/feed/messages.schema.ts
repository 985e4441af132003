import { z } from 'zod'
import { endReasons } from '#contract/rules/settlementRules.ts'
import { correctionReasons } from '#contract/rules/sportRules.ts'
import { matchStatistics, optionOfKey, sports, type Market } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { FeedMessage } from './FeedProvider.ts'

const id = z.string().min(1).max(64)
const named = z.strictObject({ id, name: z.string().min(1).max(200) })
const time = z.number().int().nonnegative()
const count = z.number().int().min(0).max(9_999)
const score = z.strictObject({ home: count, away: count })
/** Null: not known. */
const part = score.nullable()
const gameTime = z.literal(Object.values(GameTime))
/** Option keys say which markets exist. */
const market = z.custom<Market>((name) => typeof name === 'string')
const parts = z.strictObject({
  [GameTime.fullMatch]: score.optional(),
  [GameTime.firstHalf]: part.optional(),
  [GameTime.cornerKick]: part.optional(),
  [GameTime.quarter1]: part.optional(),
  [GameTime.quarter2]: part.optional(),
  [GameTime.quarter3]: part.optional(),
  [GameTime.quarter4]: part.optional(),
})

const fixture = z.strictObject({
  kind: z.literal('fixture'),
  matchId: id,
  sport: z.enum(sports),
  league: named.extend({ country: named.optional() }),
  home: named,
  away: named,
  startsAt: time,
  isNeutral: z.boolean().optional(),
  coverage: z.array(gameTime).optional(),
  setsToWin: z.number().int().min(1).max(50).optional(),
})

const state = z.strictObject({
  kind: z.literal('state'),
  matchId: id,
  period: z.literal(Object.values(MatchPeriod)).optional(),
  periodSince: time.optional(),
  minute: z.number().int().min(0).max(400).nullable().optional(),
  parts: parts.optional(),
  sets: z.array(score).max(50).optional(),
  isSuspended: z.boolean().optional(),
  outcome: z
    .strictObject({ winner: z.enum(['home', 'away']).nullable(), reason: z.enum(endReasons) })
    .optional(),
  statistics: z.array(score.extend({ kind: z.enum(matchStatistics) })).optional(),
  mayBeOld: z.boolean().optional(),
  correction: z.enum(correctionReasons).optional(),
})

const prices = z
  .strictObject({
    market,
    gameTime,
    line: z.number().nullable(),
    isMain: z.boolean(),
    isSuspended: z.boolean(),
    options: z.record(z.string(), z.number().positive().max(100_000).nullable()),
  })
  .refine(({ market, gameTime, options }) => {
    const known = Object.keys(options).map(optionOfKey)
    return known.every((option) => option?.selection.market === market && option.gameTime === gameTime)
  }, 'an option of another market')

const markets = z.strictObject({
  kind: z.literal('markets'),
  matchId: id,
  markets: z.array(prices),
  areAll: z.boolean().optional(),
})

const betCancel = z.strictObject({
  kind: z.enum(['betCancel', 'betRestore']),
  matchId: id,
  market: z.strictObject({ market, gameTime }).optional(),
  from: time.optional(),
  until: time.optional(),
})

/** What a provider tells, as recordings have it: with the time at which it was told, in ms since 1970. */
export const recordedSchema = z.strictObject({
  at: time,
  tell: z.discriminatedUnion('kind', [fixture, state, markets, betCancel]),
})

export interface Recorded {
  at: number
  tell: FeedMessage
}
