import { officeCall, officeListCall } from './officeCall.ts'
import type { Role } from './permissions.ts'

/** `invited`: has not set a password yet. `locked`: five errors; ends by itself. */
export type StaffStatus = 'invited' | 'active' | 'locked' | 'deactivated'

export interface StaffRow {
  id: string
  name: string
  email: string
  role: Role
  status: StaffStatus
  hasTotp: boolean
  passkeys: number
  /** ISO 8601; null: never. */
  loggedInAt: string | null
  createdAt: string
}

export interface StaffFilter {
  /** A part of the name or e-mail. */
  q?: string
  role?: Role
  status?: StaffStatus
}

/** A one-time link for a password and a second factor. Shown once, to whoever made it: pass it on by a safe way. */
export interface StaffLink {
  staff: StaffRow
  link: string
  /** ISO 8601. */
  expiresAt: string
}

type ById = { params: { id: string }; body: { reason: string } }

const change = { permission: 'staff.change', kind: 'action' } as const

export const staffCalls = {
  list: officeListCall<StaffRow, StaffFilter>()({
    name: 'staff.list',
    path: '/api/staff',
    permission: 'staff.read',
    sorts: ['name', 'email', 'role', 'createdAt', 'loggedInAt'],
    order: 'asc',
  }),
  get: officeCall<{ params: { id: string } }, StaffRow>({
    name: 'staff.get',
    path: '/api/staff/{id}',
    permission: 'staff.read',
    kind: 'read',
  }),
  invite: officeCall<{ body: { name: string; email: string; role: Role; reason: string } }, StaffLink>({
    name: 'staff.invite',
    path: '/api/staff/invite',
    ...change,
  }),
  /** A new link for somebody who has not used the last one. */
  renewInvitation: officeCall<ById, StaffLink>({
    name: 'staff.renewInvitation',
    path: '/api/staff/{id}/renew-invitation',
    ...change,
  }),
  /** Ends the person's sessions. */
  changeRole: officeCall<{ params: { id: string }; body: { role: Role; reason: string } }, StaffRow>({
    name: 'staff.changeRole',
    path: '/api/staff/{id}/change-role',
    ...change,
  }),
  /** Ends the person's sessions. */
  deactivate: officeCall<ById, StaffRow>({
    name: 'staff.deactivate',
    path: '/api/staff/{id}/deactivate',
    ...change,
  }),
  activate: officeCall<ById, StaffRow>({
    name: 'staff.activate',
    path: '/api/staff/{id}/activate',
    ...change,
  }),
  /** Ends the lock after five errors. */
  unlock: officeCall<ById, StaffRow>({ name: 'staff.unlock', path: '/api/staff/{id}/unlock', ...change }),
  /** Removes password, TOTP, recovery codes and passkeys, ends the sessions, and returns a link for new ones. */
  resetAccess: officeCall<ById, StaffLink>({
    name: 'staff.resetAccess',
    path: '/api/staff/{id}/reset-access',
    ...change,
  }),
}
