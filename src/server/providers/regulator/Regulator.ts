import type { ReportFamily } from '#contract/rules/regulatorReports.ts'

/** A file for the regulator that was written and signed. */
export interface ReportLot {
  /** Ours; a repetition has the same. */
  id: string
  family: ReportFamily
  /** Compressed with gzip. */
  content: Buffer
}

/**
 * Where the operator's reports go. Not called inside a transaction. `send` returns the regulator's receipt, also for a lot
 * that it has had before; it throws ProviderRefusedError when the lot is not accepted, and AnswerUnknownError when it is not
 * known whether it was.
 */
export interface Regulator {
  readonly name: string
  send(lot: ReportLot): Promise<string>
}

/** Reports are made and kept, and sent by nobody. */
export const noRegulator: Regulator = {
  name: 'none',
  send: () => Promise.reject(new Error('there is no regulator')),
}
