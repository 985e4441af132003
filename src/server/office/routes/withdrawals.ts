import type { RefusalCode } from '#contract/rules/withdrawalDecision.ts'
import {
  withdrawalCalls,
  type RiskMark,
  type Withdrawal,
  type WithdrawalFilter,
  type WithdrawalReview,
  type WithdrawalRow,
  type WithdrawalState,
} from '#contract/office/withdrawals.ts'
import * as schema from '#contract/office/withdrawals.schema.ts'
import { cents } from '#contract/money.ts'
import { lateSince } from '../../config/jurisdictions.ts'
import type { Reader, SqlValue, Tx } from '../../db/client.ts'
import { needsFourEyes } from '../../domain/installation/fourEyes.ts'
import { debtsSql } from '../../domain/payments/debts.ts'
import { markPaidByHand } from '../../domain/payments/payouts.ts'
import { openPayoutKey } from '../../domain/payments/payoutKeys.ts'
import { decideWithdrawal, holdForReview, refuseUnseen } from '../../domain/payments/withdrawals.ts'
import { staffActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import type { QueueCounter } from './queue.ts'

interface DbRow {
  id: string
  user_id: string
  email: string
  type: WithdrawalRow['type']
  key_masked: string
  holder: string
  amount: number
  fee: number
  status: WithdrawalState
  created_at: Date
  decided_at: Date | null
  is_test: boolean
  is_locked: boolean
  is_suspended: boolean
  is_closed: boolean
  is_verified: boolean
  is_new: boolean
  review: WithdrawalReview | null
  is_first_to_key: boolean
  is_own_key: boolean
  turnover_left: number
  deposit_sum: number
  debt: number
  has_unknown_payer: boolean
}

interface DetailDbRow extends DbRow {
  refusal: RefusalCode | null
  provider: string | null
  asked_at: Date | null
  reference: string | null
  name: string
  level: number
  user_created_at: Date
  cash: number
  bonus: number
  withdraw_sum: number
  bet_sum: number
}

/** `$1` is now. */
const columnsSql = `w.id, w.user_id, u.email, w.type, w.key_masked, w.holder, w.amount, w.fee, w.status, w.created_at,
  w.decided_at, u.test_flag as is_test, u.lock as is_locked, coalesce(u.suspended_until > $1, false) as is_suspended,
  u.closed_at is not null as is_closed, u.kyc = 1 as is_verified, u.created_at > $1 - interval '7 days' as is_new,
  w.review, not exists (select from withdrawals e where e.user_id = w.user_id and e.key_index = w.key_index
    and e.status = 'paid' and e.created_at < w.created_at) as is_first_to_key,
  coalesce(w.key_index = u.cpf_index, false) as is_own_key, a.turnover_left, a.deposit_sum,
  ${debtsSql('w.user_id')} as debt,
  exists (select from orders o where o.user_id = w.user_id and o.payer = 'unknown') as has_unknown_payer`
const fromSql = `from withdrawals w join users u on u.id = w.user_id join wallets a on a.user_id = w.user_id`
const detailSql = `select ${columnsSql}, w.refusal, w.provider, w.asked_at, w.reference, u.name, u.level,
  u.created_at as user_created_at, a.cash, a.bonus, a.withdraw_sum, a.bet_sum ${fromSql} where w.id = $2`

const csvColumns: CsvColumn<WithdrawalRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Pedido', en: 'Requested' }, value: ({ createdAt }) => createdAt, kind: 'time' },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Tipo', en: 'Type' }, value: ({ type }) => type },
  { title: { 'pt-BR': 'Chave', en: 'Key' }, value: ({ key }) => key },
  { title: { 'pt-BR': 'Valor', en: 'Amount' }, value: ({ amountCents }) => amountCents, kind: 'cents' },
  { title: { 'pt-BR': 'Taxa', en: 'Fee' }, value: ({ feeCents }) => feeCents, kind: 'cents' },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Decidido', en: 'Decided' }, value: ({ decidedAt }) => decidedAt, kind: 'time' },
]

