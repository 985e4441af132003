/** Paper receipts: the renderer names one, and the main process loads its content from the server and prints it. */

export const receiptKinds = ['deposit', 'withdrawal', 'ticket'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/**
 * How printing ended. `off`: no printer is configured; `busy`: it is printing, or has printed too much within a minute;
 * `unknown`: the server has no such receipt, or a deposit is not paid; `offline`: the server did not respond.
 */
export const printOutcomes = [
  'printed',
  'off',
  'busy',
  'unknown',
  'offline',
  'unreachable',
  'paperOut',
  'coverOpen',
  'failed',
] as const
export type PrintOutcome = (typeof printOutcomes)[number]
