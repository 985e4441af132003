import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { get } from './call.ts'
import type * as schema from './publicBets.schema.ts'

type PublicBetWire = z.output<typeof schema.publicBets.data>['latest'][number]
type PublicRoundWire = z.output<typeof schema.publicRound.data>

/** What everybody may see of the bets of others. */
export const publicBetCalls = {
  bets: get<object, z.output<typeof schema.publicBets.data>>('/api/app/main/bets', { auth: 'none' }),
  round: get<{ params: { roundId: string } }, PublicRoundWire>('/api/app/game/publicRound/{roundId}', {
    auth: 'none',
  }),
}

/** A settled bet of a masked player. `payout` in cents; the stake is not published. */
export interface PublicBet {
  roundId: string | null
  player: string
  gameCode: string
  multiplier: number
  payout: Cents
  time: string
}

export function fromWirePublicBet(wire: PublicBetWire): PublicBet {
  return { ...wire, payout: fromWireAmount(wire.payout) }
}
