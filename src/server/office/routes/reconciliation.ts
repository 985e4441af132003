import {
  reconciliationCalls,
  type DifferenceFilter,
  type DifferenceRow,
} from '#contract/office/reconciliation.ts'
import * as schema from '#contract/office/reconciliation.schema.ts'
import type { Reader, SqlValue } from '../../db/client.ts'
import { emailsOf } from '../../domain/accounts/emails.ts'
import { resolveDifference } from '../../domain/payments/reconciliation/differences.ts'
import { staffActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import type { QueueCounter } from './queue.ts'

interface DbRow {
  id: string
  provider: string
  side: DifferenceRow['side']
  kind: string
  subject: string
  user_id: string | null
  email?: string | null
  reference: string | null
  our_state: string | null
  our_amount: number | null
  their_state: string | null
  their_amount: number | null
  at: Date
  found_at: Date
  state: DifferenceRow['state']
  resolved_at: Date | null
  resolved_by: string | null
  reason: string | null
}

const selectSql = `select d.id, d.provider, d.side, d.kind, d.subject, d.user_id, d.reference, d.our_state,
    d.our_amount, d.their_state, d.their_amount, d.at, d.found_at, d.state, d.resolved_at,
    coalesce((select name from office.staff_names where id = d.resolved_by and d.resolved_by_kind = 'staff'), d.resolved_by)
      as resolved_by, d.reason
  from payment_differences d`

const source: ListSource<DbRow, DifferenceRow, DifferenceFilter, 'foundAt'> = {
  filter: schema.filter,
  select: selectSql,
  conditions,
  sorts: { foundAt: 'd.found_at' },
  id: 'd.id',
  idOf: ({ id }) => id,
  complete: withEmails,
  present,
}

const csvColumns: CsvColumn<DifferenceRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Achada', en: 'Found' }, value: ({ foundAt }) => foundAt, kind: 'time' },
  { title: { 'pt-BR': 'Pagamento em', en: 'Payment' }, value: ({ at }) => at, kind: 'time' },
  { title: { 'pt-BR': 'Provedor', en: 'Provider' }, value: ({ provider }) => provider },
  { title: { 'pt-BR': 'Lado', en: 'Side' }, value: ({ side }) => side },
  { title: { 'pt-BR': 'Tipo', en: 'Kind' }, value: ({ kind }) => kind },
  { title: { 'pt-BR': 'Pedido', en: 'Order' }, value: ({ subject }) => subject },
  { title: { 'pt-BR': 'Número', en: 'Number' }, value: ({ reference }) => reference },
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ playerId }) => playerId },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Aqui', en: 'Ours' }, value: ({ ours }) => ours?.state ?? null },
  {
    title: { 'pt-BR': 'Valor aqui', en: 'Our amount' },
    value: ({ ours }) => ours?.amountCents ?? null,
    kind: 'cents',
  },
  { title: { 'pt-BR': 'No provedor', en: 'Theirs' }, value: ({ theirs }) => theirs?.state ?? null },
  {
    title: { 'pt-BR': 'Valor no provedor', en: 'Their amount' },
    value: ({ theirs }) => theirs?.amountCents ?? null,
    kind: 'cents',
  },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Resolvida', en: 'Resolved' }, value: ({ resolvedAt }) => resolvedAt, kind: 'time' },
  { title: { 'pt-BR': 'Resolvida por', en: 'Resolved by' }, value: ({ resolvedBy }) => resolvedBy },
  { title: { 'pt-BR': 'Motivo', en: 'Reason' }, value: ({ resolvedReason }) => resolvedReason },
]

/** Differences that nobody has resolved. */
export const openDifferences: QueueCounter = async ({ deps }) => {
  const [row] = await deps.db.read<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(found_at) as oldest from (
       select found_at from payment_differences where state = 'open' order by found_at limit 1000) d`,
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}

export function registerReconciliation(office: Office): void {
  const { deps } = office
  officeList(office, reconciliationCalls.list, source)
  officeCsv(office, reconciliationCalls.export, source, csvColumns)
  officeRead(office, reconciliationCalls.get, { params: schema.byId }, ({ params }) =>
    read(deps.db, params.id),
  )
  officeAction(office, reconciliationCalls.resolve, schema.withReason, {
    async run({ tx, params, body, staff }) {
      const before = await read(tx, params.id)
      await resolveDifference(deps, tx, params.id, { by: staffActor(staff.id), reason: body.reason })
      const answer = await read(tx, params.id)
      return {
        answer,
        subject: { kind: 'difference', id: params.id },
        before: { state: before.state },
        after: { state: answer.state },
      }
    },
  })
}

async function withEmails(db: Reader, rows: DbRow[]): Promise<DbRow[]> {
  const players = rows.map((row) => row.user_id)
  const emails = await emailsOf(db, players)
  return rows.map((row) => ({ ...row, email: emails.get(row.user_id ?? '') ?? null }))
}

async function read(db: Reader, id: string): Promise<DifferenceRow> {
  const found = await db.read<DbRow>(`${selectSql} where d.id = $1`, [id])
  const [row] = await withEmails(db, found)
  if (!row) throw new Refusal('notFound')
  return present(row)
}

function conditions(
  { state, side, playerId }: DifferenceFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const found: string[] = []
  if (state !== undefined) found.push(`d.state = ${value(state)}`)
  if (side !== undefined) found.push(`d.side = ${value(side)}`)
  if (playerId !== undefined) found.push(`d.user_id = ${value(playerId)}`)
  return found
}

function present(row: DbRow): DifferenceRow {
  const view = (state: string | null, amountCents: number | null) =>
    state === null || amountCents === null ? null : { state, amountCents }
  return {
    id: row.id,
    provider: row.provider,
    side: row.side,
    kind: row.kind,
    subject: row.subject,
    playerId: row.user_id,
    email: row.email ?? null,
    reference: row.reference,
    ours: view(row.our_state, row.our_amount),
    theirs: view(row.their_state, row.their_amount),
    at: row.at.toISOString(),
    foundAt: row.found_at.toISOString(),
    state: row.state,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolvedReason: row.reason,
  }
}
