/** Paper receipts: the renderer names one, and the main process loads its content from the server and prints it. */

export const receiptKinds = ['deposit', 'withdrawal', 'ticket', 'voucher'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * Why a printer did not print. `unreachable`: it, or the system's spooler, does not respond; `stopped`: its queue is stopped
 * or accepts no jobs; `cancelled`: it did not print in time, and what waited in its queue was cancelled.
 */
export const printFailures = [
  'unreachable',
  'stopped',
  'cancelled',
  'paperOut',
  'coverOpen',
  'failed',
] as const
export type PrintFailure = (typeof printFailures)[number]

/**
 * How printing ended. `sent`: handed to a system that does not say what becomes of it; `off`: no printer is configured; `busy`:
 * it is printing, or has printed too much within a minute; `unknown`: the server has no such receipt, a voucher was taken out elsewhere, or a deposit is not
 * paid; `offline`: the server did not respond.
 */
export const printOutcomes = [
  'printed',
  'sent',
  'off',
  'busy',
  'unknown',
  'offline',
  ...printFailures,
] as const
export type PrintOutcome = (typeof printOutcomes)[number]

/** What a printer says about itself. `off`: none is configured; `unknown`: it is there and answers no questions. */
export const printerStates = [
  'off',
  'ready',
  'paperLow',
  'paperOut',
  'coverOpen',
  'stopped',
  'unreachable',
  'failed',
  'unknown',
] as const
export type PrinterState = (typeof printerStates)[number]
