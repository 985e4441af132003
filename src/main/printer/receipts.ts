import { formatHouseTime } from '#contract/houseTime.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { DataOf } from '#contract/http/call.ts'
import type { voucherCalls } from '#contract/http/vouchers.ts'
import type { DepositOrder, LedgerRecord } from '#contract/http/order.ts'
import type { Ticket } from '#contract/http/sports.ts'
import type { Language } from '#contract/languages.ts'
import { fromWireAmount, type Cents } from '#contract/money.ts'
import { OrderStatus, RecordStatus } from '#contract/statusCodes.ts'
import type { Block, PaperDocument } from './PaperDocument.ts'
import type { PaperTexts } from './texts.ts'
import { legBlocks } from './ticketLegs.ts'
import { fill } from './texts.ts'

export interface PaperContext {
  texts: PaperTexts
  language: Language
  now: Date
}

/** The receipt of a paid deposit. */
export function depositReceipt(order: DepositOrder, context: PaperContext): PaperDocument {
  const { texts, language } = context
  const lines: Block[] = [
    { kind: 'row', label: texts.paidAmount, value: formatMoney(order.amount, language), isStrong: true },
    ...(order.bonus > 0
      ? [{ kind: 'row' as const, label: texts.bonus, value: formatMoney(order.bonus, language) }]
      : []),
    { kind: 'row', label: texts.date, value: dateText(order.paidAt ?? order.createdAt, context) },
    { kind: 'row', label: texts.payment, value: order.paymentNumber },
    { kind: 'row', label: texts.order, value: order.id },
  ]
  return paper(`deposit-${order.id}`, texts.deposit, lines, context)
}

/** The receipt of a requested withdrawal: a line of the player's records. */
export function withdrawalReceipt(record: LedgerRecord, context: PaperContext): PaperDocument {
  const { texts, language } = context
  const amount = Math.abs(record.amount) as Cents
  const lines: Block[] = [
    { kind: 'row', label: texts.amount, value: formatMoney(amount, language), isStrong: true },
    { kind: 'row', label: texts.fee, value: formatMoney(record.fee ?? (0 as Cents), language) },
    {
      kind: 'row',
      label: texts.paidOut,
      value: formatMoney(fromWireAmount(record.detail['paidOut'] ?? 0), language),
    },
    { kind: 'row', label: texts.destination, value: `${record.title} ${record.detail['key'] ?? ''}` },
    { kind: 'row', label: texts.status, value: withdrawalStatus(record.status, texts) },
    { kind: 'row', label: texts.date, value: dateText(record.time, context) },
    { kind: 'row', label: texts.number, value: record.id },
  ]
  return paper(`withdrawal-${record.id}`, texts.withdrawal, lines, context)
}

/** A bet slip; its code opens it on a phone. */
export function ticketReceipt(ticket: Ticket, link: string, context: PaperContext): PaperDocument {
  const { texts, language } = context
  const isOpen = ticket.settledAt === null
  const number = ticket.legs.length
  const odds = new Intl.NumberFormat(language.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const lines: Block[] = [
    {
      kind: 'text',
      text: ticket.kind === 'single' ? texts.single : fill(texts.parlay, { number }),
      isStrong: true,
    },
    ...ticket.legs.flatMap((leg) => legBlocks(leg, dateText(leg.startsAt, context), odds, texts, language)),
    { kind: 'rule' },
    {
      kind: 'row',
      label: ticket.wallet === 'bonus' ? texts.bonusStake : texts.stake,
      value: formatMoney(ticket.stake, language),
    },
    { kind: 'row', label: texts.odds, value: odds.format(ticket.odds) },
    {
      kind: 'row',
      label: isOpen ? texts.potential : texts.payout,
      value: formatMoney(isOpen ? ticket.potential : ticket.payout, language),
      isStrong: true,
    },
    { kind: 'row', label: texts.date, value: dateText(ticket.time, context) },
    { kind: 'row', label: texts.number, value: ticket.id },
    { kind: 'qr', value: link },
    { kind: 'text', text: texts.scan, isCentred: true },
  ]
  return paper(`ticket-${ticket.id}`, texts.ticket, lines, context)
}

type OwnVoucher = DataOf<typeof voucherCalls.own>[number]
type ShownVoucher = OwnVoucher & { code: string; url: string }

/** Only the session that took it out is told. */
export function hasCode(voucher: OwnVoucher): voucher is ShownVoucher {
  return voucher.code !== null && voucher.url !== null
}

/** Cash on paper: whoever has it is paid. */
export function voucherReceipt(voucher: ShownVoucher, context: PaperContext): PaperDocument {
  const { texts, language } = context
  const lines: Block[] = [
    {
      kind: 'row',
      label: texts.amount,
      value: formatMoney(fromWireAmount(voucher.amount), language),
      isStrong: true,
    },
    { kind: 'row', label: texts.date, value: dateText(voucher.createdTime, context) },
    { kind: 'row', label: texts.number, value: voucher.voucherId },
    { kind: 'qr', value: voucher.url },
    { kind: 'text', text: voucher.code, isCentred: true, isStrong: true },
    {
      kind: 'text',
      text: fill(texts.voucherUse, { time: dateText(voucher.expiresTime, context) }),
      isCentred: true,
    },
  ]
  return paper(`voucher-${voucher.voucherId}`, texts.voucher, lines, context)
}

/** What staff print to see whether the printer works: letters, the width of the paper, a code. */
export function testPage(columns: number, context: PaperContext): PaperDocument {
  const { texts } = context
  const lines: Block[] = [
    { kind: 'text', text: texts.testText },
    { kind: 'text', text: '1234567890'.repeat(5).slice(0, columns) },
    { kind: 'qr', value: __BRAND_ID__ },
  ]
  return paper('test', texts.test, lines, context)
}

export function isPaid(order: DepositOrder): boolean {
  return order.status === OrderStatus.paid
}

function paper(name: string, title: string, lines: Block[], context: PaperContext): PaperDocument {
  const { texts, language, now } = context
  return {
    name,
    locale: language.locale,
    blocks: [
      { kind: 'title', text: __BRAND_NAME__.toUpperCase() },
      { kind: 'text', text: title, isCentred: true, isStrong: true },
      { kind: 'rule' },
      ...lines,
      { kind: 'rule' },
      { kind: 'row', label: texts.printedAt, value: dateText(now.toISOString(), context) },
      { kind: 'text', text: texts.adults, isCentred: true },
    ],
  }
}

function dateText(iso: string, { language }: PaperContext): string {
  return formatHouseTime(new Date(iso), language, { dateStyle: 'short', timeStyle: 'short' })
}

function withdrawalStatus(status: string, texts: PaperTexts): string {
  if (status === RecordStatus.credited) return texts.paid
  return status === RecordStatus.cancelled ? texts.refused : texts.pending
}
