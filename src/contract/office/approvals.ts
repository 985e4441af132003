import { officeCall, officeListCall } from './officeCall.ts'

/** The answer, with status 202, of an action that a second person must confirm. */
export interface PendingApproval {
  approvalId: string
}

export const approvalStates = ['pending', 'confirmed', 'declined', 'failed', 'expired'] as const
/** `failed`: it was confirmed, but the action was refused meanwhile; `failure` says why. */
export type ApprovalState = (typeof approvalStates)[number]

/** An action that waits for a second person. */
export interface Approval {
  id: string
  /** Name of the call. */
  action: string
  subjectKind: string | null
  subjectId: string | null
  /** As in AuditRow. */
  subjectName: string | null
  /** The action's parameters and body, as they were sent. */
  request: { params: Record<string, unknown>; body: Record<string, unknown> }
  reason: string | null
  /** What makes it need a second person, in cents; null: not an amount. */
  amountCents: number | null
  state: ApprovalState
  failure: string | null
  requestedById: string
  requestedByName: string
  requestedAt: string
  expiresAt: string
  decidedById: string | null
  decidedByName: string | null
  decidedAt: string | null
  decidedReason: string | null
  /** Whether the reader may decide it: the call's permission, and not the person who asked. */
  mayDecide: boolean
}

export interface ApprovalFilter {
  state?: ApprovalState
  action?: string
}

type Decide = { params: { id: string }; body: { reason: string } }

/**
 * Everyone may ask; everyone sees and decides what their own permissions cover, because a decision needs the permission of
 * the action itself. Who asked may decline, which takes it back.
 */
export const approvalCalls = {
  list: officeListCall<Approval, ApprovalFilter>()({
    name: 'approvals.list',
    path: '/api/approvals',
    permission: 'session.own',
    sorts: ['requestedAt'],
    order: 'desc',
  }),
  get: officeCall<{ params: { id: string } }, Approval>({
    name: 'approvals.get',
    path: '/api/approvals/{id}',
    permission: 'session.own',
    kind: 'read',
  }),
  confirm: officeCall<Decide, Approval>({
    name: 'approvals.confirm',
    path: '/api/approvals/{id}/confirm',
    permission: 'session.own',
    kind: 'action',
  }),
  decline: officeCall<Decide, Approval>({
    name: 'approvals.decline',
    path: '/api/approvals/{id}/decline',
    permission: 'session.own',
    kind: 'action',
  }),
}
