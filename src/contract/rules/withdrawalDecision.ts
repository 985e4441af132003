/**
 * Why an operator refuses a withdrawal: the codes of docs/operator.md, "Refusing a withdrawal". The client has a
 * sentence and the next step for each.
 */
export const staffRefusalCodes = [
  'notOwnKey',
  'identityUnconfirmed',
  'detailsRejected',
  'turnoverOpen',
  'misuseSuspected',
  'other',
] as const
export type StaffRefusalCode = (typeof staffRefusalCodes)[number]

/**
 * Why the money of a withdrawal is back: the operator's reasons, and those of nobody's decision. The receiving bank did not
 * take it (`payoutFailed`) or sent it back (`payoutReturned`), a deposit was taken back meanwhile, or a
 * corrected result took back what a ticket had paid (`resultCorrected`).
 */
export const refusalCodes = [
  ...staffRefusalCodes,
  'payoutFailed',
  'payoutReturned',
  'depositReversed',
  'resultCorrected',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The code, or null for none and for one that this program does not know. */
export function refusalCodeOf(value: unknown): RefusalCode | null {
  return refusalCodes.find((code) => code === value) ?? null
}
