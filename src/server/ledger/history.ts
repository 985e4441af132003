import { cents, type Cents } from '#contract/money.ts'
import type { Reader, SqlValue } from '../db/client.ts'

export type LedgerKind =
  | 'deposit'
  | 'voucher'
  | 'stake'
  | 'settle'
  | 'refund'
  | 'play'
  | 'correct'
  | 'bonus'
  | 'release'
  | 'adjust'
  | 'withdrawal'
  | 'withdrawal_paid'
  | 'withdrawal_back'
  | 'reversal'
  | 'debt'
  | 'prize'

export interface LedgerFilter {
  kinds?: readonly LedgerKind[]
  /** round, ticket, order, withdrawal, or the kind of a bonus. */
  refTypes?: readonly string[]
  /** Inclusive. */
  from?: Date
  /** Exclusive. */
  to?: Date
  /** `next` of the previous page. */
  cursor?: string
  /** 1 to 100; 20 when left out. */
  limit?: number
}

/** One posting as the player sees it. */
export interface LedgerLine {
  id: string
  kind: LedgerKind
  refType: string
  refId: string
  at: Date
  /** Signed changes of the cash and the bonus wallet, in cents; money on hold is in neither. */
  cash: Cents
  bonus: Cents
  /** Balances afterwards, in cents; null when that wallet did not change. */
  cashAfter: Cents | null
  bonusAfter: Cents | null
  /** The values of the request: amount, stake, payout, fee, principal, wallet… */
  args: Record<string, number | string>
}

export interface LedgerPage {
  list: LedgerLine[]
  next: string | null
}

interface Row {
  id: number
  kind: LedgerKind
  ref_type: string
  ref_id: string
  at: Date
  args: Record<string, number | string>
  cash: number
  bonus: number
  cash_after: number | null
  bonus_after: number | null
}

const sql = `
  select t.id, t.kind, t.ref_type, t.ref_id, t.at, t.args,
    e.cash, e.bonus, e.cash_after, e.bonus_after
  from transfers t
  cross join lateral (
    select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
      coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
      (array_agg(balance_after order by seq desc) filter (where account = 'cash'))[1] as cash_after,
      (array_agg(balance_after order by seq desc) filter (where account = 'bonus'))[1] as bonus_after
    from unnest(t.accounts, t.amounts, t.balances)
      with ordinality as leg (account, amount, balance_after, seq)
  ) e
  where t.user_id = $1
    and ($2::ledger_kind[] is null or t.kind = any ($2::ledger_kind[]))
    and ($3::text[] is null or t.ref_type = any ($3))
    and ($4::timestamptz is null or t.at >= $4)
    and ($5::timestamptz is null or t.at < $5)
    and ($6::bigint is null or t.id < $6)
  order by t.id desc
  limit $7`

/** A player's postings, newest first. Throws a RangeError for an invalid cursor. */
export async function historyOf(on: Reader, userId: string, filter: LedgerFilter): Promise<LedgerPage> {
  const limit = Math.min(Math.max(filter.limit ?? 20, 1), 100)
  if (filter.cursor !== undefined && !/^\d{1,15}$/.test(filter.cursor)) {
    throw new RangeError(`not a cursor: ${filter.cursor}`)
  }
  const params: SqlValue[] = [
    userId,
    filter.kinds ?? null,
    filter.refTypes ?? null,
    filter.from ?? null,
    filter.to ?? null,
    filter.cursor ?? null,
    limit + 1,
  ]
  const rows = await on.read<Row>(sql, params)
  const list = rows.slice(0, limit).map(toLine)
  return { list, next: rows.length > limit ? (list.at(-1)?.id ?? null) : null }
}

function toLine(row: Row): LedgerLine {
  return {
    id: String(row.id),
    kind: row.kind,
    refType: row.ref_type,
    refId: row.ref_id,
    at: row.at,
    cash: cents(row.cash),
    bonus: cents(row.bonus),
    cashAfter: row.cash_after === null ? null : cents(row.cash_after),
    bonusAfter: row.bonus_after === null ? null : cents(row.bonus_after),
    args: row.args,
  }
}
