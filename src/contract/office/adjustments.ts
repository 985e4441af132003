import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export const adjustmentKinds = ['goodwill', 'correction', 'chargeback', 'prize', 'other'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** Money that the operator gave (above zero) or took. */
export interface AdjustmentRow {
  id: string
  playerId: string
  email: string
  account: 'cash' | 'bonus'
  amountCents: number
  kind: AdjustmentKind
  reason: string
  /** Who made it, or confirmed it; the audit has both. */
  madeByName: string
  createdAt: string
}

export interface AdjustmentFilter {
  playerId?: string
  kind?: AdjustmentKind
  from?: string
  to?: string
}

const list = officeListCall<AdjustmentRow, AdjustmentFilter>()({
  name: 'adjustments.list',
  path: '/api/adjustments',
  permission: 'adjustments.read',
  sorts: ['createdAt'],
  order: 'desc',
})

export const adjustmentCalls = {
  list,
  export: officeCsvCall(list, 'adjustments.read'),
  /**
   * Gives or takes an amount at the house's expense, as one posting. Above the limit of the settings a second person
   * confirms it. It is no deposit: neither level nor turnover change.
   */
  make: officeCall<
    {
      body: {
        /** Id or e-mail. */
        player: string
        account: AdjustmentRow['account']
        /** Integer cents; below zero takes. */
        amountCents: number
        kind: AdjustmentKind
        reason: string
      }
    },
    AdjustmentRow
  >({
    name: 'adjustments.make',
    path: '/api/adjustments/make',
    permission: 'adjustments.make',
    kind: 'action',
  }),
}
