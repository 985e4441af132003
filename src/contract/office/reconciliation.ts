import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export const differenceSides = ['deposits', 'payouts', 'games'] as const
type DifferenceSide = (typeof differenceSides)[number]

export interface DifferenceRow {
  id: string
  provider: string
  side: DifferenceSide
  kind: string
  /** Our id of the order, withdrawal or round, or the provider's number of a payment that we do not know. */
  subject: string
  playerId: string | null
  email: string | null
  reference: string | null
  ours: { state: string; amountCents: number } | null
  theirs: { state: string; amountCents: number } | null
  /** When it was paid, and when the difference was found. */
  at: string
  foundAt: string
  state: 'open' | 'resolved'
  resolvedAt: string | null
  resolvedBy: string | null
  resolvedReason: string | null
}

export interface DifferenceFilter {
  state?: 'open' | 'resolved'
  side?: DifferenceSide
  playerId?: string
}

const list = officeListCall<DifferenceRow, DifferenceFilter>()({
  name: 'reconciliation.list',
  path: '/api/reconciliation',
  permission: 'reconciliation.read',
  sorts: ['foundAt'],
  order: 'desc',
})

export const reconciliationCalls = {
  list,
  export: officeCsvCall(list, 'reconciliation.read'),
  get: officeCall<{ params: { id: string } }, DifferenceRow>({
    name: 'reconciliation.get',
    path: '/api/reconciliation/{id}',
    permission: 'reconciliation.read',
    kind: 'read',
  }),
  /** Somebody has dealt with it, and says how. It moves no money. */
  resolve: officeCall<{ params: { id: string }; body: { reason: string } }, DifferenceRow>({
    name: 'reconciliation.resolve',
    path: '/api/reconciliation/{id}/resolve',
    permission: 'reconciliation.resolve',
    kind: 'action',
  }),
}
