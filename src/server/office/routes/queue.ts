import { mayRole } from '#contract/office/permissions.ts'
import { queueCalls, queueKinds, type QueueCount, type QueueKind } from '#contract/office/queue.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'

/** Counts what waits, to a thousand, in a statement that an index answers: every open page asks every few seconds. */
export type QueueCounter = (
  office: Office,
  staff: OfficePerson,
) => Promise<{ count: number; oldestAt: Date | null }>

/** Pages of before these kinds fail as a whole on them. */
const unknownBefore: ReadonlySet<QueueKind> = new Set(['overdueMatches'])

/** A kind without a counter is not in the answer. */
export function registerQueue(office: Office, counters: Partial<Record<QueueKind, QueueCounter>>): void {
  officeRead(office, queueCalls.get, {}, async ({ staff, caller }) => {
    const kinds = (Object.keys(queueKinds) as QueueKind[]).filter(
      (kind) =>
        mayRole(staff.role, queueKinds[kind].permission) &&
        !(caller.isEarlierPage && unknownBefore.has(kind)),
    )
    const counts = await Promise.all(
      kinds.map(async (kind): Promise<QueueCount[]> => {
        const counted = await counters[kind]?.(office, staff)
        if (!counted) return []
        return [{ kind, count: counted.count, oldestAt: counted.oldestAt?.toISOString() ?? null }]
      }),
    )
    return { counts: counts.flat() }
  })
}
