import { z } from 'zod'
import { slotCodes } from '../games/slotThemes.ts'
import { roundWire } from './game.schema.ts'
import { amountIn, amountOut, balancesOut, id, isoDate, wallet } from './wire.schema.ts'

/** For the host: the page to frame, and the ticket to pass to it. */
export const session = {
  params: z.object({ gameCode: z.string().min(1).max(64) }),
  data: z.object({
    url: z.string().describe('address of the page in the frame'),
    origin: z.string().describe('origin of that page; messages of any other are ignored'),
    exitOrigin: z
      .string()
      .describe('origin of our page to which a game without the protocol returns, and which posts `exit`'),
    hasProtocol: z.boolean().describe('whether the page speaks the frame protocol'),
    name: z.string().describe('of the game, in the language of the caller'),
    ticket: z.string().describe('can be used once, within a minute'),
    expiresAt: isoDate,
  }),
}

/** The game exchanges the ticket for its session. */
export const exchange = {
  body: z.strictObject({ gameCode: z.string().min(1).max(64), ticket: z.string().min(1).max(200) }),
  data: z.object({
    token: z.string().describe('Authorization of the calls of this game and player'),
    gameCode: z.string(),
    expiresAt: isoDate.describe('half an hour after the last call of the session'),
  }),
}

const gameCode = z.enum(slotCodes)

const spinWire = z.object({
  stops: z
    .array(z.number().int())
    .describe('for each reel, the index on its strip of the symbol in the top row'),
  lines: z.array(
    z.object({
      line: z.number().int(),
      symbol: z.string(),
      count: z.number().int(),
      wild: z.boolean(),
      units: z.number().int().describe('twentieths of the stake, before the factor of free spins'),
    }),
  ),
  scatters: z.number().int(),
  scatterUnits: z.number().int(),
  awarded: z.number().int().describe('free spins that this spin awards'),
  factor: z.number().int(),
  units: z.number().int().describe('what this spin wins, in twentieths of the stake'),
})

const slotRound = roundWire.omit({ params: true, outcome: true }).extend({
  units: z.number().int(),
  spins: z.array(spinWire).describe('the paid spin, then the free spins'),
})

/** `gameCode` must be the session's, so that an idempotency key is never used for two games. */
export const spin = {
  body: z.strictObject({ gameCode, amount: amountIn, wallet: wallet.optional() }),
  data: slotRound.extend(balancesOut),
}

export const state = {
  data: z.object({
    gameCode,
    ...balancesOut,
    minStake: amountOut,
    maxStake: amountOut,
    stakes: z.array(amountOut),
    maxWin: amountOut,
    rtp: z.number(),
    unseen: slotRound
      .nullable()
      .describe('the last round if its free spins were not shown to the end; it is already paid'),
    recent: z.array(slotRound).describe('the last 20 rounds, newest first'),
  }),
}

export const shown = { body: z.strictObject({ roundId: id }), data: z.null() }
