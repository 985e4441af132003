import type { PrizeReason } from '../rules/prizeSuspension.ts'
import { officeCall, officeListCall } from './officeCall.ts'

/** `active`: the amount is out of the player's reach; `ended`: it is back in the wallet. */
export const suspensionStates = ['active', 'ended'] as const
export type SuspensionState = (typeof suspensionStates)[number]

export interface SuspendedPrizeRow {
  id: string
  playerId: string
  email: string
  refKind: 'ticket' | 'round'
  refId: string
  amountCents: number
  reason: PrizeReason
  /** For the staff. */
  note: string
  state: SuspensionState
  createdAt: string
  madeByName: string
  until: string
  endedAt: string | null
  /** Name; `term` when the term was over, `correction` when the result was corrected. */
  endedByName: string | null
}

export interface SuspendedPrizeFilter {
  state?: SuspensionState
  playerId?: string
}

const decide = { permission: 'players.changeStatus', kind: 'action' } as const

export const suspendedPrizeCalls = {
  list: officeListCall<SuspendedPrizeRow, SuspendedPrizeFilter>()({
    name: 'suspendedPrizes.list',
    path: '/api/suspended-prizes',
    permission: 'players.read',
    sorts: ['createdAt'],
    order: 'desc',
  }),
  /**
   * Takes what a bet has paid, as far as it is still in cash, out of the player's reach until `until`. The player is told why.
   * From the amount of the settings for adjustments on a second person confirms it.
   */
  suspend: officeCall<
    { body: { bet: string; prizeReason: PrizeReason; until: string; reason: string } },
    SuspendedPrizeRow
  >({ name: 'suspendedPrizes.suspend', path: '/api/suspended-prizes/suspend', ...decide }),
  /** Gives it back before the term; four eyes as for every block that is lifted. */
  release: officeCall<{ params: { id: string }; body: { reason: string } }, SuspendedPrizeRow>({
    name: 'suspendedPrizes.release',
    path: '/api/suspended-prizes/{id}/release',
    ...decide,
  }),
}
