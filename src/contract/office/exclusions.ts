import { officeCall, officeListCall } from './officeCall.ts'

/** A pause that is kept after its account was erased. Whose it was is not known. */
export interface KeptExclusionRow {
  id: string
  excludedUntil: string
  /** By what the person is recognised: both were proven when it began. */
  byEmail: boolean
  byCpf: boolean
  createdAt: string
}

export interface KeptExclusionFilter {
  /** A whole CPF or e-mail address. Without it the list is empty. */
  q?: string
}

export const exclusionCalls = {
  list: officeListCall<KeptExclusionRow, KeptExclusionFilter>()({
    name: 'exclusions.list',
    path: '/api/exclusions',
    permission: 'exclusions.lift',
    sorts: ['createdAt'],
    order: 'desc',
  }),
  /**
   * Ends a pause that somebody else began with this person's address or CPF, after the person has proven to be its owner. A
   * second person always confirms it. Nobody lifts an exclusion of one's own.
   */
  lift: officeCall<{ params: { id: string }; body: { reason: string } }, null>({
    name: 'exclusions.lift',
    path: '/api/exclusions/{id}/lift',
    permission: 'exclusions.lift',
    kind: 'action',
  }),
}
