import type { z } from 'zod'
import { fromWireAmount, type Cents } from '../money.ts'
import { get } from './call.ts'
import { fromWireRecord, type LedgerRecord, type RecordTab } from './order.ts'
import type * as schema from './recordSums.schema.ts'

type LatestWire = z.output<typeof schema.latestRecords.data>
type TotalsWire = z.output<typeof schema.recordTotals.data>

/** Views over all records of a player. */
export const recordCalls = {
  latest: get<{ query: { limit?: number } }, LatestWire>('/api/app/order/latestRecords'),
  totals: get<{ query: { tab: RecordTab; from?: string | undefined; to?: string } }, TotalsWire>(
    '/api/app/order/recordTotals',
  ),
}

export interface TabRecord {
  tab: RecordTab
  record: LedgerRecord
}

export function fromWireLatest(wire: LatestWire): TabRecord[] {
  return wire.map(({ tab, ...record }) => ({ tab, record: fromWireRecord(record) }))
}

/** Of one kind in a period, in cents. `amount` is the net result where there are stakes. */
export interface RecordTotals {
  count: number
  amount: Cents
  stake: Cents | null
  payout: Cents | null
}

export function fromWireTotals({ count, amount, stake, payout }: TotalsWire): RecordTotals {
  return {
    count,
    amount: fromWireAmount(amount),
    stake: stake === null ? null : fromWireAmount(stake),
    payout: payout === null ? null : fromWireAmount(payout),
  }
}
