import { Refusal } from '../errors.ts'

/** The wallet does not hold what should leave it; nothing happened, and the transaction goes on. Wire: 500/9999. */
export class InsufficientFunds extends Refusal {
  constructor() {
    super('insufficientFunds')
    this.name = 'InsufficientFunds'
  }
}

/**
 * A posting that contradicts an earlier one: the same reference with another amount, a refund of what was
 * settled, a settlement of what was never staked. A fault of the caller's code, not of the player.
 */
export class LedgerConflict extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LedgerConflict'
  }
}
