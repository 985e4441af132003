import { z } from 'zod'
import { slotCodes } from '../games/slotThemes.ts'
import { roundWire } from './game.schema.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

/** What the host is told: which page to frame, and the ticket to hand to it. */
export const session = {
  params: z.object({ gameCode: z.string().min(1).max(64) }),
  data: z.object({
    url: z.string().describe('what the frame loads'),
    origin: z.string().describe('of that page: the only one whose messages count'),
    ticket: z.string().describe('single use, a minute'),
    expiresAt: isoDate,
  }),
}

/** The game takes the ticket: once. */
export const exchange = {
  body: z.strictObject({ gameCode: z.string().min(1).max(64), ticket: z.string().min(1).max(200) }),
  data: z.object({
    token: z.string().describe('Authorization of the calls below: for this game and player alone'),
    gameCode: z.string(),
    expiresAt: isoDate.describe('half an hour after the last call'),
  }),
}

const gameCode = z.enum(slotCodes)

const spinWire = z.object({
  stops: z.array(z.number().int()).describe('index of the strip in the top row, reel by reel'),
  lines: z.array(
    z.object({
      line: z.number().int(),
      symbol: z.string(),
      count: z.number().int(),
      wild: z.boolean(),
      units: z.number().int().describe('twentieths of the stake, before the factor'),
    }),
  ),
  scatters: z.number().int(),
  scatterUnits: z.number().int(),
  awarded: z.number().int().describe('free spins that this spin gives'),
  factor: z.number().int(),
  units: z.number().int().describe('all that this spin wins'),
})

const slotRound = roundWire.omit({ params: true, outcome: true }).extend({
  units: z.number().int(),
  spins: z.array(spinWire).describe('the paid spin, then the free ones'),
})

/** `gameCode` must be the session's: a key of one game is never the key of another. */
export const spin = {
  body: z.strictObject({ gameCode, amount: amountIn, wallet: wallet.optional() }),
  data: slotRound.extend({ balance: amountOut, freeBalance: amountOut }),
}

export const state = {
  data: z.object({
    gameCode,
    balance: amountOut,
    freeBalance: amountOut,
    minStake: amountOut,
    maxStake: amountOut,
    stakes: z.array(amountOut),
    maxWin: amountOut,
    rtp: z.number(),
    unseen: slotRound
      .nullable()
      .describe('the last round, paid already, when its free spins were not shown to the end'),
    recent: z.array(slotRound).describe('the last 20, newest first'),
  }),
}

export const shown = { body: z.strictObject({ roundId: id }), data: z.null() }
