/** Server-side mappers of the order calls; order.ts has the client's. */
import type { z } from 'zod'
import { toWireAmount, type Cents } from '../money.ts'
import type { DepositOrder, Destination, OfferedPackage } from './order.ts'
import { toWireSuspended } from './suspended.ts'
import { toWireWallet } from './wallet.ts'
import type { LedgerRecord, WithdrawalLimits } from './order.ts'
import type * as schema from './order.schema.ts'

type PriceWire = z.output<typeof schema.getPrices.data>[number]
type OrderWire = NonNullable<z.output<typeof schema.pending.data>>
type LimitsWire = z.output<typeof schema.getWithdraw.data>
type RecordsWire = z.output<typeof schema.records.data>

export function toWirePrice(offer: OfferedPackage): PriceWire {
  return {
    pkgId: offer.id,
    price: toWireAmount(offer.price),
    gift: toWireAmount(offer.bonus),
    sort: offer.sort,
    curreny: offer.kind,
    ...(offer.isBonusUsed ? { giftUsed: true } : {}),
  }
}

export function toWireOrder(order: DepositOrder): OrderWire {
  return {
    orderId: order.id,
    payNo: order.paymentNumber,
    url: order.url,
    amount: toWireAmount(order.amount),
    bouns: toWireAmount(order.bonus),
    status: order.status,
    createdTime: order.createdAt,
    expiredTime: order.expiresAt,
    paidTime: order.paidAt,
  }
}

/** The body of prePay. Without `gift` the player accepts the bonus, as on the deposit page. */
export function fromWirePrePay(body: z.output<typeof schema.prePay.body>): {
  withGift: boolean
  isApp: boolean
} {
  return { withGift: body.gift !== 0, isApp: body.isapp === 1 }
}

/** The wire's `ifsc` is the masked number for CPF, the rate (R$ for one USDT) for USDT, and empty for CNPJ. */
export function toWireLimits(limits: WithdrawalLimits): LimitsWire {
  const cards: LimitsWire['cardInfo'] = { CHANNEL: limits.channels }
  const toCard = ({ type, key, holder, whatsapp, isUnconfirmed }: Destination) => {
    const ifsc = type === 'USDT' ? String(limits.usdtRate) : type === 'CPF' ? key : ''
    const card = { ifsc, payCardNo: key, name: holder, whatsapp }
    return isUnconfirmed ? { ...card, pwdAsked: true as const } : card
  }
  for (const destination of Object.values(limits.destinations)) cards[destination.type] = toCard(destination)
  return {
    limitAmount: String(toWireAmount(limits.minimum)),
    number: limits.remainingToday,
    lock: limits.locked,
    wdAmount: toWireAmount(limits.withdrawable),
    usdtRate: limits.usdtRate,
    serviceAmount: limits.feeFraction,
    cardInfo: cards,
    ...(limits.held.length > 0 && {
      held: limits.held.map(({ amount, until }) => ({
        amount: toWireAmount(amount),
        until: until.toISOString(),
      })),
    }),
    ...toWireSuspended(limits.suspended),
    pwdAsked: limits.asksPassword,
    ...(limits.ownCpf ? { ownCpf: toCard(limits.ownCpf) } : {}),
    ...(limits.saved.length > 0 && {
      cards: limits.saved.map((key) => {
        const { ifsc: _, ...card } = toCard(key)
        return { ...card, cardId: key.id, payCardBank: key.type, label: key.label, isDefault: key.isDefault }
      }),
    }),
  }
}

export function toWireRecords(page: { list: LedgerRecord[]; next: string | null }): RecordsWire {
  return { next: page.next, list: page.list.map(toWireRecord) }
}

export function toWireRecord(row: LedgerRecord): RecordsWire['list'][number] {
  const optional = (amount: Cents | null) => (amount === null ? null : toWireAmount(amount))
  return {
    ...row,
    amount: toWireAmount(row.amount),
    stake: optional(row.stake),
    payout: optional(row.payout),
    fee: optional(row.fee),
    wallet: toWireWallet(row.wallet),
  }
}
