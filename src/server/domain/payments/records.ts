import { toNumber } from '#contract/rational.ts'
import { voucherTitle, type LedgerRecord, type RecordTab } from '#contract/http/order.ts'
import { recordTabs } from '#contract/http/order.schema.ts'
import type { RecordTotals, TabRecord } from '#contract/http/recordSums.ts'
import { cents, toWireAmount, type WalletName } from '#contract/money.ts'
import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import { combinedOdds } from '#contract/rules/settlement.ts'
import { AwardType, BetResult, RecordStatus, RecordType } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import { bringerSql } from '../play/gameCatalogue.ts'
import { Refusal } from '../../texts/refusal.ts'
import { decodeCursor, encodeCursor, type Keyed } from '../../http/cursors.ts'
import { stateOf, statusOf, type OrderRow } from './orders.ts'
import type { ReviewReason } from './payoutKeys.ts'
import type { WithdrawalStatus } from './withdrawalRows.ts'
import { vipGrantKind } from '../rewards/vipProgress.ts'

export interface RecordFilter {
  tab: RecordTab
  from?: Date
  to?: Date
  /** `next` of the previous page. */
  cursor?: string
  limit?: number
}

const defaultLimit = 20

interface Source<Row extends Keyed> {
  /** Selects the rows; $1 is the player. */
  sql: string
  /** Column of the time, by which records are sorted; `id` is the tie-breaker column. */
  time: string
  id: string
  /** What its totals count and add up, in SQL: which rows are done, and their amounts. */
  done: string
  sum: { amount: string; stake?: string; payout?: string }
  present(row: Row, now: Date): LedgerRecord
}

interface WithdrawalRow extends Keyed {
  type: string
  key_masked: string
  holder: string
  amount: number
  fee: number
  status: WithdrawalStatus
  decided_at: Date | null
  refusal: RefusalCode | null
  review: ReviewReason
}

interface RoundRow extends Keyed {
  game: string
  wallet: WalletName
  stake: number
  payout: number
  status: 'open' | 'settled' | 'refunded'
  multiplier: number | null
  nonce: number | null
  /** Of another provider: its name, and who brings it. */
  foreign_game: { name: string; provider: string } | null
}

interface TicketRow extends Keyed {
  kind: 'single' | 'parlay'
  wallet: WalletName
  stake: number
  payout: number
  state: number
  result: number | null
  cashed_out: boolean
  legs: { sport: string; home: string; away: string; odds: number }[]
}

type DepositRow = Keyed &
  Pick<
    OrderRow,
    | 'package_id'
    | 'pay_no'
    | 'principal'
    | 'bonus'
    | 'discount'
    | 'status'
    | 'created_at'
    | 'expires_at'
    | 'paid_at'
    | 'refusal'
  >

interface BonusRow extends Keyed {
  kind: 'bonus' | 'release' | 'deposit' | 'debt'
  ref_type: string
  ref_id: string
  amount: number
  wallet: WalletName
  turnover: number
}

/** Orders, and vouchers that the player has redeemed. */
const deposits: Source<DepositRow> = {
  sql: `select * from (
      select id, created_at, package_id, pay_no, principal, bonus, discount, status, expires_at, paid_at, refusal
        from orders where user_id = $1
      union all
      select id, redeemed_at, '${voucherTitle}', '', amount, 0, 0, 'paid', expires_at, redeemed_at, null
        from vouchers where redeemed_by = $1
    ) d where true`,
  time: 'created_at',
  id: 'id',
  done: `status = 'paid'`,
  sum: { amount: 'principal' },
  present: (row, now) => ({
    ...commonFields(row),
    type: String(RecordType.deposit),
    title: row.package_id,
    amount: cents(row.principal),
    status: depositStatus(row, now),
    wallet: 'cash',
    detail: row.package_id === voucherTitle ? { reference: row.id } : orderDetail(row, now),
  }),
}

function orderDetail(row: DepositRow, now: Date): LedgerRecord['detail'] {
  const state = stateOf(row, now)
  return {
    paymentNumber: row.pay_no,
    bonus: toWireAmount(cents(row.bonus)),
    discount: toWireAmount(cents(row.discount)),
    paid: toWireAmount(cents(row.principal - row.discount)),
    paidAt: row.paid_at?.toISOString() ?? null,
    refusal: row.refusal,
    ...(state === 'expired' || state === 'failed' ? { ended: state } : {}),
  }
}

const withdrawalStatus: Record<WithdrawalStatus, RecordStatus> = {
  requested: RecordStatus.pending,
  inReview: RecordStatus.pending,
  approved: RecordStatus.pending,
  sent: RecordStatus.pending,
  paid: RecordStatus.credited,
  failed: RecordStatus.cancelled,
  returned: RecordStatus.cancelled,
  refused: RecordStatus.cancelled,
}

