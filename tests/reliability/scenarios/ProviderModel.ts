/** A call of a provider about a round; amounts in cents. */
export type Transaction =
  | { kind: 'debit' | 'credit'; id: string; amount: number }
  | { kind: 'rollback'; id: string; debitId: string }

/** The response to a call. `duplicate`: the call took effect before. */
export interface Outcome {
  http: number
  duplicate?: boolean
}

const conflict: Outcome = { http: 409 }
const unknownRound: Outcome = { http: 404 }
const done: Outcome = { http: 200, duplicate: false }
const duplicate: Outcome = { http: 200, duplicate: true }

/** A second, plain implementation of the rules for one third-party round of one player. */
export class ProviderModel {
  #cash: number
  /** The calls that took effect, by id; `void` is a debit that was rolled back before it arrived. */
  readonly #known = new Map<string, string>()
  #round: { debitId: string; stake: number; status: 'open' | 'ended' | 'refunded' } | undefined

  constructor(cash: number) {
    this.#cash = cash
  }

  wallet(): { cash: number; held: number } {
    return { cash: this.#cash, held: this.#round?.status === 'open' ? this.#round.stake : 0 }
  }

  apply(transaction: Transaction): Outcome {
    if (transaction.kind === 'credit' && !this.#round) return unknownRound
    if (transaction.kind === 'rollback') return this.#rollBack(transaction)
    const known = this.#known.get(transaction.id)
    if (known !== undefined) return known === JSON.stringify(transaction) ? duplicate : conflict
    const outcome = transaction.kind === 'debit' ? this.#debit(transaction) : this.#credit(transaction.amount)
    if (outcome === done) this.#known.set(transaction.id, JSON.stringify(transaction))
    return outcome
  }

  #debit({ id, amount }: { id: string; amount: number }): Outcome {
    if (this.#round) return conflict
    this.#round = { debitId: id, stake: amount, status: 'open' }
    this.#cash -= amount
    return done
  }

  #credit(amount: number): Outcome {
    if (this.#round?.status !== 'open') return conflict
    this.#round.status = 'ended'
    this.#cash += amount
    return done
  }

  #rollBack(transaction: Extract<Transaction, { kind: 'rollback' }>): Outcome {
    const { id, debitId } = transaction
    const debit = this.#known.get(debitId) ?? 'void'
    const isOfRound = this.#round?.debitId === debitId
    if (debit !== 'void' && !isOfRound) return conflict
    const known = this.#known.get(id)
    if (known !== undefined) return known === JSON.stringify(transaction) ? duplicate : conflict
    if (isOfRound && this.#round?.status === 'ended') return conflict
    if (isOfRound && this.#round?.status === 'open') {
      this.#round.status = 'refunded'
      this.#cash += this.#round.stake
    }
    this.#known.set(debitId, debit)
    this.#known.set(id, JSON.stringify(transaction))
    return done
  }
}
