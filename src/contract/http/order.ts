import type { z } from 'zod'
import { fromWireAmount, toWireAmount, type Cents, type WalletName } from '../money.ts'
import type { SuspendedPrize } from '../rules/prizeSuspension.ts'
import { get, post } from './call.ts'
import type * as schema from './order.schema.ts'
import { fromWireSuspended } from './suspended.ts'
import { fromWireWallet } from './wallet.ts'

type PriceWire = z.output<typeof schema.getPrices.data>[number]
type OrderWire = NonNullable<z.output<typeof schema.pending.data>>
type LimitsWire = z.output<typeof schema.getWithdraw.data>
type RecordWire = z.output<typeof schema.withdrawal.data>
type RecordsWire = z.output<typeof schema.records.data>
type WithdrawBody = z.input<typeof schema.withdraw.body>
type CardBody = z.input<typeof schema.setCard.body>
type RecordsQuery = { tab: RecordTab; from?: string; to?: string; cursor?: string; limit?: number }

export type PackageKind = PriceWire['curreny']
export type DestinationType = 'CPF' | 'CNPJ' | 'USDT'
export type RecordTab = (typeof schema.recordTabs)[number]

export const orderCalls = {
  getPrices: get<{ query: { curreny?: PackageKind } }, PriceWire[]>('/api/app/order/getPrices'),
  prePay: post<
    { params: { pkgId: string }; body: { gift: 0 | 1; pkgId: string; isapp?: 0 | 1 } },
    z.output<typeof schema.prePay.data>
  >('/api/app/order/prePay/{pkgId}', { bodyType: 'form', idempotent: 'optional' }),
  getStatus: get<{ params: { orderId: string } }, z.output<typeof schema.getStatus.data>>(
    '/api/app/order/getStatus/{orderId}',
  ),
  getWithdraw: get<object, LimitsWire>('/api/app/order/getWithdraw'),
  withdraw: post<{ body: WithdrawBody }, { orderId: string; status: string }>('/api/app/order/withdraw', {
    idempotent: 'optional',
  }),
  setCard: post<{ body: CardBody }, null>('/api/app/order/setCard'),
  /** Names a saved key, or makes it the default. */
  editCard: post<{ params: { cardId: string }; body: z.input<typeof schema.editCard.body> }, null>(
    '/api/app/order/card/{cardId}',
  ),
  removeCard: post<{ params: { cardId: string }; body: Record<string, never> }, null>(
    '/api/app/order/card/{cardId}/remove',
  ),
  pending: get<object, OrderWire | null>('/api/app/order/pending'),
  open: get<object, z.output<typeof schema.open.data>>('/api/app/order/open'),
  cancel: post<{ params: { orderId: string }; body: Record<string, never> }, { status: string }>(
    '/api/app/order/cancel/{orderId}',
  ),
  /** The player has closed the prompt of the bonus multiplier: it is not shown again. */
  closeOffer: post<{ body: Record<string, never> }, null>('/api/app/order/closeOffer'),
  detail: get<{ params: { orderId: string } }, OrderWire | null>('/api/app/order/detail/{orderId}'),
  /** A withdrawal, as a line of the records. */
  withdrawal: get<{ params: { orderId: string } }, RecordWire>('/api/app/order/withdrawal/{orderId}'),
  records: get<{ query: RecordsQuery }, RecordsWire>('/api/app/order/records'),
}

export interface DepositPackage {
  id: string
  price: Cents
  bonus: Cents
  sort: number
  kind: PackageKind
}

/** A package as one player may buy it. */
export interface OfferedPackage extends DepositPackage {
  /** The player has had its bonus: now it has none. */
  isBonusUsed: boolean
}

export function fromWirePrice(wire: PriceWire): OfferedPackage {
  return {
    id: wire.pkgId,
    price: fromWireAmount(wire.price),
    bonus: fromWireAmount(wire.gift),
    sort: wire.sort,
    kind: wire.curreny,
    isBonusUsed: wire.giftUsed ?? false,
  }
}

/** An order. Times are ISO 8601; `status` is an OrderStatus. */
export interface DepositOrder {
  id: string
  paymentNumber: string
  url: string
  amount: Cents
  bonus: Cents
  status: string
  createdAt: string
  expiresAt: string
  paidAt: string | null
}

export function fromWireOrder(wire: OrderWire): DepositOrder {
  return {
    id: wire.orderId,
    paymentNumber: wire.payNo,
    url: wire.url,
    amount: fromWireAmount(wire.amount),
    bonus: fromWireAmount(wire.bouns),
    status: wire.status,
    createdAt: wire.createdTime,
    expiresAt: wire.expiredTime,
    paidAt: wire.paidTime,
  }
}

export function toWirePriceQuery(kind: PackageKind): { curreny: PackageKind } {
  return { curreny: kind }
}

/** The body of prePay. `gift` is 0 if the player waives the bonus, or if the offer has none. */
export function toWirePrePay(
  packageId: string,
  withGift: boolean,
  isApp?: boolean,
): { gift: 0 | 1; pkgId: string; isapp?: 0 | 1 } {
  return {
    gift: withGift ? 1 : 0,
    pkgId: packageId,
    ...(isApp === undefined ? {} : { isapp: isApp ? 1 : 0 }),
  }
}

