import {
  suspendedPrizeCalls,
  type SuspendedPrizeFilter,
  type SuspendedPrizeRow,
  type SuspensionState,
} from '#contract/office/suspendedPrizes.ts'
import * as schema from '#contract/office/suspendedPrizes.schema.ts'
import { cents } from '#contract/money.ts'
import { longestSuspensionDays } from '#contract/rules/prizeSuspension.ts'
import type { Reader } from '../../db/client.ts'
import { needsFourEyes } from '../../domain/installation/fourEyes.ts'
import { findPrize, mostOf } from '../../domain/payments/prizes.ts'
import { releasePrize, suspendPrize, takePrize } from '../../domain/payments/suspendedPrizes.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

interface DbRow {
  id: string
  user_id: string
  email: string
  ref_type: SuspendedPrizeRow['refKind']
  ref_id: string
  amount: number
  wallet: SuspendedPrizeRow['wallet']
  reason: SuspendedPrizeRow['reason']
  note: string
  created_at: Date
  made_by_name: string
  until: Date
  ended_at: Date | null
  ended_by_name: string | null
  taken: boolean
}

const dayMs = 86_400_000

const selectSql = `select p.id, p.user_id, u.email, p.ref_type, p.ref_id, p.amount, p.wallet, p.reason, p.note, p.created_at, p.until,
    p.ended_at, p.taken, coalesce((select name from office.staff_names s where s.id = p.made_by), p.made_by) as made_by_name,
    coalesce((select name from office.staff_names s where s.id = p.ended_by), p.ended_by) as ended_by_name
  from prize_suspensions p join users u on u.id = p.user_id`

const stateSql: Record<SuspensionState, string> = {
  active: 'p.ended_at is null',
  ended: 'p.ended_at is not null and not p.taken',
  taken: 'p.taken',
}

const source: ListSource<DbRow, SuspendedPrizeRow, SuspendedPrizeFilter, 'createdAt'> = {
  filter: schema.filter,
  select: selectSql,
  conditions: ({ state, playerId }, value) => [
    ...(state === undefined ? [] : [stateSql[state]]),
    ...(playerId === undefined ? [] : [`p.user_id = ${value(playerId)}`]),
  ],
  sorts: { createdAt: 'p.created_at' },
  id: 'p.id',
  idOf: ({ id }) => id,
  present,
}

const csvColumns: CsvColumn<SuspendedPrizeRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Suspenso', en: 'Suspended' }, value: ({ createdAt }) => createdAt, kind: 'time' },
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ playerId }) => playerId },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'De', en: 'Of' }, value: ({ refKind }) => refKind },
  { title: { 'pt-BR': 'Número', en: 'Number' }, value: ({ refId }) => refId },
  { title: { 'pt-BR': 'Valor', en: 'Amount' }, value: ({ amountCents }) => amountCents, kind: 'cents' },
  { title: { 'pt-BR': 'Carteira', en: 'Wallet' }, value: ({ wallet }) => wallet },
  { title: { 'pt-BR': 'Motivo ao jogador', en: 'Reason for the player' }, value: ({ reason }) => reason },
  { title: { 'pt-BR': 'Motivo interno', en: 'Internal reason' }, value: ({ note }) => note },
  { title: { 'pt-BR': 'Por', en: 'By' }, value: ({ madeByName }) => madeByName },
  { title: { 'pt-BR': 'Até', en: 'Until' }, value: ({ until }) => until, kind: 'time' },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Terminou', en: 'Ended' }, value: ({ endedAt }) => endedAt, kind: 'time' },
  { title: { 'pt-BR': 'Terminou por', en: 'Ended by' }, value: ({ endedByName }) => endedByName },
]

