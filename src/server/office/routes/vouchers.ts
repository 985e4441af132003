import QRCode from 'qrcode'
import { cents } from '#contract/money.ts'
import {
  voucherCalls,
  type Voucher,
  type VoucherFilter,
  type VoucherTicket,
} from '#contract/office/vouchers.ts'
import * as schema from '#contract/office/vouchers.schema.ts'
import type { Reader, SqlValue } from '../../db/client.ts'
import { emailsOf } from '../../domain/accounts/emails.ts'
import { needsFourEyes } from '../../domain/installation/fourEyes.ts'
import {
  issueVoucher,
  payVoucher,
  stateOfVoucher,
  takeVoucherCode,
  voidVoucher,
  type VoucherCode,
} from '../../domain/payments/vouchers.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import {
  officeCsv,
  officeList,
  type CsvColumn,
  type ListInput,
  type ListSource,
} from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

const hourMs = 3_600_000

interface VoucherDbRow {
  id: string
  amount: number
  created_at: Date
  expires_at: Date
  redeemed_by: string | null
  redeemed_at: Date | null
  voided_at: Date | null
  email?: string | null
  issued_name: string | null
  voided_name: string | null
  has_code: boolean
  withdrawal_id: string | null
  paid_at: Date | null
  paid_name: string | null
}

const vouchersSql = `select v.id, v.amount, v.created_at, v.expires_at, v.redeemed_by, v.redeemed_at, v.voided_at,
    v.withdrawal_id, v.paid_at, p.name as paid_name, v.sealed is not null and v.withdrawal_id is null as has_code, i.name as issued_name, o.name as voided_name
  from vouchers v left join office.staff_names i on i.id = v.issued_by left join office.staff_names o on o.id = v.voided_by
  left join office.staff_names p on p.id = v.paid_by`

const source: ListSource<VoucherDbRow, Voucher, VoucherFilter, 'createdAt'> = {
  filter: schema.filter,
  select: vouchersSql,
  conditions,
  sorts: { createdAt: 'v.created_at' },
  id: 'v.id',
  idOf: ({ id }) => id,
  complete: withEmails,
  present: (row, { now }) => present(row, now),
}

const csvColumns: CsvColumn<Voucher>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Emitido', en: 'Issued' }, value: ({ createdAt }) => createdAt, kind: 'time' },
  { title: { 'pt-BR': 'Valor', en: 'Amount' }, value: ({ amountCents }) => amountCents, kind: 'cents' },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Emitido por', en: 'Issued by' }, value: ({ issuedByName }) => issuedByName },
  {
    title: { 'pt-BR': 'Tirado por um jogador', en: 'Taken out by a player' },
    value: ({ isWithdrawn }) => (isWithdrawn ? 1 : 0),
  },
  { title: { 'pt-BR': 'Vale até', en: 'Expires' }, value: ({ expiresAt }) => expiresAt, kind: 'time' },
  { title: { 'pt-BR': 'Usado', en: 'Redeemed' }, value: ({ redeemedAt }) => redeemedAt, kind: 'time' },
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ playerId }) => playerId },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Pago', en: 'Paid' }, value: ({ paidAt }) => paidAt, kind: 'time' },
  { title: { 'pt-BR': 'Pago por', en: 'Paid by' }, value: ({ paidByName }) => paidByName },
  { title: { 'pt-BR': 'Anulado', en: 'Voided' }, value: ({ voidedAt }) => voidedAt, kind: 'time' },
  { title: { 'pt-BR': 'Anulado por', en: 'Voided by' }, value: ({ voidedByName }) => voidedByName },
]

