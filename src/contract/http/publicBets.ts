import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { get } from './call.ts'
import type * as schema from './publicBets.schema.ts'

type PublicBetWire = z.output<typeof schema.publicBets.data>['latest'][number]
type PublicRoundWire = z.output<typeof schema.publicRound.data>

/** What everybody may see of the bets of others. */
export const publicBetCalls = {
  bets: get<{ query?: { game?: string } }, z.output<typeof schema.publicBets.data>>('/api/app/main/bets', {
    auth: 'none',
  }),
  round: get<{ params: { roundId: string } }, PublicRoundWire>('/api/app/game/publicRound/{roundId}', {
    auth: 'none',
  }),
}

/** A settled bet of another player. Amounts in cents, null where the player hides them; `avatar` is null for an anonymous one. */
export interface PublicBet {
  roundId: string | null
  player: string
  avatar: number | null
  gameCode: string
  multiplier: number
  stake: Cents | null
  payout: Cents | null
  time: string
}

export function fromWirePublicBet(wire: PublicBetWire): PublicBet {
  return { ...wire, stake: fromWireHidden(wire.stake), payout: fromWireHidden(wire.payout) }
}

/** An amount that its player may hide. */
export function fromWireHidden(amount: number | null): Cents | null {
  return amount === null ? null : fromWireAmount(amount)
}
