import type { WalletName } from '../money.ts'
import type { PrizeReason } from '../rules/prizeSuspension.ts'
import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

/** `active`: the amount is out of the player's reach; `ended`: it is back in the wallet, or there was none; `taken`: by the house. */
export const suspensionStates = ['active', 'ended', 'taken'] as const
export type SuspensionState = (typeof suspensionStates)[number]

export interface SuspendedPrizeRow {
  id: string
  playerId: string
  email: string
  refKind: 'ticket' | 'round' | 'award'
  refId: string
  /** null: the bet is open, or has paid nothing. */
  amountCents: number | null
  wallet: WalletName
  reason: PrizeReason
  /** For the staff. */
  note: string
  state: SuspensionState
  createdAt: string
  madeByName: string
  until: string
  endedAt: string | null
  /**
   * Name; `term` when the term was over, `correction` when the result was corrected, `reversal` when a bank took a deposit back,
   * `void` when the stake of an open bet came back, `unpaid` when it paid nothing.
   */
  endedByName: string | null
}

export interface SuspendedPrizeFilter {
  state?: SuspensionState
  playerId?: string
}

const decide = { permission: 'players.changeStatus', kind: 'action' } as const

const list = officeListCall<SuspendedPrizeRow, SuspendedPrizeFilter>()({
  name: 'suspendedPrizes.list',
  path: '/api/suspended-prizes',
  permission: 'players.read',
  sorts: ['createdAt'],
  order: 'desc',
})

export const suspendedPrizeCalls = {
  list,
  export: officeCsvCall(list, 'players.exportData'),
  /**
   * Takes what a bet or an award has paid, as far as the player has it, out of the player's reach until `until`; of an open bet,
   * what it will pay. The player is told why. From the amount of the settings for adjustments on, of an open bet by the most that it
   * pays, a second person confirms it.
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
  /** The house takes it for good, as an adjustment; a second person as for those. `prizeReason` is what the player is told. */
  take: officeCall<
    { params: { id: string }; body: { prizeReason: PrizeReason; reason: string } },
    SuspendedPrizeRow
  >({ name: 'suspendedPrizes.take', path: '/api/suspended-prizes/{id}/take', ...decide }),
}
