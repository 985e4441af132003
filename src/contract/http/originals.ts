import type { z } from 'zod'
import type { RowDoubleMode } from '../games/rowDouble.ts'
import { fromWireAmount, type Cents, type WalletName } from '../money.ts'
import { get, post } from './call.ts'
import type { RoundProof } from './game.ts'
import { fromWireWallet } from './wallet.ts'
import type * as schema from './originals.schema.ts'

type RoundWire = z.output<typeof schema.diceBet.data>
type RowDoubleWire = NonNullable<z.output<typeof schema.rowDoubleCurrent.data>>

const money = { idempotent: 'required' } as const

/** The originals whose bet decides the round at once (dice, limbo, luckyColor), and rowDouble. */
export const originalCalls = {
  diceBet: post<{ body: z.input<typeof schema.diceBet.body> }, RoundWire>('/api/app/game/dice/bet', money),
  limboBet: post<{ body: z.input<typeof schema.limboBet.body> }, RoundWire>('/api/app/game/limbo/bet', money),
  luckyColorBet: post<{ body: z.input<typeof schema.luckyColorBet.body> }, RoundWire>(
    '/api/app/game/luckyColor/bet',
    money,
  ),
  rowDoubleCurrent: get<object, RowDoubleWire | null>('/api/app/game/rowDouble/current'),
  rowDoubleBet: post<{ body: z.input<typeof schema.rowDoubleBet.body> }, RowDoubleWire>(
    '/api/app/game/rowDouble/bet',
    money,
  ),
  rowDoublePick: post<{ body: z.input<typeof schema.rowDoublePick.body> }, RowDoubleWire>(
    '/api/app/game/rowDouble/pick',
    money,
  ),
  rowDoubleCashOut: post<{ body: { roundId: string } }, RowDoubleWire>(
    '/api/app/game/rowDouble/cashOut',
    money,
  ),
  rowDoubleAuto: post<{ body: z.input<typeof schema.rowDoubleAuto.body> }, RowDoubleWire>(
    '/api/app/game/rowDouble/betPlay',
    money,
  ),
}

export interface RowDoubleRound {
  id: string
  stake: Cents
  wallet: WalletName
  mode: RowDoubleMode
  /** One tile for each row, from the bottom. */
  picks: number[]
  /** The safe tiles of each row; null until the round is over. */
  safe: number[][] | null
  status: 'open' | 'won' | 'lost' | 'refunded'
  multiplier: number
  nextMultiplier: number | null
  /** What a cash-out would pay now, or what was paid. */
  payout: Cents
  proof: RoundProof
}

export function fromWireRowDouble(wire: RowDoubleWire): RowDoubleRound {
  const { roundId, amount, time: _, ...rest } = wire
  return {
    ...rest,
    id: roundId,
    stake: fromWireAmount(amount),
    wallet: fromWireWallet(wire.wallet),
    payout: fromWireAmount(wire.payout),
  }
}
