import { depositCalls, type DepositFilter, type DepositRow } from '#contract/office/deposits.ts'
import * as schema from '#contract/office/deposits.schema.ts'
import type { Reader, SqlValue } from '../../db/client.ts'
import { confirmPayer } from '../../domain/payments/returnedPayments.ts'
import { Refusal } from '../../texts/refusal.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { escapeLike } from './withdrawals.ts'

interface DbRow {
  id: string
  user_id: string
  email: string
  provider: string
  pay_no: string
  principal: number
  discount: number
  bonus: number
  status: DepositRow['state']
  refusal: DepositRow['refusal']
  refunded_at: Date | null
  created_at: Date
  paid_at: Date | null
  taken_back: number
  payer: DepositRow['payer']
}

const selectSql = `select o.id, o.user_id, u.email, o.provider, o.pay_no, o.principal, o.discount, o.bonus, o.status, o.refusal,
    o.refunded_at, o.created_at, o.paid_at, o.payer,
    (select coalesce(sum(r.amount), 0)::bigint from deposit_reversals r where r.order_id = o.id and r.user_id = o.user_id) as taken_back
  from orders o join users u on u.id = o.user_id`

const source: ListSource<DbRow, DepositRow, DepositFilter, 'createdAt'> = {
  filter: schema.filter,
  select: selectSql,
  narrow: 'from orders o',
  conditions,
  indexed: [['state'], ['playerId']],
  sorts: { createdAt: 'o.created_at' },
  id: 'o.id',
  idOf: ({ id }) => id,
  present,
}

const csvColumns: CsvColumn<DepositRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Criado', en: 'Created' }, value: ({ createdAt }) => createdAt, kind: 'time' },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Provedor', en: 'Provider' }, value: ({ provider }) => provider },
  { title: { 'pt-BR': 'Número', en: 'Number' }, value: ({ reference }) => reference },
  { title: { 'pt-BR': 'Valor', en: 'Amount' }, value: ({ amountCents }) => amountCents, kind: 'cents' },
  {
    title: { 'pt-BR': 'Desconto', en: 'Discount' },
    value: ({ discountCents }) => discountCents,
    kind: 'cents',
  },
  { title: { 'pt-BR': 'Bônus', en: 'Bonus' }, value: ({ bonusCents }) => bonusCents, kind: 'cents' },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Pago', en: 'Paid' }, value: ({ paidAt }) => paidAt, kind: 'time' },
]

export function registerDeposits(office: Office): void {
  officeList(office, depositCalls.list, source)
  officeCsv(office, depositCalls.export, source, csvColumns)
  officeRead(office, depositCalls.get, { params: schema.byId }, ({ params }) =>
    read(office.deps.db, params.id),
  )
  officeAction(office, depositCalls.confirmPayer, schema.withReason, {
    async run({ tx, params }) {
      await confirmPayer(tx, params.id)
      return {
        answer: await read(tx, params.id),
        subject: { kind: 'deposit', id: params.id },
        before: { payer: 'unknown' },
        after: { payer: 'checked' },
      }
    },
  })
}

async function read(db: Reader, id: string): Promise<DepositRow> {
  const [row] = await db.read<DbRow>(`${selectSql} where o.id = $1`, [id])
  if (!row) throw new Refusal('notFound')
  return present(row)
}

function conditions(
  { q, state, payer, playerId, from, to }: DepositFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const found: string[] = []
  if (q !== undefined) {
    const [id, prefix] = [value(q), value(`${escapeLike(q.toLowerCase())}%`)]
    // Each way has an index; together with "or" none of them would be used.
    found.push(`o.id in (
      select id from orders where id = ${id}
      union all select id from orders where pay_no = ${id} and pay_no <> ''
      union all select s.id from users p join orders s on s.user_id = p.id where lower(p.email) like ${prefix})`)
  }
  if (state !== undefined) found.push(`o.status = ${value(state)}`)
  if (payer !== undefined) found.push(`o.payer = ${value(payer)}`)
  if (playerId !== undefined) found.push(`o.user_id = ${value(playerId)}`)
  if (from !== undefined) found.push(`o.created_at >= ${value(new Date(from))}`)
  if (to !== undefined) found.push(`o.created_at < ${value(new Date(to))}`)
  return found
}

function present(row: DbRow): DepositRow {
  return {
    id: row.id,
    playerId: row.user_id,
    email: row.email,
    provider: row.provider,
    reference: row.pay_no,
    amountCents: row.principal,
    discountCents: row.discount,
    bonusCents: row.bonus,
    state: row.status,
    refusal: row.refusal,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    payer: row.payer,
    takenBackCents: row.taken_back,
  }
}
