import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

/** What the staff chooses from. */
export const adjustmentKinds = ['goodwill', 'correction', 'chargeback', 'prize', 'other'] as const
/** `givenUp`: a player left it to the house, to close the account; `writtenOff`: a debt that the house gave up. */
export const listedAdjustmentKinds = [...adjustmentKinds, 'givenUp', 'writtenOff'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
export type ListedAdjustmentKind = (typeof listedAdjustmentKinds)[number]

/** Money that the operator gave (above zero) or took, or that a player gave up. */
export interface AdjustmentRow {
  id: string
  playerId: string
  email: string
  account: 'cash' | 'bonus' | 'debt'
  amountCents: number
  kind: ListedAdjustmentKind
  reason: string
  /** Who of the staff made it, or confirmed it; the audit has both. null: the player. */
  madeByName: string | null
  createdAt: string
}

export interface AdjustmentFilter {
  playerId?: string
  kind?: ListedAdjustmentKind
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
        account: 'cash' | 'bonus'
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
