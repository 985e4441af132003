import { jobActor, staffActor, type Actor } from '../ledger/ledger.ts'
import type { Results } from './legResultNow.ts'
import type { LegRow } from './ticketRows.ts'

/** Who settles these legs: the member of staff who decided their match by hand, otherwise this job. */
export function deciderOf(
  feed: Results,
  legs: readonly Pick<LegRow, 'match_id'>[],
  job: string,
  now: Date,
): Actor {
  for (const { match_id } of legs) {
    const staffId = feed.match(match_id, now)?.decidedBy
    if (staffId !== undefined) return staffActor(staffId)
  }
  return jobActor(job)
}
