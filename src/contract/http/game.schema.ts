import { z } from 'zod'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

/** What is in play: live matches and the player's unfinished rounds. */
const inPlayItem = z.union([
  z.object({
    kind: z.literal('round'),
    gameCode: z.string(),
    roundId: id,
    amount: amountOut,
    time: isoDate,
  }),
  z.object({
    kind: z.literal('match'),
    matchId: id,
    sport: z.string(),
    home: z.string(),
    away: z.string(),
    homeScore: z.number().int(),
    awayScore: z.number().int(),
    period: z.number().int(),
    time: isoDate,
    prices: z
      .array(z.object({ key: z.string(), odds: z.number() }))
      .optional()
      .describe('of the winner, while bets on it are open: home, draw where there is one, away'),
  }),
])
export const inPlay = { data: z.array(inPlayItem) }
export const stopGame = { data: z.null() }

export const list = {
  data: z.array(
    z.object({
      gameCode: z.string(),
      name: z.string(),
      kind: z.enum(['original', 'slot', 'sport']),
      route: z.string().describe('where the client opens it'),
      hot: z.boolean(),
      sort: z.number().int(),
      rtp: z.number().nullable(),
      picture: z
        .string()
        .nullable()
        .describe('address of its picture at its provider; null: one of the client'),
      favourite: z.boolean(),
      recent: isoDate.nullable().describe('when the player last played it'),
    }),
  ),
}

export const favourite = {
  params: z.object({ gameCode: z.string().max(64) }),
  body: z.strictObject({ favourite: z.boolean() }),
  data: z.null(),
}

/** The active pair of seeds. Rotating it reveals its server seed. */
const seedPair = z.object({
  serverSeedHash: z.string(),
  nextServerSeedHash: z.string().describe('SHA-256 of the next server seed, which is already drawn'),
  clientSeed: z.string(),
  nonce: z.number().int().describe('of the next round'),
  previous: z
    .object({
      serverSeed: z.string(),
      serverSeedHash: z.string(),
      clientSeed: z.string(),
      nonce: z.number().int(),
    })
    .nullable(),
})
export const seeds = { data: seedPair }
export const rotateSeeds = { body: z.strictObject({ clientSeed: z.string().max(64) }), data: seedPair }

/** Proof of a round; `serverSeed` is null until its pair of seeds is rotated. */
const proof = z.object({
  serverSeedHash: z.string(),
  serverSeed: z.string().nullable(),
  clientSeed: z.string(),
  nonce: z.number().int(),
})

export const roundWire = z.object({
  roundId: id,
  gameCode: z.string(),
  amount: amountOut,
  wallet,
  status: z.enum(['open', 'won', 'lost', 'refunded']),
  multiplier: z.number(),
  payout: amountOut,
  params: z.record(z.string(), z.unknown()),
  outcome: z.record(z.string(), z.unknown()),
  time: isoDate,
  proof,
})

export const history = {
  params: z.object({ gameCode: z.string().max(64) }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
  data: z.array(roundWire),
}
export const roundDetail = { params: z.object({ roundId: id }), data: roundWire }

/** A round of mines; `mines` is null until the round is over. */
const minesRound = z.object({
  roundId: id,
  amount: amountOut,
  wallet,
  mineCount: z.number().int(),
  opened: z.array(z.number().int()),
  mines: z.array(z.number().int()).nullable(),
  status: z.enum(['open', 'won', 'lost', 'refunded']),
  multiplier: z.number(),
  nextMultiplier: z.number().nullable(),
  payout: amountOut.describe('what a cash-out pays now, or what was paid'),
  time: isoDate,
  proof,
})
export const minesCurrent = { data: minesRound.nullable() }
export const minesBet = {
  body: z.strictObject({ amount: amountIn, wallet: wallet.optional(), mineCount: z.number().int() }),
  data: minesRound,
}
export const minesOpen = {
  body: z.strictObject({ roundId: id, tile: z.number().int() }),
  data: minesRound,
}
export const minesCashOut = { body: z.strictObject({ roundId: id }), data: minesRound }
/** A whole round in one call, for automatic play: opens the tiles in this order, then cashes out. */
export const minesAuto = {
  body: z.strictObject({
    amount: amountIn,
    wallet: wallet.optional(),
    mineCount: z.number().int(),
    tiles: z.array(z.number().int()).min(1).max(24),
  }),
  data: minesRound,
}
