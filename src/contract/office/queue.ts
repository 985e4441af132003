import { officeCall } from './officeCall.ts'
import type { OfficePage, Permission } from './permissions.ts'

/** What waits for somebody: the page where it is worked off, and the permission to do so. */
export const queueKinds = {
  approvals: { page: 'queue', permission: 'session.own' },
  identities: { page: 'identities', permission: 'players.readDocuments' },
  withdrawals: { page: 'withdrawals', permission: 'withdrawals.decide' },
  chats: { page: 'support', permission: 'support.answer' },
  riskHits: { page: 'risk', permission: 'risk.changeRules' },
  overdueMatches: { page: 'sports', permission: 'sports.settle' },
  reconciliation: { page: 'reconciliation', permission: 'reconciliation.resolve' },
} as const satisfies Record<string, { page: OfficePage; permission: Permission }>

export type QueueKind = keyof typeof queueKinds

export interface QueueCount {
  kind: QueueKind
  /** Counts to 1,000 and no further. */
  count: number
  /** When the oldest one came, ISO 8601; null: none waits. */
  oldestAt: string | null
}

export const queueCalls = {
  /** What waits for the reader; only kinds whose permission they have. */
  get: officeCall<object, { counts: QueueCount[] }>({
    name: 'queue.get',
    path: '/api/queue',
    permission: 'session.own',
    kind: 'read',
  }),
}
