import type { StaffRow } from '#contract/office/staff.ts'
import type { StaffMember } from '../identity/staff.ts'

export function presentStaff(member: StaffMember): StaffRow {
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    role: member.role,
    status: member.status,
    hasTotp: member.hasTotp,
    passkeys: member.passkeys,
    loggedInAt: member.loggedInAt?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
  }
}
