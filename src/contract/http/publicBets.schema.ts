import { z } from 'zod'
import { amountOut, id, isoDate } from './wire.schema.ts'
import { roundWire } from './game.schema.ts'

const publicBet = z.object({
  roundId: id
    .nullable()
    .describe('opens its public proof; null for a bet on a match and for an anonymous player'),
  player: z.string().describe('the name that the player shows, or that of an anonymous one'),
  avatar: z.number().int().nullable().describe('0 to 35; null for an anonymous player'),
  gameCode: z.string(),
  multiplier: z.number(),
  stake: amountOut.nullable().describe('null for a player who hides amounts'),
  payout: amountOut.nullable().describe('what came back; null as the stake'),
  time: isoDate,
})

/** What others have just won, and the largest returns of the last day; of one game or of all. */
export const publicBets = {
  query: z.object({ game: z.string().min(1).max(64).optional() }),
  data: z.object({ latest: z.array(publicBet), largest: z.array(publicBet) }),
}

/** A settled round without its player and stake. */
export const publicRound = {
  params: z.object({ roundId: id }),
  data: roundWire
    .pick({ roundId: true, gameCode: true, multiplier: true, params: true, time: true, proof: true })
    .extend({ payout: amountOut.nullable().describe('null for a player who hides amounts') }),
}
