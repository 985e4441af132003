import { z } from 'zod'
import { amountOut, id, isoDate } from './wire.schema.ts'
import { roundWire } from './game.schema.ts'

const publicBet = z.object({
  roundId: id.nullable().describe('opens its public proof; null for a bet on a match'),
  player: z.string().describe('masked'),
  gameCode: z.string(),
  multiplier: z.number(),
  payout: amountOut.describe('what came back; the stake is not told'),
  time: isoDate,
})

/** What others have just played, and the largest returns of the last day. */
export const publicBets = { data: z.object({ latest: z.array(publicBet), largest: z.array(publicBet) }) }

/** A settled round without its player and stake. */
export const publicRound = {
  params: z.object({ roundId: id }),
  data: roundWire.pick({
    roundId: true,
    gameCode: true,
    multiplier: true,
    payout: true,
    params: true,
    time: true,
    proof: true,
  }),
}
