import { deleteOldCrashes } from '../domain/terminals/crashes.ts'
import { deleteOldScreenshots } from '../domain/terminals/screenshots.ts'
import { mailStatements } from '../domain/payments/monthStatement.ts'
import { mailEndedPauses } from '../domain/protection/pauseEnds.ts'
import { expireMails } from '../domain/accounts/outbox.ts'
import { refundAbandoned } from '../games/providerRounds.ts'
import { deleteExpired } from './expiredRows.ts'
import type { Job } from './Job.ts'

/** Deletes expired rows, screenshots and crash reports, refunds abandoned rounds, and sends mails that have a day. */
export const housekeepingJobs: Job[] = [
  deleteExpired,
  expireMails,
  mailEndedPauses,
  mailStatements,
  deleteOldScreenshots,
  deleteOldCrashes,
  refundAbandoned,
].map((run) => ({ name: run.name, everyMs: 10 * 60_000, limitMs: 5 * 60_000, run }))
