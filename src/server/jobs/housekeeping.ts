import { deleteOldCrashes } from '../domain/terminals/crashes.ts'
import { deleteOldScreenshots } from '../domain/terminals/screenshots.ts'
import { expireMails } from '../domain/accounts/outbox.ts'
import { refundAbandoned } from '../games/providerRounds.ts'
import { deleteExpired } from './expiredRows.ts'
import type { Job } from './Job.ts'

/** Deletes expired rows, screenshots and crash reports, and refunds abandoned rounds. */
export const housekeepingJobs: Job[] = [
  deleteExpired,
  expireMails,
  deleteOldScreenshots,
  deleteOldCrashes,
  refundAbandoned,
].map((run) => ({ name: run.name, everyMs: 10 * 60_000, limitMs: 5 * 60_000, run }))
