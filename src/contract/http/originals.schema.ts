import { z } from 'zod'
import { roundWire } from './game.schema.ts'
import { amountIn, amountOut, id, isoDate, wallet } from './wire.schema.ts'

const stake = { amount: amountIn, wallet: wallet.optional() }

/** `chance` in percent, at most two decimals, 2 to 98. */
export const diceBet = {
  body: z.strictObject({ ...stake, direction: z.enum(['over', 'under']), chance: z.number() }),
  data: roundWire,
}

export const limboBet = { body: z.strictObject({ ...stake, target: z.number() }), data: roundWire }

export const luckyColorBet = {
  body: z.strictObject({
    wallet: wallet.optional(),
    stakes: z
      .array(z.strictObject({ pick: z.string().max(8), amount: amountIn }))
      .min(1)
      .max(15),
  }),
  data: roundWire,
}

/** A round of rowDouble; `safe`, the safe tiles of each row, is null until the round is over. */
const rowDoubleRound = z.object({
  roundId: id,
  amount: amountOut,
  wallet,
  mode: z.enum(['easy', 'medium', 'hard']),
  picks: z.array(z.number().int()).describe('one tile for each row, from the bottom'),
  safe: z.array(z.array(z.number().int())).nullable(),
  status: z.enum(['open', 'won', 'lost', 'refunded']),
  multiplier: z.number(),
  nextMultiplier: z.number().nullable(),
  payout: amountOut.describe('what a cash-out pays now, or what was paid'),
  time: isoDate,
  proof: roundWire.shape.proof,
})
const mode = z.enum(['easy', 'medium', 'hard'])

export const rowDoubleCurrent = { data: rowDoubleRound.nullable() }
export const rowDoubleBet = { body: z.strictObject({ ...stake, mode }), data: rowDoubleRound }
export const rowDoublePick = {
  body: z.strictObject({ roundId: id, row: z.number().int(), tile: z.number().int() }),
  data: rowDoubleRound,
}
export const rowDoubleCashOut = { body: z.strictObject({ roundId: id }), data: rowDoubleRound }
/** A whole round in one call, for automatic play: picks one tile for each row, then cashes out. */
export const rowDoubleAuto = {
  body: z.strictObject({ ...stake, mode, tiles: z.array(z.number().int()).min(1).max(9) }),
  data: rowDoubleRound,
}