/** Withdrawals that wait for a person. */
export const waitingWithdrawals: QueueCounter = async ({ deps }) => {
  const [row] = await deps.db.read<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(created_at) as oldest from (select created_at from withdrawals
      where status in ('requested', 'inReview') order by created_at limit 1000) w`,
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}

export function registerWithdrawals(office: Office): void {
  const { deps } = office

  const source: ListSource<DbRow, WithdrawalRow, WithdrawalFilter, 'createdAt' | 'amountCents'> = {
    filter: schema.filter,
    select: `select ${columnsSql} ${fromSql}`,
    narrow: 'from withdrawals w',
    parameters: ({ now }) => [now],
    conditions,
    indexed: [['state'], ['playerId']],
    sorts: { createdAt: 'w.created_at', amountCents: 'w.amount' },
    id: 'w.id',
    idOf: ({ id }) => id,
    present: (row, { now }) => presentRow(row, now),
  }
  officeList(office, withdrawalCalls.list, source)
  officeCsv(office, withdrawalCalls.export, source, csvColumns)

  officeRead(office, withdrawalCalls.get, { params: schema.byId }, ({ params }) => read(deps.db, params.id))

  officeAction(
    office,
    withdrawalCalls.approve,
    { params: schema.byId, body: schema.approve },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, () =>
          decideWithdrawal(deps, tx, params.id, {
            actor: staffActor(staff.id),
            seen: body.review,
            decision: { status: 'approved' },
          }),
        ),
      async secondPerson({ tx, params, body }) {
        const { amountCents, state, review } = await read(tx, params.id)
        if (state !== 'requested' && state !== 'inReview') throw new Refusal('conflict')
        refuseUnseen(review, body.review)
        if (!(await needsFourEyes(tx, 'payout', cents(amountCents)))) return undefined
        return { subject: subjectOf(params.id), amountCents }
      },
    },
  )

  officeAction(office, withdrawalCalls.hold, schema.withReason, {
    run: ({ tx, params }) => change(tx, params.id, () => holdForReview(tx, params.id)),
  })

  officeAction(
    office,
    withdrawalCalls.refuse,
    { params: schema.byId, body: schema.refuse },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, () =>
          decideWithdrawal(deps, tx, params.id, {
            actor: staffActor(staff.id),
            seen: body.review,
            decision: { status: 'refused', refusal: body.refusal },
          }),
        ),
    },
  )

  officeAction(office, withdrawalCalls.retry, schema.withReason, {
    run: ({ tx, params }) =>
      change(tx, params.id, async (before) => {
        if (before.isByHand || (before.state !== 'approved' && before.state !== 'sent'))
          throw new Refusal('conflict')
        await deps.queue.add(tx, 'sendPayout', params.id)
      }),
  })

  officeAction(
    office,
    withdrawalCalls.markPaid,
    { params: schema.byId, body: schema.markPaid },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, () =>
          markPaidByHand(deps, tx, {
            id: params.id,
            reference: body.reference,
            actor: staffActor(staff.id),
          }),
        ),
    },
  )

  officeAction(office, withdrawalCalls.showKey, schema.withReason, {
    async run({ tx, params }) {
      const [row] = await tx.read<{ key_encrypted: Buffer }>(
        'select key_encrypted from withdrawals where id = $1',
        [params.id],
      )
      if (!row) throw new Refusal('notFound')
      return {
        answer: { key: row.key_encrypted.length === 0 ? '' : openPayoutKey(deps, row.key_encrypted) },
        subject: subjectOf(params.id),
      }
    },
  })

  async function read(db: Reader, id: string): Promise<Withdrawal> {
    const now = deps.clock.now()
    const [row] = await db.read<DetailDbRow>(detailSql, [now, id])
    if (!row) throw new Refusal('notFound')
    return {
      ...presentRow(row, now),
      refusal: row.refusal,
      provider: row.provider,
      askedAt: row.asked_at?.toISOString() ?? null,
      reference: row.reference,
      isByHand: row.type !== 'VOUCHER' && !deps.payout.destinations.includes(row.type),
      player: {
        name: row.name,
        level: row.level,
        createdAt: row.user_created_at.toISOString(),
        cashCents: row.cash,
        bonusCents: row.bonus,
        turnoverLeftCents: row.turnover_left,
        depositSumCents: row.deposit_sum,
        withdrawalSumCents: row.withdraw_sum,
        betSumCents: row.bet_sum,
        debtCents: row.debt,
      },
    }
  }

  /** Reads it before and after a change, for the answer and the audit. */
  async function change(tx: Tx, id: string, work: (before: Withdrawal) => Promise<void>) {
    const before = await read(tx, id)
    await work(before)
    const after = await read(tx, id)
    return {
      answer: after,
      subject: subjectOf(id),
      before: { state: before.state, amountCents: before.amountCents },
      after: { state: after.state, refusal: after.refusal, reference: after.reference },
    }
  }

  function presentRow(row: DbRow, now: Date): WithdrawalRow {
    const since = lateSince(deps.config, now)
    const isWaiting = ['requested', 'inReview', 'approved', 'sent'].includes(row.status)
    return {
      id: row.id,
      playerId: row.user_id,
      email: row.email,
      type: row.type,
      key: row.key_masked,
      holder: row.holder,
      amountCents: row.amount,
      feeCents: row.fee,
      state: row.status,
      review: row.review,
      risks: risksOf(row),
      isAlmostLate: isWaiting && since !== null && row.created_at <= since.warn,
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
    }
  }
}

function risksOf(row: DbRow): RiskMark[] {
  const marks: [RiskMark, boolean][] = [
    ['testAccount', row.is_test],
    ['locked', row.is_locked],
    ['suspended', row.is_suspended && !row.is_closed],
    ['closed', row.is_closed],
    ['unverified', !row.is_verified],
    ['newAccount', row.is_new],
    ['sharedKey', row.review === 'sharedKey'],
    ['held', row.review === 'held'],
    ['notOwnKey', row.is_verified && row.type === 'CPF' && !row.is_own_key],
    ['newKey', row.is_first_to_key && !row.is_own_key],
    ['noPassword', row.review === 'newKey'],
    ['turnoverOpen', row.turnover_left > 0],
    ['noDeposit', row.deposit_sum === 0],
    ['debt', row.debt > 0],
    ['unknownPayer', row.has_unknown_payer],
  ]
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []))
}

function conditions(
  { q, state, type, playerId, from, to }: WithdrawalFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const found: string[] = []
  if (q !== undefined) {
    const [id, prefix] = [value(q), value(`${escapeLike(q.toLowerCase())}%`)]
    // Each way has an index; together with "or" none of them would be used.
    found.push(`w.id in (
      select id from withdrawals where id = ${id}
      union all select s.id from users p join withdrawals s on s.user_id = p.id where lower(p.email) like ${prefix})`)
  }
  if (state === 'waiting') found.push(`w.status in ('requested', 'inReview')`)
  else if (state !== undefined) found.push(`w.status = ${value(state)}`)
  if (type !== undefined) found.push(`w.type = ${value(type)}`)
  if (playerId !== undefined) found.push(`w.user_id = ${value(playerId)}`)
  if (from !== undefined) found.push(`w.created_at >= ${value(new Date(from))}`)
  if (to !== undefined) found.push(`w.created_at < ${value(new Date(to))}`)
  return found
}

/** Takes the meaning of a pattern from what somebody typed. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function subjectOf(id: string) {
  return { kind: 'withdrawal', id }
}
