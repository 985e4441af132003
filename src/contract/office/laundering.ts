import type { LaunderingRule } from '../rules/risk.ts'
import { officeCall, officeCsvCall, officeListCall } from './officeCall.ts'

/** `reported`: somebody has told the authority, outside of this program, which sends nothing by itself. */
export const launderingDecisions = ['reported', 'dismissed'] as const
export type LaunderingDecision = (typeof launderingDecisions)[number]

/** Something that a person must look at, and report or not. */
export interface LaunderingCandidate {
  id: string
  rule: LaunderingRule
  playerId: string
  email: string
  /** In the unit of the rule (rules/risk.ts). */
  measured: number
  at: string
  /** Null: nobody has decided. */
  decision: LaunderingDecision | null
  decisionReason: string | null
  decidedAt: string | null
  decidedByName: string | null
}

export interface LaunderingFilter {
  rule?: LaunderingRule
  state?: LaunderingDecision | 'open'
  playerId?: string
}

const list = officeListCall<LaunderingCandidate, LaunderingFilter>()({
  name: 'laundering.list',
  path: '/api/laundering',
  permission: 'laundering.decide',
  sorts: ['at'],
  order: 'desc',
})

export const launderingCalls = {
  list,
  export: officeCsvCall(list, 'laundering.decide'),
  /**
   * A later decision replaces an earlier one; both stand in the audit. `from`: the one that the caller saw. Refused with `conflict`
   * when somebody has decided otherwise meanwhile; absent: it replaces whatever stands there.
   */
  decide: officeCall<
    {
      params: { id: string }
      body: { from?: LaunderingDecision | null; decision: LaunderingDecision; reason: string }
    },
    LaunderingCandidate
  >({
    name: 'laundering.decide',
    path: '/api/laundering/{id}/decide',
    permission: 'laundering.decide',
    kind: 'action',
  }),
}
