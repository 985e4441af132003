import { Refusal } from '../texts/refusal.ts'

/**
 * The wallet's balance is below the amount to debit. Nothing was posted, and the transaction can continue. On the
 * wire: HTTP 500, status 9999.
 */
export class InsufficientFunds extends Refusal {
  constructor() {
    super('insufficientFunds')
    this.name = 'InsufficientFunds'
  }
}

/**
 * A posting contradicts an earlier one: the same reference with another amount, a refund of a settled stake, or a
 * settlement without a stake. It is a bug in the calling code, not a mistake of the player.
 */
export class LedgerConflictError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LedgerConflictError'
  }
}
