import type { LedgerRecord, RecordTab } from '#contract/http/order.ts'
import { cents, fromWireAmount, type Cents } from '#contract/money.ts'
import { RecordStatus } from '#contract/statusCodes.ts'

/** A line of a record's details, besides amount and status. The view writes it in the player's language. */
export type RecordLine = { label: RecordLabel } & (
  | { kind: 'money'; value: Cents }
  | { kind: 'multiplier' | 'odds'; value: number }
  | { kind: 'time' | 'text' | 'refusal'; value: string }
)

const labels = [
  'refusal',
  'match',
  'odds',
  'legs',
  'paid',
  'bonus',
  'discount',
  'paidAt',
  'paymentNumber',
  'stake',
  'payout',
  'multiplier',
  'provider',
  'nonce',
  'fee',
  'paidOut',
  'toReceive',
  'returned',
  'key',
  'holder',
  'decidedAt',
  'turnover',
  'reference',
] as const
export type RecordLabel = (typeof labels)[number]

const amounts: readonly RecordLabel[] = ['paid', 'bonus', 'discount', 'paidOut', 'toReceive', 'turnover']
const times: readonly RecordLabel[] = ['paidAt', 'decidedAt']

/** The lines that apply to a record, in a fixed order. */
export function recordLines(record: LedgerRecord): RecordLine[] {
  return labels.flatMap((label) => lineOf(record, label) ?? [])
}

/**
 * The code that a record's status text is looked up by. For a bet ticket: its result, its state while there
 * is no result, or that it was cashed out. For anything else: the wallet's status code.
 */
export function statusCode(tab: RecordTab, { status, type, detail }: LedgerRecord): string {
  if (tab === 'deposits' && detail['ended'] === 'expired') return 'expired'
  if (tab !== 'bets' || type !== 'bet') return status
  if (detail['cashedOut'] === 1) return 'cashedOut'
  return String(detail['result'] ?? detail['state'] ?? status)
}

/** Whether the records of a tab have a stake. */
export function isPlayed(tab: RecordTab): tab is 'rounds' | 'bets' {
  return tab === 'rounds' || tab === 'bets'
}

/** How a status is coloured. */
export type StatusTone = 'neutral' | 'success' | 'danger' | 'reward'

/** Of the wallet's codes 00 is pending, 01 is cancelled, 10 is done. Bets are coloured by their result. */
export function statusTone(tab: RecordTab, status: string): StatusTone {
  if (status === '00') return 'reward'
  if (tab === 'bets') {
    if (['10', '21'].includes(status)) return 'success'
    if (['20', '11', '4', '-11', '-1'].includes(status)) return 'danger'
    return ['0', '-10', '1000'].includes(status) ? 'reward' : 'neutral'
  }
  if (status === '10') return tab === 'rounds' ? 'neutral' : 'success'
  return status === '01' ? 'danger' : 'neutral'
}

function lineOf(record: LedgerRecord, label: RecordLabel): RecordLine | undefined {
  if (label === 'returned') {
    return isRefusedWithdrawal(record) ? { label, kind: 'money', value: cents(-record.amount) } : undefined
  }
  // WithdrawalRefusal.tsx shows it above the lines.
  if (label === 'refusal' && isRefusedWithdrawal(record)) return undefined
  // Nothing was paid out, so nothing was charged.
  if ((label === 'fee' || label === 'paidOut') && isRefusedWithdrawal(record)) return undefined
  // While it is not paid, nothing was received.
  const isDecided = record.status !== RecordStatus.pending
  if (label === (isDecided ? 'toReceive' : 'paidOut')) return undefined
  if (label === 'stake' || label === 'payout' || label === 'fee') {
    const value = record[label]
    return value === null ? undefined : { label, kind: 'money', value }
  }
  if (label === 'match') return matchLine(record)
  const value = record.detail[label === 'toReceive' ? 'paidOut' : label]
  if (value === null || value === undefined || value === '') return undefined
  if (amounts.includes(label)) {
    const money = fromWireAmount(value)
    return money === 0 && label !== 'paid' ? undefined : { label, kind: 'money', value: money }
  }
  if (label === 'multiplier' || label === 'odds') return { label, kind: label, value: Number(value) }
  const kind = label === 'refusal' ? 'refusal' : times.includes(label) ? 'time' : 'text'
  return { label, kind, value: String(value) }
}

function isRefusedWithdrawal({ status, detail }: LedgerRecord): boolean {
  return status === '01' && detail['paidOut'] !== undefined
}

/** The two sides, for a ticket with one match. */
function matchLine({ detail }: LedgerRecord): RecordLine | undefined {
  const { home, away, legs } = detail
  if (!home || !away || legs !== 1) return undefined
  return { label: 'match', kind: 'text', value: `${home} × ${away}` }
}
