import type { ReportFamily } from '../rules/regulatorReports.ts'
import { officeCall, officeListCall } from './officeCall.ts'

/**
 * What has become of a lot. `written`: still to be signed and checked. `noSchema`: the operator has put no schema of its family there, so there is no file. `invalid`: the
 * schema refuses it. `ready`: a file that nobody is sent. `queued`: to be sent, or sent again after a failure. `refused`: by
 * the regulator.
 */
export const lotStates = ['written', 'noSchema', 'invalid', 'ready', 'queued', 'sent', 'refused'] as const
export type LotState = (typeof lotStates)[number]

/** Why a period is not delivered, beside the states of its lots. `failed`: it was asked for, and could not be made. */
export const overdueStates = [
  'missing',
  'requested',
  'failed',
  'written',
  'noSchema',
  'invalid',
  'ready',
  'queued',
  'refused',
] as const
export type OverdueState = (typeof overdueStates)[number]

/** A period whose report was due, and is not delivered as a whole. */
export interface OverdueReport {
  /** Family and period. */
  id: string
  family: ReportFamily
  period: string
  /** YYYY-MM-DD. */
  dueOn: string
  /** Days since then; 0 on the day itself. */
  daysLate: number
  state: OverdueState
  error: string | null
  lots: number
  sentLots: number
}

export interface OverdueFilter {
  family?: ReportFamily
  state?: OverdueState
}

export interface RegulatorLot {
  id: string
  family: ReportFamily
  /** YYYY-MM-DD, or YYYY-MM. */
  period: string
  number: number
  records: number
  state: LotState
  /** What the schema, the regulator or the network said last. */
  error: string | null
  attempts: number
  nextTryAt: string | null
  receipt: string | null
  madeAt: string
  /** Names; `job` where no person did it. */
  madeByName: string
  sentAt: string | null
  sentByName: string | null
  fileBytes: number | null
  /** Whether the program can send it, now or once more. */
  canSend: boolean
  /** SHA-256 of the file, hexadecimal. */
  sha256: string | null
}

export interface RegulatorLotDetail extends RegulatorLot {
  /** Sums of the records by field; amounts are cents. */
  totals: { field: string; sum: number }[]
}

export interface RegulatorLotFilter {
  family?: ReportFamily
  state?: LotState
  /** YYYY-MM-DD; a month is in the range when one of its days is. */
  from?: string
  to?: string
}

type ById = { params: { id: string } }

export const regulatorCalls = {
  list: officeListCall<RegulatorLot, RegulatorLotFilter>()({
    name: 'regulator.list',
    path: '/api/regulator-lots',
    permission: 'regulator.read',
    sorts: ['madeAt'],
    order: 'desc',
  }),
  /** What was due and is not delivered; empty where the jurisdiction wants no reports. */
  overdue: officeListCall<OverdueReport, OverdueFilter>()({
    name: 'regulatorOverdue.list',
    path: '/api/regulator-overdue',
    permission: 'regulator.read',
    sorts: ['dueOn'],
    order: 'asc',
  }),
  get: officeCall<ById, RegulatorLotDetail>({
    name: 'regulator.get',
    path: '/api/regulator-lots/{id}',
    permission: 'regulator.read',
    kind: 'read',
  }),
  /** The file; it has the CPFs of players. */
  file: officeCall<ById, { name: string; xml: string }>({
    name: 'regulator.file',
    path: '/api/regulator-lots/{id}/file',
    permission: 'regulator.send',
    kind: 'read',
    isAudited: true,
  }),
  /** Makes the lots of a period, or makes them again while none of them was sent. A job does it within a minute. */
  make: officeCall<{ body: { family: ReportFamily; period: string } }, null>({
    name: 'regulator.make',
    path: '/api/regulator-lots/make',
    permission: 'regulator.send',
    kind: 'action',
  }),
  sendAgain: officeCall<ById & { body: { reason: string } }, RegulatorLot>({
    name: 'regulator.sendAgain',
    path: '/api/regulator-lots/{id}/send-again',
    permission: 'regulator.send',
    kind: 'action',
  }),
  /** Somebody has delivered the file elsewhere, where the program sends it to nobody; `receipt` is the regulator's number. */
  markSent: officeCall<ById & { body: { receipt: string; reason: string } }, RegulatorLot>({
    name: 'regulator.markSent',
    path: '/api/regulator-lots/{id}/mark-sent',
    permission: 'regulator.send',
    kind: 'action',
  }),
}
