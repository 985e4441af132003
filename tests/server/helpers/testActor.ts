import type { Actor } from '#server/ledger/ledger.ts'

/** Makes the postings of tests. */
export const testActor: Actor = { kind: 'staff', id: 'test' }
