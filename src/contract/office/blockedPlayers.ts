import type { BlockReason } from '../rules/blockReasons.ts'
import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

/**
 * Where a player stands whom the register names. `withdrawing`: may withdraw until `withdrawUntil`. `paying`: what is left is
 * being paid. `late`: that was to be over. `undeliverable`: the bank has sent every payout back, so a person pays it. `locked`: staff have locked the money, so nothing is paid by itself. `unclaimed`: 180
 * days have passed, and it is still here. `paid`: nothing is left. `ended`: the register does not name the player any more.
 */
export const blockStates = [
  'withdrawing',
  'paying',
  'late',
  'undeliverable',
  'locked',
  'unclaimed',
  'paid',
  'ended',
] as const
export type BlockState = (typeof blockStates)[number]

export interface BlockedPlayer {
  id: string
  playerId: string
  email: string
  /** What the player was told, and the register's own words. */
  reasons: BlockReason[]
  registerWords: string[]
  /** The register's number of the answer, which is the proof. */
  requestId: string | null
  state: BlockState
  /** All ISO 8601. */
  blockedAt: string
  withdrawUntil: string
  payUntil: string
  closedAt: string | null
  /** Cash, withdrawals on their way and open bets. */
  leftCents: number
}

export interface BlockedPlayerFilter {
  state?: BlockState
  playerId?: string
}

const list = officeListCall<BlockedPlayer, BlockedPlayerFilter>()({
  name: 'blockedPlayers.list',
  path: '/api/blocked-players',
  permission: 'blockedPlayers.read',
  sorts: ['blockedAt'],
  order: 'desc',
})

export const blockedPlayerCalls = {
  list,
  export: officeCsvCall(list, 'blockedPlayers.read'),
  /** Has the money sent again that the bank has sent back every time, to the key of the CPF. */
  payAgain: officeCall<{ params: { id: string }; body: { reason: string } }, BlockedPlayer>({
    name: 'blockedPlayers.payAgain',
    path: '/api/blocked-players/{id}/pay-again',
    permission: 'withdrawals.decide',
    kind: 'action',
  }),
}
