import {
  regulatorCalls,
  type LotState,
  type OverdueFilter,
  type OverdueReport,
  type RegulatorLot,
  type RegulatorLotDetail,
  type RegulatorLotFilter,
} from '#contract/office/regulator.ts'
import * as schema from '#contract/office/regulator.schema.ts'
import type { ReportFamily } from '#contract/rules/regulatorReports.ts'
import type { Reader } from '../../db/client.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import {
  findObstacle,
  markSent,
  readLotFile,
  requestReport,
  sendAgain,
} from '../../domain/regulator/deliveries.ts'
import { overdueSql, type OverdueDbRow } from '../../domain/regulator/overdue.ts'
import { dayOf } from '../../time/days.ts'
import { Refusal } from '../../texts/refusal.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

interface DbRow {
  id: string
  family: ReportFamily
  period: string
  number: number
  records: number
  totals: Record<string, number>
  state: LotState
  error: string | null
  attempts: number
  next_try_at: Date | null
  receipt: string | null
  made_at: Date
  made_by_name: string
  sent_at: Date | null
  sent_by_name: string | null
  file_bytes: number | null
  sha256: Buffer | null
}

const selectSql = `select l.id, l.family, l.period, l.number, l.records, l.totals, l.state, l.error, l.attempts, l.next_try_at,
    l.receipt, l.made_at, l.sent_at, l.file_bytes, l.sha256,
    coalesce((select name from office.staff s where s.id = l.made_by), l.made_by) as made_by_name,
    coalesce((select name from office.staff s where s.id = l.sent_by), l.sent_by) as sent_by_name
  from regulator_lots l`

const sendable: readonly LotState[] = ['ready', 'queued', 'sent', 'refused']

const source: Omit<ListSource<DbRow, RegulatorLot, RegulatorLotFilter, 'madeAt'>, 'present'> = {
  filter: schema.filter,
  select: selectSql,
  conditions: ({ family, state, from, to }, value) => [
    ...(family === undefined ? [] : [`l.family = ${value(family)}`]),
    ...(state === undefined ? [] : [`l.state = ${value(state)}`]),
    // A month, which has no day, is in the range when one of its days is.
    ...(from === undefined
      ? []
      : [`l.period || case length(l.period) when 7 then '-31' else '' end >= ${value(from)}`]),
    ...(to === undefined
      ? []
      : [`l.period || case length(l.period) when 7 then '-01' else '' end <= ${value(to)}`]),
  ],
  sorts: { madeAt: 'l.made_at' },
  id: 'l.id',
  idOf: ({ id }) => id,
}

/** The reports for the regulator: what was made of which day, and what has become of it. */
export function registerRegulator(office: Office): void {
  const { deps } = office
  const byId = { params: schema.byId }
  const wantsReports = profileOf(deps).regulatorReports || deps.regulator.name !== 'none'
  const overdue: ListSource<OverdueDbRow, OverdueReport, OverdueFilter, 'dueOn'> = {
    filter: schema.overdueFilter,
    parameters: ({ now }) => [dayOf(now)],
    select: overdueSql,
    conditions: ({ family, state }, value) => [
      ...(wantsReports ? [] : ['false']),
      ...(family === undefined ? [] : [`p.family = ${value(family)}`]),
      ...(state === undefined ? [] : [`p.state = ${value(state)}`]),
    ],
    sorts: { dueOn: 'p.due_on' },
    id: 'p.id',
    idOf: ({ id }) => id,
    present: (row, { now }) => ({
      id: row.id,
      family: row.family,
      period: row.period,
      dueOn: row.due_on,
      daysLate: Math.round((Date.parse(dayOf(now)) - Date.parse(row.due_on)) / 86_400_000),
      state: row.state,
      error: row.error,
      lots: row.lots,
      sentLots: row.sent,
    }),
  }
  officeList(office, regulatorCalls.list, { ...source, present })
  officeList(office, regulatorCalls.overdue, overdue)
  officeRead(office, regulatorCalls.get, byId, async ({ params }): Promise<RegulatorLotDetail> => {
    const row = await read(deps.db, params.id)
    const totals = Object.entries(row.totals).map(([field, sum]) => ({ field, sum }))
    return { ...present(row), totals }
  })
  officeRead(
    office,
    regulatorCalls.file,
    byId,
    ({ params }) => readLotFile(deps, params.id),
    ({ params }) => subjectOf(params.id),
  )
  officeAction(office, regulatorCalls.make, schema.make, {
    async run({ tx, body, staff }) {
      const obstacle = await findObstacle(deps, tx, body)
      if (obstacle !== null)
        throw new OfficeRefusal(obstacle === 'sent' ? 'periodSent' : 'periodOpen', { field: 'period' })
      await requestReport(deps, tx, { ...body, by: staff.id })
      return { answer: null, subject: { kind: 'report', id: `${body.family} ${body.period}` } }
    },
  })
  officeAction(office, regulatorCalls.sendAgain, schema.withReason, {
    async run({ tx, params, staff }) {
      const before = await sendAgain(deps, tx, { id: params.id, by: staff.id })
      const after = present(await read(tx, params.id))
      return {
        answer: after,
        subject: subjectOf(params.id),
        before: { state: before },
        after: { state: after.state },
      }
    },
  })
  officeAction(office, regulatorCalls.markSent, schema.markSent, {
    async run({ tx, params, body, staff }) {
      await markSent(deps, tx, { id: params.id, receipt: body.receipt, by: staff.id })
      return {
        answer: present(await read(tx, params.id)),
        subject: subjectOf(params.id),
        after: { state: 'sent', receipt: body.receipt },
      }
    },
  })

  function present(row: DbRow): RegulatorLot {
    return {
      id: row.id,
      family: row.family,
      period: row.period,
      number: row.number,
      records: row.records,
      state: row.state,
      error: row.error,
      attempts: row.attempts,
      nextTryAt: row.next_try_at?.toISOString() ?? null,
      receipt: row.receipt,
      madeAt: row.made_at.toISOString(),
      madeByName: row.made_by_name,
      sentAt: row.sent_at?.toISOString() ?? null,
      sentByName: row.sent_by_name,
      fileBytes: row.file_bytes,
      canSend: deps.regulator.name !== 'none' && sendable.includes(row.state),
      sha256: row.sha256?.toString('hex') ?? null,
    }
  }
}

async function read(db: Reader, id: string): Promise<DbRow> {
  const [row] = await db.read<DbRow>(`${selectSql} where l.id = $1`, [id])
  if (!row) throw new Refusal('notFound')
  return row
}

function subjectOf(id: string) {
  return { kind: 'reportLot', id }
}
