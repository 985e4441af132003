import { auditCalls, type AuditEntry, type AuditFilter, type AuditRow } from '#contract/office/audit.ts'
import * as schema from '#contract/office/audit.schema.ts'
import { roles } from '#contract/office/permissions.ts'
import type { SqlValue } from '../../db/client.ts'
import type { AppDeps } from '../../deps.ts'
import { readAuditChain } from '../audit/chain.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { nameOf } from '../presenters/subjects.ts'
import { withSubjectNames } from '../texts/subjectNames.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

interface AuditDbRow {
  id: number
  at: Date
  staff_id: string | null
  staff_name: string
  role: string | null
  action: string
  subject_kind: string | null
  subject_id: string | null
  subject_name?: string | null
  reason: string | null
  address: string | null
  request_id: string | null
  requested_by_id: string | null
  requested_by_name: string | null
}

interface EntryDbRow extends AuditDbRow {
  before: unknown
  after: unknown
  hash: Buffer
  previous_hash: Buffer
}

const columnsSql = `id, at, staff_id, staff_name, role, action, subject_kind, subject_id, reason, address,
  request_id, requested_by_id, requested_by_name`

const entrySql = `select ${columnsSql}, before, after, hash, previous_hash from office.staff_audit`

/** Everything that a row says, so that a file that was kept shows what somebody has changed in the database. */
const csvColumns: CsvColumn<AuditEntry>[] = [
  { title: { 'pt-BR': 'Número', en: 'Number' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'Quando', en: 'When' }, value: ({ at }) => at, kind: 'time' },
  { title: { 'pt-BR': 'Quem', en: 'Who' }, value: ({ staffName }) => staffName },
  { title: { 'pt-BR': 'Quem (id)', en: 'Who (id)' }, value: ({ staffId }) => staffId },
  { title: { 'pt-BR': 'Função', en: 'Role' }, value: ({ role }) => role },
  { title: { 'pt-BR': 'Ação', en: 'Action' }, value: ({ action }) => action },
  { title: { 'pt-BR': 'Tipo', en: 'Subject' }, value: ({ subjectKind }) => subjectKind },
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ subjectId }) => subjectId },
  { title: { 'pt-BR': 'Nome', en: 'Name' }, value: ({ subjectName }) => subjectName },
  { title: { 'pt-BR': 'Motivo', en: 'Reason' }, value: ({ reason }) => reason },
  { title: { 'pt-BR': 'Pedido por', en: 'Asked for by' }, value: ({ requestedByName }) => requestedByName },
  {
    title: { 'pt-BR': 'Pedido por (id)', en: 'Asked for by (id)' },
    value: ({ requestedById }) => requestedById,
  },
  { title: { 'pt-BR': 'Endereço', en: 'Address' }, value: ({ address }) => address },
  { title: { 'pt-BR': 'Chamada', en: 'Request' }, value: ({ requestId }) => requestId },
  { title: { 'pt-BR': 'Antes', en: 'Before' }, value: ({ before }) => jsonOf(before) },
  { title: { 'pt-BR': 'Depois', en: 'After' }, value: ({ after }) => jsonOf(after) },
  { title: { 'pt-BR': 'Código', en: 'Hash' }, value: ({ hash }) => hash },
  {
    title: { 'pt-BR': 'Código da linha anterior', en: 'Hash of the row before' },
    value: ({ previousHash }) => previousHash,
  },
]

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

export function registerAudit(office: Office): void {
  const { deps } = office
  const rows = {
    filter: schema.filter,
    conditions,
    indexed: [['staffId'], ['action'], ['subjectKind', 'subjectId']],
    sorts: { id: 'id' },
    id: 'id',
    idOf: ({ id }: AuditDbRow) => id,
    complete: withSubjectNames,
  } satisfies Partial<ListSource<AuditDbRow, AuditRow, AuditFilter, 'id'>>
  const list: ListSource<AuditDbRow, AuditRow, AuditFilter, 'id'> = {
    ...rows,
    select: `select ${columnsSql} from office.staff_audit`,
    present: (row) => presentAudit(deps, row),
  }
  const file: ListSource<EntryDbRow, AuditEntry, AuditFilter, 'id'> = {
    ...rows,
    select: entrySql,
    present: (row) => presentEntry(deps, row),
  }
  officeList(office, auditCalls.list, list)
  officeCsv(office, auditCalls.export, file, csvColumns)

  officeRead(office, auditCalls.get, { params: schema.byId }, async ({ params }): Promise<AuditEntry> => {
    const found = await deps.db.read<EntryDbRow>(`${entrySql} where id = $1`, [params.id])
    const [row] = await withSubjectNames(deps.db, found)
    if (!row) throw new OfficeRefusal('notFound')
    return presentEntry(deps, row)
  })

  officeRead(office, auditCalls.chain, {}, () => readAuditChain(deps.db))
}

function conditions(
  { staffId, action, subjectKind, subjectId, from, to }: AuditFilter,
  value: (parameter: SqlValue) => string,
): string[] {
  const conditions: string[] = []
  if (staffId !== undefined) conditions.push(`staff_id = ${value(staffId)}`)
  if (action !== undefined) conditions.push(`action = ${value(action)}`)
  if (subjectKind !== undefined) conditions.push(`subject_kind = ${value(subjectKind)}`)
  if (subjectId !== undefined) conditions.push(`subject_id = ${value(subjectId)}`)
  if (from !== undefined) conditions.push(`at >= ${value(new Date(from))}`)
  if (to !== undefined) conditions.push(`at < ${value(new Date(to))}`)
  return conditions
}

function presentAudit(deps: AppDeps, row: AuditDbRow): AuditRow {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    staffId: row.staff_id,
    staffName: row.staff_name,
    role: roles.find((role) => role === row.role) ?? null,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subjectName: nameOf(deps, row),
    reason: row.reason,
    address: row.address,
    requestId: row.request_id,
    requestedById: row.requested_by_id,
    requestedByName: row.requested_by_name,
  }
}

function presentEntry(deps: AppDeps, row: EntryDbRow): AuditEntry {
  return {
    ...presentAudit(deps, row),
    before: row.before,
    after: row.after,
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash.toString('hex'),
  }
}
