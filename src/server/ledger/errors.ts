import { Refusal } from '../errors.ts'

/**
 * The wallet does not hold the amount that should leave it. Nothing was posted, and the transaction can go
 * on. On the wire: HTTP 500, status 9999.
 */
export class InsufficientFunds extends Refusal {
  constructor() {
    super('insufficientFunds')
    this.name = 'InsufficientFunds'
  }
}

/**
 * A posting that contradicts an earlier one: the same reference with another amount, a refund of what was
 * settled, a settlement of what was never staked. A bug in the calling code, not an error of the player.
 */
export class LedgerConflict extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LedgerConflict'
  }
}
