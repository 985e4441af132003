import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export const depositStates = ['created', 'pending', 'paid', 'cancelled', 'failed', 'expired'] as const
export type DepositState = (typeof depositStates)[number]

export interface DepositRow {
  id: string
  playerId: string
  email: string
  provider: string
  /** The provider's number of the charge; empty before it has one. */
  reference: string
  /** What is credited, what of it the house pays, and the bonus on top. */
  amountCents: number
  discountCents: number
  bonusCents: number
  state: DepositState
  /** Why a payment goes, or went, back to its payer. */
  refusal: 'payerMismatch' | 'accountClosed' | null
  refundedAt: string | null
  createdAt: string
  paidAt: string | null
  /**
   * Where only the player's own accounts may pay: the bank did not say who paid (`unknown`), and somebody has found out that
   * it was the player (`checked`). null: nothing to check.
   */
  payer: 'unknown' | 'checked' | null
  /** What a bank took back later. */
  takenBackCents: number
}

export interface DepositFilter {
  /** The beginning of an e-mail, an id of ours, or the provider's number. */
  q?: string
  state?: DepositState
  payer?: 'unknown'
  playerId?: string
  from?: string
  to?: string
}

const list = officeListCall<DepositRow, DepositFilter>()({
  name: 'deposits.list',
  path: '/api/deposits',
  permission: 'deposits.read',
  sorts: ['createdAt'],
  order: 'desc',
})

export const depositCalls = {
  list,
  export: officeCsvCall(list, 'deposits.read'),
  get: officeCall<{ params: { id: string } }, DepositRow>({
    name: 'deposits.get',
    path: '/api/deposits/{id}',
    permission: 'deposits.read',
    kind: 'read',
  }),
  /** Somebody has found out that the player paid. Until then no rule approves this player's withdrawals. */
  confirmPayer: officeCall<{ params: { id: string }; body: { reason: string } }, DepositRow>({
    name: 'deposits.confirmPayer',
    path: '/api/deposits/{id}/confirm-payer',
    permission: 'reconciliation.resolve',
    kind: 'action',
  }),
}
