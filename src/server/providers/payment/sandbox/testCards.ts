import type { Card, CardAnswer } from '../payPage/cards.ts'

/**
 * The cards that the sandbox knows. The numbers are those that public test environments use; no bank has issued them.
 */
export const testCards = {
  '4111111111111111': 'paid',
  '4000000000000002': 'declined',
  '4000000000003220': 'challenge',
  '4000000000000069': 'expired',
} as const satisfies Record<string, CardAnswer>

/** The code that the "bank" of the card with a challenge has sent to its holder. */
export const testCode = '123456'

/** What the issuer says to a card. A card that is not one of the sandbox's could be real, and is not used. */
export function issuerAnswer({ number, expiry }: Card, now: Date): CardAnswer {
  const answer = Object.entries(testCards).find(([known]) => known === number)?.[1]
  if (answer === undefined) return 'notTest'
  return isPast(expiry, now) ? 'expired' : answer
}

/** A card is valid until the end of its month. */
function isPast({ month, year }: Card['expiry'], now: Date): boolean {
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}
