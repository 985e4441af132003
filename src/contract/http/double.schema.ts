import { z } from 'zod'
import { roundWire } from './game.schema.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

const colour = z.enum(['red', 'white', 'black'])
const total = z.object({ amount: amountOut, count: z.number().int() })

/** The shared round as everybody sees it. */
export const doubleRound = z.object({
  roundId: id,
  serverTime: isoDate,
  phase: z.enum(['betting', 'spinning', 'result']),
  startsAt: isoDate,
  bettingEndsAt: isoDate,
  landsAt: isoDate.describe('the wheel stands, bets are paid'),
  endsAt: isoDate,
  slot: z.number().int().nullable().describe('null while bets are taken'),
  proof: z.object({
    serverSeedHash: z.string(),
    serverSeed: z.string().nullable().describe('null while bets are taken'),
    clientSeed: z.string(),
    nonce: z.number().int().describe('place of the round in the chain, from 0'),
    commitment: z.string().describe('hash of the first seed of the chain'),
    chainLength: z.number().int(),
  }),
  totals: z.object({ red: total, white: total, black: total }),
  bets: z
    .array(z.object({ betId: id, player: z.string(), colour, amount: amountOut }))
    .describe('of all players, newest first, names masked, at most 20'),
})

export const doubleState = {
  data: doubleRound.extend({
    mine: z
      .array(z.object({ betId: id, colour, amount: amountOut, wallet }))
      .describe('own bets on this round; empty when logged out'),
    history: z
      .array(z.object({ roundId: id, slot: z.number().int(), serverSeed: z.string() }))
      .describe('last results, newest first, at most 20'),
  }),
}

/** With `roundId` the bet is for that round and no other. */
export const doubleBet = {
  body: z.strictObject({ amount: amountIn, wallet: wallet.optional(), colour, roundId: id.optional() }),
  data: roundWire,
}
