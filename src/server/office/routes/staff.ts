import { staffCalls } from '#contract/office/staff.ts'
import * as schema from '#contract/office/staff.schema.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { ActionResult, Office } from '../endpoints/office.ts'
import { createLink, type LinkPurpose } from '../identity/links.ts'
import {
  activate,
  addStaffMember,
  changeRole,
  deactivate,
  readStaffMember,
  removeAccess,
  renewLink,
  staffConditions,
  staffSql,
  toStaffMember,
  unlock,
  type StaffChange,
  type StaffMember,
} from '../identity/staff.ts'
import { presentStaff } from '../presenters/staff.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

export function registerStaff(office: Office): void {
  const { deps } = office

  officeList(office, staffCalls.list, {
    filter: schema.filter,
    select: staffSql,
    parameters: ({ now }) => [now],
    conditions: staffConditions,
    sorts: {
      name: 'name',
      email: 'email',
      role: 'role',
      createdAt: 'created_at',
      loggedInAt: 'logged_in_at',
    },
    id: 'id',
    idOf: ({ id }) => id,
    present: (row: Parameters<typeof toStaffMember>[0]) => presentStaff(toStaffMember(row)),
  })

  officeRead(office, staffCalls.get, { params: schema.byId }, async ({ params }) =>
    presentStaff(await readStaffMember(deps, deps.db, params.id)),
  )

  officeAction(
    office,
    staffCalls.invite,
    { body: schema.invite },
    {
      async run({ tx, body, caller }) {
        const member = await addStaffMember(deps, tx, body)
        return {
          answer: await linkFor(tx, member, 'invitation', caller.origin),
          subject: subjectOf(member),
          after: presentStaff(member),
        }
      },
    },
  )

  officeAction(office, staffCalls.renewInvitation, schema.withReason, {
    async run({ tx, params, caller }) {
      const { member, link, expiresAt } = await renewLink(deps, tx, params.id, caller.origin)
      return {
        answer: { staff: presentStaff(member), link, expiresAt: expiresAt.toISOString() },
        subject: subjectOf(member),
      }
    },
  })

  officeAction(
    office,
    staffCalls.changeRole,
    { params: schema.byId, body: schema.changeRole },
    {
      async run({ tx, params, body, staff }) {
        refuseOwn(params.id, staff.id)
        return changed(await changeRole(deps, tx, params.id, body.role))
      },
    },
  )

  officeAction(office, staffCalls.deactivate, schema.withReason, {
    async run({ tx, params, staff }) {
      refuseOwn(params.id, staff.id)
      return changed(await deactivate(deps, tx, params.id))
    },
  })

  officeAction(office, staffCalls.activate, schema.withReason, {
    run: async ({ tx, params }) => changed(await activate(deps, tx, params.id)),
  })

  officeAction(office, staffCalls.unlock, schema.withReason, {
    run: async ({ tx, params }) => changed(await unlock(deps, tx, params.id)),
  })

  officeAction(office, staffCalls.resetAccess, schema.withReason, {
    async run({ tx, params, staff, caller }) {
      refuseOwn(params.id, staff.id)
      const { before, after } = await removeAccess(deps, tx, params.id)
      return {
        answer: await linkFor(tx, after, 'reset', caller.origin),
        subject: subjectOf(after),
        before: presentStaff(before),
        after: presentStaff(after),
      }
    },
  })

  async function linkFor(
    tx: Parameters<typeof createLink>[1],
    member: StaffMember,
    purpose: LinkPurpose,
    officeUrl: string,
  ) {
    const { link, expiresAt } = await createLink(deps, tx, { staffId: member.id, purpose, officeUrl })
    return { staff: presentStaff(member), link, expiresAt: expiresAt.toISOString() }
  }
}

function subjectOf({ id }: StaffMember) {
  return { kind: 'staff', id }
}

function changed({ before, after }: StaffChange): ActionResult<typeof staffCalls.changeRole> {
  return {
    answer: presentStaff(after),
    subject: subjectOf(after),
    before: presentStaff(before),
    after: presentStaff(after),
  }
}

/** Whoever takes away their own role cannot give it back. */
function refuseOwn(id: string, own: string): void {
  if (id === own) throw new OfficeRefusal('ownAccount')
}
