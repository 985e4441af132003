import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

export const voucherStates = ['open', 'redeemed', 'paid', 'expired', 'void'] as const
export type VoucherState = (typeof voucherStates)[number]

export interface Voucher {
  id: string
  amountCents: number
  state: VoucherState
  createdAt: string
  expiresAt: string
  /** Who issued it and, above the limit, confirmed it. */
  issuedByName: string | null
  redeemedAt: string | null
  /** The player who has redeemed it. */
  playerId: string | null
  email: string | null
  voidedAt: string | null
  voidedByName: string | null
  /** A second person has confirmed it: its code was not shown yet. */
  hasCode: boolean
  /** A player has taken it out; else staff have issued it. */
  isWithdrawn: boolean
  /** In cash at the counter. */
  paidAt: string | null
  paidByName: string | null
}

/** For the customer; shown once. */
export interface VoucherTicket {
  id: string
  amountCents: number
  expiresAt: string
  code: string
  /** Picture (data URL) of the QR code of the address that redeems it. */
  qr: string
}

export interface VoucherFilter {
  state?: VoucherState
  from?: string
  to?: string
}

type ById = { params: { id: string } }
const issue = { permission: 'vouchers.issue', kind: 'action' } as const

const list = officeListCall<Voucher, VoucherFilter>()({
  name: 'vouchers.list',
  path: '/api/vouchers',
  permission: 'vouchers.read',
  sorts: ['createdAt'],
  order: 'desc',
})

export const voucherCalls = {
  list,
  export: officeCsvCall(list, 'vouchers.read'),
  get: officeCall<ById, Voucher>({
    name: 'vouchers.get',
    path: '/api/vouchers/{id}',
    permission: 'vouchers.read',
    kind: 'read',
  }),
  /** Above the limit of the settings a second person confirms it; `showCode` shows its code then. */
  issue: officeCall<{ body: { amountCents: number; hours: number } }, VoucherTicket>({
    name: 'vouchers.issue',
    path: '/api/vouchers/issue',
    ...issue,
  }),
  /** Of one that was confirmed by a second person, once. Refused with `conflict` afterwards. */
  showCode: officeCall<ById, VoucherTicket>({
    name: 'vouchers.showCode',
    path: '/api/vouchers/{id}/show-code',
    ...issue,
  }),
  /** One that a player has taken out, in cash: by its code or address. Refused with `conflict` for one that staff have issued. */
  pay: officeCall<{ body: { code: string } }, Voucher>({
    name: 'vouchers.pay',
    path: '/api/vouchers/pay',
    ...issue,
  }),
  /** One that was not redeemed is worth nothing then. Refused with `conflict` for one that a player has taken out. */
  void: officeCall<ById & { body: { reason: string } }, Voucher>({
    name: 'vouchers.void',
    path: '/api/vouchers/{id}/void',
    ...issue,
  }),
}
