import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'
import type { Role } from './permissions.ts'

/**
 * What the audit names besides calls: an action that waits for a second person, one that was refused when it was confirmed,
 * and an administrator made at the server's command line.
 */
export const otherActions = ['approvals.request', 'approvals.fail', 'staff.create'] as const

/** One row for each action. `action` is the name of the call, or one of `otherActions`. */
export interface AuditRow {
  /** Counts upwards without gaps. */
  id: string
  /** ISO 8601. */
  at: string
  /** null: done at the server's command line or by the server itself. */
  staffId: string | null
  staffName: string
  /** The role at that time. */
  role: Role | null
  action: string
  subjectKind: string | null
  subjectId: string | null
  /** How it is called: the e-mail of its player, the name of a person or a terminal, the teams; null: by its id. */
  subjectName: string | null
  reason: string | null
  /** Of the request. */
  address: string | null
  requestId: string | null
  /** Who asked for it, where the four eyes' second person confirmed it. */
  requestedById: string | null
  requestedByName: string | null
}

export interface AuditEntry extends AuditRow {
  /** The subject's state around the action; null: not known, or none. */
  before: unknown
  after: unknown
  /** Hexadecimal. */
  hash: string
  previousHash: string
}

export interface AuditFilter {
  staffId?: string
  action?: string
  subjectKind?: string
  subjectId?: string
  /** ISO 8601, inclusive. */
  from?: string
  /** ISO 8601, exclusive. */
  to?: string
}

/** The last comparison of the rows with their hashes. */
export interface AuditChain {
  /** ISO 8601; null: not checked yet. */
  checkedAt: string | null
  /** The last row that the check has seen; null: none. */
  checkedTo: string | null
  /** The first row that does not fit; null: none. */
  brokenAt: string | null
}

const list = officeListCall<AuditRow, AuditFilter>()({
  name: 'audit.list',
  path: '/api/audit',
  permission: 'audit.read',
  sorts: ['id'],
  order: 'desc',
})

export const auditCalls = {
  list,
  export: officeCsvCall(list, 'audit.export'),
  get: officeCall<{ params: { id: string } }, AuditEntry>({
    name: 'audit.get',
    path: '/api/audit/{id}',
    permission: 'audit.read',
    kind: 'read',
  }),
  chain: officeCall<object, AuditChain>({
    name: 'audit.chain',
    path: '/api/audit-chain',
    permission: 'audit.read',
    kind: 'read',
  }),
}
