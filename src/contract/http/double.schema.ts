import { z } from 'zod'
import { roundWire } from './game.schema.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

const colour = z.enum(['red', 'white', 'black'])
const total = z.object({
  amount: amountOut.describe('without what players hide'),
  count: z.number().int(),
})

/** The shared round as all players see it. */
export const doubleRound = z.object({
  roundId: id,
  serverTime: isoDate,
  phase: z.enum(['betting', 'spinning', 'result']),
  startsAt: isoDate,
  bettingEndsAt: isoDate,
  landsAt: isoDate.describe('when the wheel stands and bets are paid'),
  endsAt: isoDate,
  slot: z.number().int().nullable().describe('null while bets are accepted'),
  proof: z.object({
    serverSeedHash: z.string(),
    serverSeed: z.string().nullable().describe('null while bets are accepted'),
    clientSeed: z.string(),
    nonce: z.number().int().describe('position of the round in the chain, from 0'),
    commitment: z.string().describe('hash of the first seed of the chain'),
    chainLength: z.number().int(),
  }),
  totals: z.object({ red: total, white: total, black: total }),
  bets: z
    .array(
      z.object({
        betId: id,
        player: z.string().nullable().describe('null for an anonymous player'),
        avatar: z.number().int().nullable().describe('null for an anonymous player'),
        colour,
        amount: amountOut.nullable().describe('null for a player who hides amounts'),
      }),
    )
    .describe('of all players, newest first, at most 20'),
})

export const doubleState = {
  data: doubleRound.extend({
    mine: z
      .array(z.object({ betId: id, colour, amount: amountOut, wallet }))
      .describe('own bets on this round; empty when logged out'),
    history: z
      .array(z.object({ roundId: id, slot: z.number().int(), serverSeed: z.string() }))
      .describe('the last results, newest first, at most 20'),
  }),
}

/** With `roundId`, the bet is refused unless that is the current round. */
export const doubleBet = {
  body: z.strictObject({ amount: amountIn, wallet: wallet.optional(), colour, roundId: id.optional() }),
  data: roundWire,
}