export interface Destination {
  /** Of a saved key: the masked key of two may be the same. */
  id?: string
  type: DestinationType
  /** As typed; masked when received from the server. */
  key: string
  holder: string
  whatsapp: string
  /** A stored key that nobody has confirmed with the password: a withdrawal to it waits for a review without it. */
  isUnconfirmed?: boolean
}

/** A key that the player has saved, masked. */
export interface SavedKey extends Destination {
  id: string
  /** The player's own name for it; '' without one. */
  label: string
  /** What a withdrawal begins with. */
  isDefault: boolean
}

/** What results have paid for tickets and cannot be withdrawn before `until`, because they may be corrected. */
export interface HeldWinnings {
  amount: Cents
  until: Date
}

export interface WithdrawalLimits {
  minimum: Cents
  /** Number of withdrawals left today. */
  remainingToday: number
  locked: boolean
  withdrawable: Cents
  /** By the time, the earliest first. */
  held: HeldWinnings[]
  /** Prizes that the house keeps aside; they are not in the wallet. */
  suspended: SuspendedPrize<Cents, Date>[]
  /** R$ for one USDT. */
  usdtRate: number
  /** Fee, a fraction of the amount. */
  feeFraction: number
  destinations: Partial<Record<DestinationType, Destination>>
  channels: DestinationType[]
  /** Whether a new destination is confirmed by the password, because it was not typed a short time ago. */
  asksPassword: boolean
  /** The verified CPF, masked, while no CPF is stored: what the destination form begins with. */
  ownCpf: Destination | null
  /** The keys to choose from, the default first; none where only the player's own account is paid to. */
  saved: SavedKey[]
}

export function fromWireLimits(wire: LimitsWire): WithdrawalLimits {
  const destinations: WithdrawalLimits['destinations'] = {}
  for (const type of ['CPF', 'CNPJ', 'USDT'] as const) {
    const card = wire.cardInfo[type]
    if (card) destinations[type] = fromWireCard(type, card)
  }
  return {
    minimum: fromWireAmount(wire.limitAmount),
    remainingToday: wire.number,
    locked: wire.lock,
    withdrawable: fromWireAmount(wire.wdAmount),
    held: (wire.held ?? []).map(({ amount, until }) => ({
      amount: fromWireAmount(amount),
      until: new Date(until),
    })),
    suspended: fromWireSuspended(wire.suspended),
    usdtRate: wire.usdtRate,
    feeFraction: wire.serviceAmount,
    destinations,
    channels: wire.cardInfo.CHANNEL,
    asksPassword: wire.pwdAsked,
    ownCpf: wire.ownCpf ? fromWireCard('CPF', wire.ownCpf) : null,
    saved: (wire.cards ?? []).map(({ cardId, payCardBank, label, isDefault, ...card }) => ({
      ...fromWireCard(payCardBank, card),
      id: cardId,
      label,
      isDefault,
    })),
  }
}

function fromWireCard(
  type: DestinationType,
  card: Omit<NonNullable<LimitsWire['ownCpf']>, 'ifsc'>,
): Destination {
  const destination = { type, key: card.payCardNo, holder: card.name, whatsapp: card.whatsapp }
  return card.pwdAsked ? { ...destination, isUnconfirmed: true } : destination
}

/** The wire's `ifsc` is the CPF number for CPF, the rate (R$ for one USDT) for USDT, and empty for CNPJ. */
export function toWireDestination(destination: Destination, usdtRate: number): CardBody {
  const ifsc =
    destination.type === 'USDT' ? String(usdtRate) : destination.type === 'CPF' ? destination.key : ''
  return {
    payCardBank: destination.type,
    payCardNo: destination.key,
    ifsc,
    name: destination.holder,
    whatsapp: destination.whatsapp,
    ...(destination.id === undefined ? {} : { cardId: destination.id }),
  }
}

export function toWireWithdrawal(destination: Destination, usdtRate: number, amount: Cents): WithdrawBody {
  return { ...toWireDestination(destination, usdtRate), amount: toWireAmount(amount) }
}

/** A line of /registros. `amount` is the change of the wallet in cents, negative for a debit; `time` ISO 8601. */
/** The title of a deposit that was a voucher. */
export const voucherTitle = 'voucher'

export interface LedgerRecord {
  id: string
  type: string
  title: string
  amount: Cents
  stake: Cents | null
  payout: Cents | null
  fee: Cents | null
  status: string
  wallet: WalletName
  time: string
  detail: Record<string, string | number | null>
}

export function fromWireRecords(wire: RecordsWire): { list: LedgerRecord[]; next: string | null } {
  return { next: wire.next, list: wire.list.map(fromWireRecord) }
}

export function fromWireRecord(row: RecordWire): LedgerRecord {
  const optional = (amount: number | null) => (amount === null ? null : fromWireAmount(amount))
  return {
    ...row,
    amount: fromWireAmount(row.amount),
    stake: optional(row.stake),
    payout: optional(row.payout),
    fee: optional(row.fee),
    wallet: fromWireWallet(row.wallet),
  }
}
