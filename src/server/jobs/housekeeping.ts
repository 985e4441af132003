import { deleteOldCrashes } from '../domain/terminals/crashes.ts'
import { deleteOldScreenshots } from '../domain/terminals/screenshots.ts'
import { mailStatements } from '../domain/payments/monthStatement.ts'
import { mailEndedPauses } from '../domain/protection/pauseEnds.ts'
import { deleteIdentityPictures } from '../domain/accounts/identityPictures.ts'
import { expireMails } from '../domain/accounts/outbox.ts'
import { refundAbandoned } from '../games/providerRounds.ts'
import { deleteExpired } from './expiredRows.ts'
import type { Job } from './Job.ts'

/** Deletes expired rows, screenshots, crash reports and pictures of identity checks, refunds abandoned rounds, and sends mails that have a day. */
export const housekeepingJobs: Job[] = [
  deleteExpired,
  expireMails,
  mailEndedPauses,
  mailStatements,
  deleteOldScreenshots,
  deleteOldCrashes,
  deleteIdentityPictures,
  refundAbandoned,
].map((run) => ({ name: run.name, everyMs: 10 * 60_000, limitMs: 5 * 60_000, run }))
