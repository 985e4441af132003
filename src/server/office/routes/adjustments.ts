import { adjustmentCalls, type AdjustmentFilter, type AdjustmentRow } from '#contract/office/adjustments.ts'
import * as schema from '#contract/office/adjustments.schema.ts'
import { cents } from '#contract/money.ts'
import type { Reader, SqlValue } from '../../db/client.ts'
import { needsFourEyes } from '../../domain/installation/fourEyes.ts'
import { makeAdjustment } from '../../domain/payments/adjustments.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { findByEmail } from '../../domain/accounts/emails.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'

interface DbRow {
  id: string
  user_id: string
  email: string
  account: AdjustmentRow['account']
  amount: number
  kind: AdjustmentRow['kind']
  reason: string
  made_by_name: string | null
  created_at: Date
}

const selectSql = `select a.id, a.user_id, u.email, a.account, a.amount, a.kind, a.reason, a.created_at,
    case a.made_by when 'player' then null
      else coalesce((select name from office.staff_names where id = a.made_by), a.made_by) end as made_by_name
  from adjustments a join users u on u.id = a.user_id`

const source: ListSource<DbRow, AdjustmentRow, AdjustmentFilter, 'createdAt'> = {
  filter: schema.filter,
  select: selectSql,
  conditions,
  sorts: { createdAt: 'a.created_at' },
  id: 'a.id',
  idOf: ({ id }) => id,
  present,
}

const csvColumns: CsvColumn<AdjustmentRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Quando', en: 'When' }, value: ({ createdAt }) => createdAt, kind: 'time' },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Carteira', en: 'Wallet' }, value: ({ account }) => account },
  { title: { 'pt-BR': 'Valor', en: 'Amount' }, value: ({ amountCents }) => amountCents, kind: 'cents' },
  { title: { 'pt-BR': 'Tipo', en: 'Kind' }, value: ({ kind }) => kind },
  { title: { 'pt-BR': 'Motivo', en: 'Reason' }, value: ({ reason }) => reason },
  { title: { 'pt-BR': 'Quem', en: 'Who' }, value: ({ madeByName }) => madeByName },
]

export function registerAdjustments(office: Office): void {
  const { deps } = office
  officeList(office, adjustmentCalls.list, source)
  officeCsv(office, adjustmentCalls.export, source, csvColumns)
  officeAction(
    office,
    adjustmentCalls.make,
    { body: schema.make },
    {
      async run({ tx, body, staff }) {
        const userId = await findPlayer(tx, body)
        const { account, kind, reason } = body
        const amount = cents(body.amountCents)
        const id = await makeAdjustment(deps, tx, {
          userId,
          account,
          amount,
          kind,
          reason,
          staffId: staff.id,
        })
        const [row] = await tx.read<DbRow>(`${selectSql} where a.id = $1`, [id])
        if (!row) throw new Error('no adjustment after insert')
        return {
          answer: present(row),
          subject: { kind: 'player', id: userId },
          after: { adjustment: id, account, amountCents: amount, kind },
        }
      },
      async secondPerson({ tx, body }) {
        const userId = await findPlayer(tx, body)
        const size = cents(Math.abs(body.amountCents))
        if (!(await needsFourEyes(tx, 'adjustment', size))) return undefined
        return { subject: { kind: 'player', id: userId }, amountCents: body.amountCents }
      },
    },
  )
}

/** An erased account is found by its id, and only to take what has come to it later. */
async function findPlayer(
  db: Reader,
  { player, amountCents }: { player: string; amountCents: number },
): Promise<string> {
  const [user] = await db.read<{ id: string }>(
    'select id from users where id = $1 and (erased_at is null or $2::bigint < 0)',
    [player, amountCents],
  )
  const id = user?.id ?? (await findByEmail(db, player))?.id
  if (id === undefined) throw new OfficeRefusal('notFound', { field: 'player' })
  return id
}

function conditions(
  { playerId, kind, from, to }: AdjustmentFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const found: string[] = []
  if (playerId !== undefined) found.push(`a.user_id = ${value(playerId)}`)
  if (kind !== undefined) found.push(`a.kind = ${value(kind)}`)
  if (from !== undefined) found.push(`a.created_at >= ${value(new Date(from))}`)
  if (to !== undefined) found.push(`a.created_at < ${value(new Date(to))}`)
  return found
}

function present(row: DbRow): AdjustmentRow {
  return {
    id: row.id,
    playerId: row.user_id,
    email: row.email,
    account: row.account,
    amountCents: row.amount,
    kind: row.kind,
    reason: row.reason,
    madeByName: row.made_by_name,
    createdAt: row.created_at.toISOString(),
  }
}
