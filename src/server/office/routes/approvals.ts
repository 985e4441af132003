import { approvalCalls, type Approval, type ApprovalFilter } from '#contract/office/approvals.ts'
import * as schema from '#contract/office/approvals.schema.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import {
  approvalConditions,
  approvalSql,
  countPending,
  decideApproval,
  readApproval,
  toApproval,
  visibleCalls,
  type ApprovalDbRow,
} from '../approvals/approvals.ts'
import { recordFailure, runApproved } from '../endpoints/runApproved.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import { nameOf } from '../presenters/subjects.ts'
import { withSubjectNames } from '../texts/subjectNames.ts'
import type { QueueCounter } from './queue.ts'

export function registerApprovals(office: Office): void {
  const { deps } = office
  const visible = (reader: OfficePerson) => visibleToReader(office, reader)

  const source: ListSource<ApprovalDbRow, Approval, ApprovalFilter, 'requestedAt'> = {
    filter: schema.filter,
    select: approvalSql,
    parameters: ({ now }) => [now],
    conditions: (filter, value, { staff }) => approvalConditions(filter, value, staff, visible(staff)),
    sorts: { requestedAt: 'requested_at' },
    id: 'id',
    idOf: ({ id }) => id,
    complete: withSubjectNames,
    present: (row, { staff }) =>
      toApproval({ ...row, subject_name: nameOf(deps, row) }, staff, visible(staff)),
  }
  officeList(office, approvalCalls.list, source)

  officeRead(office, approvalCalls.get, { params: schema.byId }, ({ params, staff }) =>
    readApproval(deps, deps.db, params.id, staff, visible(staff)),
  )

  officeAction(office, approvalCalls.confirm, schema.decide, {
    async run({ tx, params, body, staff, caller }) {
      await runApproved(office, tx, { id: params.id, reason: body.reason, staff, caller })
      return {
        answer: await readApproval(deps, tx, params.id, staff, visible(staff)),
        subject: { kind: 'approval', id: params.id },
        after: { state: 'confirmed' },
      }
    },
    afterRollback: (error, { staff, caller, body }) =>
      recordFailure(office, error, { staff, caller, reason: body.reason }),
  })

  officeAction(office, approvalCalls.decline, schema.decide, {
    async run({ tx, params, body, staff }) {
      await decideApproval(deps, tx, {
        id: params.id,
        state: 'declined',
        reason: body.reason,
        staff,
        visible: visible(staff),
      })
      return {
        answer: await readApproval(deps, tx, params.id, staff, visible(staff)),
        subject: { kind: 'approval', id: params.id },
        after: { state: 'declined' },
      }
    },
  })
}

/** The actions whose approvals the reader sees: those that their role may do. */
function visibleToReader({ actions }: Office, reader: OfficePerson): string[] {
  return visibleCalls(
    [...actions.values()].map(({ call }) => call),
    reader,
  )
}

export const pendingApprovals: QueueCounter = (office, staff) =>
  countPending(office.deps, staff, visibleToReader(office, staff))