const withdrawals: Source<WithdrawalRow> = {
  sql: `select id, created_at, type, key_masked, holder, amount, fee, status, decided_at,
      refusal, review
    from withdrawals where user_id = $1`,
  time: 'created_at',
  id: 'id',
  done: `status = 'paid'`,
  sum: { amount: 'amount' },
  present: (row) => ({
    ...commonFields(row),
    type: String(RecordType.withdrawal),
    title: row.type,
    amount: cents(-row.amount),
    fee: cents(row.fee),
    status: withdrawalStatus[row.status],
    wallet: 'cash',
    detail: {
      key: row.key_masked,
      holder: row.holder,
      paidOut: toWireAmount(cents(row.amount - row.fee)),
      decidedAt: row.decided_at?.toISOString() ?? null,
      refusal: row.refusal,
      // Only the reason that the player can do something about.
      review: row.status === 'inReview' && row.review === 'newKey' ? row.review : null,
    },
  }),
}

const roundStatus = {
  open: RecordStatus.pending,
  settled: RecordStatus.credited,
  refunded: RecordStatus.cancelled,
}

const rounds: Source<RoundRow> = {
  sql: `select id, created_at, game, wallet, stake, payout, status, multiplier, nonce,
      case when provider is not null then (
        select jsonb_build_object('name', g.name ->> 'pt_BR', 'provider', ${bringerSql('g')}) from games g where g.code = game
      ) end as foreign_game
    from game_rounds where user_id = $1`,
  time: 'created_at',
  id: 'id',
  done: `status = 'settled'`,
  sum: { amount: 'payout - stake', stake: 'stake', payout: 'payout' },
  present: (row) => ({
    ...commonFields(row),
    type: 'round',
    title: row.game,
    amount: cents(row.status === 'refunded' ? 0 : row.payout - row.stake),
    stake: cents(row.stake),
    payout: cents(row.payout),
    status: roundStatus[row.status],
    wallet: row.wallet,
    detail: {
      multiplier: row.multiplier,
      nonce: row.nonce,
      ...(row.foreign_game && { game: row.foreign_game.name, provider: row.foreign_game.provider }),
    },
  }),
}

const tickets: Source<TicketRow> = {
  sql: `select id, created_at, kind, wallet, stake + cashed_stake as stake, payout + cashed_paid as payout, state, result,
      cashed_out,
      (select jsonb_agg(jsonb_build_object('sport', l.sport, 'home', l.home, 'away', l.away, 'odds', l.odds)
          order by l.position)
        from ticket_legs l where l.ticket_id = tickets.id and l.user_id = tickets.user_id) as legs
    from tickets where user_id = $1`,
  time: 'created_at',
  id: 'id',
  done: 'result is not null',
  sum: { amount: 'payout - stake', stake: 'stake', payout: 'payout' },
  present: (row) => {
    const [first] = row.legs
    return {
      ...commonFields(row),
      type: 'bet',
      title: row.kind === 'parlay' ? row.kind : (first?.sport ?? ''),
      amount: cents(row.payout - row.stake),
      stake: cents(row.stake),
      payout: cents(row.payout),
      status: ticketStatus(row),
      wallet: row.wallet,
      detail: {
        odds: toNumber(combinedOdds(row.legs.map(({ odds }) => odds))),
        legs: row.legs.length,
        home: first?.home ?? '',
        away: first?.away ?? '',
        state: row.state,
        result: row.result,
        cashedOut: row.cashed_out ? 1 : 0,
      },
    }
  },
}

function ticketStatus({ result, cashed_out }: TicketRow): LedgerRecord['status'] {
  if (result === null) return RecordStatus.pending
  return result === BetResult.refund && !cashed_out ? RecordStatus.cancelled : RecordStatus.credited
}

/**
 * Gifts and awards, bonuses of deposits, bonus money that became cash, and what winnings have paid off of the debt that a
 * corrected ticket left.
 */
const bonuses: Source<BonusRow> = {
  sql: `select * from (
      select t.id::text as id, t.id as seq, t.at as created_at, t.kind, t.ref_type, t.ref_id, t.turnover,
        coalesce(t.args ->> 'bonus', t.args ->> 'amount', t.args ->> 'principal')::bigint as amount,
        case when t.kind in ('release', 'debt') then 'cash' else coalesce(t.args ->> 'wallet', 'bonus') end as wallet
      from transfers t
      where t.user_id = $1 and (t.kind in ('bonus', 'release')
        or (t.kind = 'debt' and (t.args ->> 'amount')::bigint < 0 and t.accounts[1] = 'cash')
        or (t.kind = 'deposit' and (t.args ->> 'bonus')::bigint > 0))
    ) b where true`,
  time: 'created_at',
  id: 'seq',
  // A bonus that becomes cash was counted when it was credited, and what pays off a debt is none.
  done: `kind not in ('release', 'debt')`,
  sum: { amount: 'amount' },
  present: (row) => ({
    ...commonFields(row),
    type: row.ref_type === vipGrantKind ? String(AwardType.vipUpgrade) : String(AwardType.promotion),
    title: row.kind === 'bonus' ? row.ref_type : row.kind,
    amount: cents(row.amount),
    status: RecordStatus.credited,
    wallet: row.wallet,
    detail: { reference: row.ref_id, turnover: toWireAmount(cents(row.turnover)) },
  }),
}