/** Vouchers: cash at the counter, redeemed by a customer. */
export function registerVouchers(office: Office): void {
  const { deps } = office

  officeList(office, voucherCalls.list, source)
  officeCsv(office, voucherCalls.export, source, csvColumns)

  officeRead(office, voucherCalls.get, { params: schema.byId }, ({ params }) => read(deps.db, params.id))

  officeAction(office, voucherCalls.issue, schema.issue, {
    async run({ tx, body, staff, isConfirmed }) {
      const { id, ...code } = await issueVoucher(
        deps,
        {
          amount: cents(body.amountCents),
          lifetimeMs: body.hours * hourMs,
          issuedBy: staff.id,
          // The answer of a confirmation goes nowhere.
          keepsCode: isConfirmed,
        },
        tx,
      )
      const voucher = await read(tx, id)
      return {
        answer: await ticketOf(voucher, code),
        subject: subjectOf(id),
        before: null,
        after: { amountCents: voucher.amountCents, expiresAt: voucher.expiresAt },
      }
    },
    async secondPerson({ tx, body }) {
      if (!(await needsFourEyes(tx, 'voucher', cents(body.amountCents)))) return undefined
      return { subject: null, amountCents: body.amountCents }
    },
  })

  officeAction(
    office,
    voucherCalls.showCode,
    { params: schema.byId },
    {
      async run({ tx, params }) {
        const code = await takeVoucherCode(deps, tx, params.id)
        return { answer: await ticketOf(await read(tx, params.id), code), subject: subjectOf(params.id) }
      },
    },
  )

  officeAction(office, voucherCalls.pay, schema.pay, {
    async run({ tx, body, staff }) {
      const id = await payVoucher(deps, tx, { code: body.code, staffId: staff.id })
      const answer = await read(tx, id)
      return {
        answer,
        subject: subjectOf(id),
        before: null,
        after: { state: answer.state, amountCents: answer.amountCents },
      }
    },
  })

  officeAction(office, voucherCalls.void, schema.withReason, {
    async run({ tx, params, staff }) {
      const before = await read(tx, params.id)
      await voidVoucher(deps, params.id, { on: tx, by: staff.id })
      const after = await read(tx, params.id)
      const audited = ({ state, amountCents }: Voucher) => ({ state, amountCents })
      return {
        answer: after,
        subject: subjectOf(params.id),
        before: audited(before),
        after: audited(after),
      }
    },
  })

  async function read(db: Reader, id: string): Promise<Voucher> {
    const found = await db.read<VoucherDbRow>(`${vouchersSql} where v.id = $1`, [id])
    const [row] = await withEmails(db, found)
    if (!row) throw new OfficeRefusal('notFound')
    return present(row, deps.clock.now())
  }
}

async function withEmails(db: Reader, rows: VoucherDbRow[]): Promise<VoucherDbRow[]> {
  const players = rows.map((row) => row.redeemed_by)
  const emails = await emailsOf(db, players, { withErased: true })
  return rows.map((row) => ({ ...row, email: emails.get(row.redeemed_by ?? '') ?? null }))
}

async function ticketOf(
  { id, amountCents, expiresAt }: Voucher,
  { code, url }: VoucherCode,
): Promise<VoucherTicket> {
  return { id, amountCents, expiresAt, code, qr: await QRCode.toDataURL(url, { margin: 4 }) }
}

function conditions(
  { state, from, to }: VoucherFilter,
  value: (parameter: SqlValue) => string,
  { now }: ListInput,
): string[] {
  const found: string[] = []
  if (state === 'redeemed') found.push('v.redeemed_at is not null')
  if (state === 'paid') found.push('v.paid_at is not null')
  if (state === 'void') found.push('v.voided_at is not null')
  if (state === 'open' || state === 'expired')
    found.push(
      'v.redeemed_at is null',
      'v.voided_at is null',
      'v.paid_at is null',
      `v.expires_at ${state === 'open' ? '>' : '<='} ${value(now)}`,
    )
  if (from !== undefined) found.push(`v.created_at >= ${value(new Date(from))}`)
  if (to !== undefined) found.push(`v.created_at < ${value(new Date(to))}`)
  return found
}

function present(row: VoucherDbRow, now: Date): Voucher {
  const state = stateOfVoucher(row, now)
  return {
    id: row.id,
    amountCents: row.amount,
    state,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    issuedByName: row.issued_name,
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
    playerId: row.redeemed_by,
    email: row.email ?? null,
    voidedAt: row.voided_at?.toISOString() ?? null,
    voidedByName: row.voided_name,
    hasCode: row.has_code && state === 'open',
    isWithdrawn: row.withdrawal_id !== null,
    paidAt: row.paid_at?.toISOString() ?? null,
    paidByName: row.paid_name,
  }
}

function subjectOf(id: string) {
  return { kind: 'voucher', id }
}
