/**
 * Why an operator refuses a withdrawal: the codes of docs/operator.md, "Refusing a withdrawal". The client has a
 * sentence and the next step for each.
 */
export const refusalCodes = [
  'notOwnKey',
  'identityUnconfirmed',
  'detailsRejected',
  'turnoverOpen',
  'misuseSuspected',
  'other',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** The code, or null for none and for one that this program does not know. */
export function refusalCodeOf(value: unknown): RefusalCode | null {
  return refusalCodes.find((code) => code === value) ?? null
}