/** Prizes that the house keeps aside: with a reason and a term, and given back with the term or before it, or taken. */
export function registerSuspendedPrizes(office: Office): void {
  const { deps } = office
  officeList(office, suspendedPrizeCalls.list, source)
  officeCsv(office, suspendedPrizeCalls.export, source, csvColumns)
  officeAction(office, suspendedPrizeCalls.suspend, schema.suspend, {
    async run({ tx, body, staff }) {
      const until = new Date(body.until)
      checkTerm(until)
      await prizeOf(tx, body.bet)
      const { id, prize } = await suspendPrize(deps, tx, {
        betId: body.bet,
        reason: body.prizeReason,
        until,
        note: body.reason,
        staffId: staff.id,
      })
      return {
        answer: present(await read(tx, id)),
        subject: { kind: 'player', id: prize.userId },
        after: {
          suspension: id,
          [prize.refType]: prize.refId,
          ...(prize.isOpen ? { mostCents: prize.amount } : { amountCents: prize.amount }),
          wallet: prize.wallet,
          prizeReason: body.prizeReason,
          until: until.toISOString(),
        },
      }
    },
    async secondPerson({ tx, body }) {
      checkTerm(new Date(body.until))
      const { userId, amount } = await prizeOf(tx, body.bet)
      if (!(await needsFourEyes(tx, 'adjustment', amount))) return undefined
      return { subject: { kind: 'player', id: userId }, amountCents: amount }
    },
  })
  officeAction(office, suspendedPrizeCalls.release, schema.release, {
    async run({ tx, params, staff }) {
      await releasePrize(deps, tx, { id: params.id, staffId: staff.id })
      const row = await read(tx, params.id)
      return {
        answer: present(row),
        subject: { kind: 'player', id: row.user_id },
        before: { suspension: row.id, until: row.until.toISOString() },
        after: { suspension: null, amountCents: row.amount, wallet: row.wallet },
      }
    },
    async secondPerson({ tx, params }) {
      const row = await read(tx, params.id)
      // Of an open bet, what it may pay.
      const amount = row.amount === 0 ? await mostOf(tx, row.user_id, row.ref_id) : cents(row.amount)
      if (row.ended_at !== null || !(await needsFourEyes(tx, 'lifting', amount))) return undefined
      return { subject: { kind: 'player', id: row.user_id }, amountCents: amount }
    },
  })

  officeAction(office, suspendedPrizeCalls.take, schema.take, {
    async run({ tx, params, body, staff }) {
      requireDecided(await read(tx, params.id))
      await takePrize(deps, tx, { id: params.id, reason: body.prizeReason, staffId: staff.id })
      const row = await read(tx, params.id)
      return {
        answer: present(row),
        subject: { kind: 'player', id: row.user_id },
        before: { suspension: row.id, [row.ref_type]: row.ref_id, until: row.until.toISOString() },
        after: {
          suspension: null,
          takenCents: row.amount,
          wallet: row.wallet,
          prizeReason: body.prizeReason,
        },
      }
    },
    async secondPerson({ tx, params }) {
      const row = await read(tx, params.id)
      requireDecided(row)
      const amount = cents(row.amount)
      if (row.ended_at !== null || !(await needsFourEyes(tx, 'adjustment', amount))) return undefined
      return { subject: { kind: 'player', id: row.user_id }, amountCents: amount }
    },
  })

  /** Told at the field, before anything is done or waits for a second person. */
  async function prizeOf(db: Reader, bet: string) {
    const prize = await findPrize(deps, db, bet)
    if (prize === 'unknown') throw new OfficeRefusal('notFound', { field: 'bet' })
    if (typeof prize === 'string')
      throw new OfficeRefusal(prize === 'unpaid' ? 'prizeUnpaid' : 'prizeSpent', { field: 'bet' })
    const open = await db.read(
      // Of a bet that is decided, a suspension that holds nothing is over (suspendPrize).
      `select 1 from prize_suspensions
        where user_id = $1 and ref_type = $2 and ref_id = $3 and ended_at is null and ($4 or amount > 0)`,
      [prize.userId, prize.refType, prize.refId, prize.isOpen],
    )
    if (open.length > 0) throw new OfficeRefusal('prizeSuspended', { field: 'bet' })
    return prize
  }

  function checkTerm(until: Date): void {
    const now = deps.clock.now().getTime()
    if (until.getTime() <= now || until.getTime() > now + longestSuspensionDays * dayMs)
      throw new OfficeRefusal('termInvalid', { field: 'until', params: { days: longestSuspensionDays } })
  }
}

async function read(db: Reader, id: string): Promise<DbRow> {
  const [row] = await db.read<DbRow>(`${selectSql} where p.id = $1`, [id])
  if (!row) throw new OfficeRefusal('notFound')
  return row
}

function requireDecided({ amount, ended_at: endedAt }: DbRow): void {
  if (endedAt === null && amount === 0) throw new OfficeRefusal('prizeOpen')
}

function present(row: DbRow): SuspendedPrizeRow {
  return {
    id: row.id,
    playerId: row.user_id,
    email: row.email,
    refKind: row.ref_type,
    refId: row.ref_id,
    amountCents: row.amount === 0 ? null : row.amount,
    wallet: row.wallet,
    reason: row.reason,
    note: row.note,
    state: row.ended_at === null ? 'active' : row.taken ? 'taken' : 'ended',
    createdAt: row.created_at.toISOString(),
    madeByName: row.made_by_name,
    until: row.until.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedByName: row.ended_by_name,
  }
}