/**
 * The player's records of one tab, newest first: orders, withdrawals, tickets, rounds or bonus postings, with
 * the ids that the ledger uses. `from` and `to` are inclusive. Throws badRequest for an invalid cursor.
 */
export async function listRecords(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  filter: RecordFilter,
): Promise<{ list: LedgerRecord[]; next: string | null }> {
  switch (filter.tab) {
    case 'deposits':
      return page(deps, deposits, userId, filter)
    case 'withdrawals':
      return page(deps, withdrawals, userId, filter)
    case 'rounds':
      return page(deps, rounds, userId, filter)
    case 'bonuses':
      return page(deps, bonuses, userId, filter)
    case 'bets':
      return page(deps, tickets, userId, filter)
  }
}

/** The newest records of all tabs. */
export async function latestRecords(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  limit = 6,
): Promise<TabRecord[]> {
  const pages = await Promise.all(
    recordTabs.map(async (tab) => {
      const { list } = await listRecords(deps, userId, { tab, limit })
      return list.map((record) => ({ tab, record }))
    }),
  )
  return pages
    .flat()
    .sort((a, b) => b.record.time.localeCompare(a.record.time))
    .slice(0, limit)
}

/** What is done of one tab in a period, added up. */
export async function recordTotals(
  { db }: Pick<AppDeps, 'db'>,
  userId: string,
  { tab, from, to }: Pick<RecordFilter, 'tab' | 'from' | 'to'>,
): Promise<RecordTotals> {
  const { sql, time, done, sum } = { deposits, withdrawals, rounds, bonuses, bets: tickets }[tab]
  const total = (column: string | undefined) => `coalesce(sum(${column ?? 0}), 0)::bigint`
  const [row] = await db.read<{ count: number; amount: number; stake: number; payout: number }>(
    `select count(*)::int as count, ${total(sum.amount)} as amount, ${total(sum.stake)} as stake,
        ${total(sum.payout)} as payout
      from (${sql} and ($2::timestamptz is null or ${time} >= $2) and ($3::timestamptz is null or ${time} <= $3)) r
      where ${done}`,
    [userId, from ?? null, to ?? null],
  )
  const { count = 0, amount = 0, stake = 0, payout = 0 } = row ?? {}
  return {
    count,
    amount: cents(amount),
    stake: sum.stake === undefined ? null : cents(stake),
    payout: sum.payout === undefined ? null : cents(payout),
  }
}

/** A withdrawal of the player. Throws notFound, also for another player's. */
export async function findWithdrawal(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<LedgerRecord> {
  const [row] = await db.read<WithdrawalRow>(`${withdrawals.sql} and id = $2`, [userId, id])
  if (!row) throw new Refusal('notFound')
  return withdrawals.present(row, clock.now())
}

/** The player's newest withdrawal that is not decided; null: there is none. */
export async function pendingWithdrawal(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
): Promise<LedgerRecord | null> {
  const [row] = await db.read<WithdrawalRow>(
    `${withdrawals.sql} and status in ('requested', 'inReview', 'approved', 'sent') order by created_at desc limit 1`,
    [userId],
  )
  return row ? withdrawals.present(row, clock.now()) : null
}

async function page<Row extends Keyed>(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  source: Source<Row>,
  userId: string,
  filter: RecordFilter,
): Promise<{ list: LedgerRecord[]; next: string | null }> {
  const limit = filter.limit ?? defaultLimit
  const after = filter.cursor === undefined ? undefined : decodeCursor(filter.cursor, source.id === 'seq')
  const { time, id } = source
  const rows = await deps.db.read<Row>(
    `${source.sql}
       and ($2::timestamptz is null or ${time} >= $2) and ($3::timestamptz is null or ${time} <= $3)
       and ($4::timestamptz is null or (${time}, ${id}) < ($4, $5::${id === 'seq' ? 'bigint' : 'text'}))
     order by ${time} desc, ${id} desc limit $6`,
    [userId, filter.from ?? null, filter.to ?? null, after?.time ?? null, after?.id ?? null, limit + 1],
  )
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  const now = deps.clock.now()
  return {
    list: pageRows.map((row) => source.present(row, now)),
    next: rows.length > limit && last ? encodeCursor(last) : null,
  }
}

function depositStatus(row: DepositRow, now: Date): LedgerRecord['status'] {
  if (row.status === 'paid') return RecordStatus.credited
  return statusOf(row, now) === '00' ? RecordStatus.pending : RecordStatus.cancelled
}

function commonFields(row: Keyed): Pick<LedgerRecord, 'id' | 'time' | 'stake' | 'payout' | 'fee'> {
  return { id: row.id, time: row.created_at.toISOString(), stake: null, payout: null, fee: null }
}
