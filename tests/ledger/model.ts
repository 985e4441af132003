import type { WalletName } from '#contract/money.ts'

/** The operations of the ledger. `ref` comes from a small set, so that repeats and conflicts occur. */
export type Operation =
  | { op: 'deposit'; ref: number; principal: number; bonus: number; turnover: number; discount: number }
  | { op: 'grant'; ref: number; amount: number; wallet: WalletName; turnover: number }
  /** `amount` is signed: above zero gives. */
  | { op: 'adjust'; ref: number; amount: number; wallet: WalletName }
  | { op: 'hold'; ref: number; amount: number; wallet: WalletName }
  /** `counts` is the part of the stake that counts for the turnover: all, nothing, or a number of cents. */
  | { op: 'settle'; ref: number; payout: number; counts: boolean | number }
  | { op: 'refund'; ref: number }
  | { op: 'play'; ref: number; stake: number; payout: number; wallet: WalletName; counts: boolean | number }
  | { op: 'withdraw'; ref: number; amount: number }
  | { op: 'pay'; ref: number; fee: number }
  | { op: 'back'; ref: number }

export type Outcome = 'done' | 'insufficient' | 'conflict'

interface Stake {
  amount: number
  wallet: WalletName
  open: boolean
}

/**
 * The rules of a wallet, implemented a second time in plain code: ledger.sql must agree with it. Models one
 * player; `balances` has the field names of the ledger's Wallet.
 */
export class Model {
  #cash = 0
  #bonus = 0
  #heldWithdrawals = 0
  #turnoverLeft = 0
  #releaseDue = false
  #sums = { deposit: 0, withdrawal: 0, bet: 0 }
  /** Key of a posting -> its arguments. */
  readonly #posted = new Map<string, string>()
  readonly #stakes = new Map<number, Stake>()
  readonly #withdrawals = new Map<number, number>()

  apply(operation: Operation): Outcome {
    switch (operation.op) {
      case 'deposit':
        return this.#post(`deposit ${operation.ref}`, operation, () => {
          const owed = this.#hasNothing() ? this.#turnoverLeft : 0
          this.#cash += operation.principal
          this.#bonus += operation.bonus
          this.#sums.deposit += operation.principal
          this.#changeTurnover(operation.turnover - owed)
        })
      case 'grant':
        return this.#post(`grant ${operation.ref}`, operation, () => {
          this.#credit(operation.wallet, operation.amount)
          this.#changeTurnover(operation.turnover)
        })
      case 'adjust':
        return this.#post(`adjust ${operation.ref}`, operation, () => {
          if (this.#balance(operation.wallet) + operation.amount < 0) return 'insufficient'
          this.#credit(operation.wallet, operation.amount)
        })
      case 'hold':
        return this.#stake(operation, operation.amount, () => {
          this.#stakes.set(operation.ref, { ...operation, open: true })
        })
      case 'play':
        return this.#stake(operation, operation.stake, () => {
          this.#credit(operation.wallet, operation.payout)
          this.#changeTurnover(this.#afterBet(countedOf(operation.counts, operation.stake)))
        })
      case 'settle':
        return this.#closeRound(operation, (stake) => {
          this.#credit(stake.wallet, operation.payout)
          this.#changeTurnover(this.#afterBet(countedOf(operation.counts, stake.amount)))
        })
      case 'refund':
        return this.#closeRound(operation, (stake) => {
          this.#credit(stake.wallet, stake.amount)
          this.#sums.bet -= stake.amount
        })
      case 'withdraw':
        return this.#post(`withdraw ${operation.ref}`, operation, () => {
          if (operation.amount > this.#cash - Math.min(this.#cash, this.#turnoverLeft)) return 'insufficient'
          this.#cash -= operation.amount
          this.#heldWithdrawals += operation.amount
          this.#withdrawals.set(operation.ref, operation.amount)
        })
      case 'pay':
        return this.#closeWithdrawal(operation, (amount) => {
          this.#sums.withdrawal += amount
        })
      case 'back':
        return this.#closeWithdrawal(operation, (amount) => {
          this.#cash += amount
        })
    }
  }

  /** The amount of the withdrawal, which is also the highest fee that `pay` may charge. */
  heldBy(ref: number): number {
    return this.#withdrawals.get(ref) ?? 0
  }

  /** Whether there is a bonus that becomes cash with the end of the last open round. */
  get isBonusDue(): boolean {
    return this.#releaseDue && this.#bonus > 0
  }

  balances() {
    const locked = Math.min(this.#cash, this.#turnoverLeft)
    return {
      cash: this.#cash,
      bonus: this.#bonus,
      heldWithdrawals: this.#heldWithdrawals,
      heldRounds: this.#openStakes().reduce((sum, stake) => sum + stake.amount, 0),
      turnoverLeft: this.#turnoverLeft,
      locked,
      withdrawable: this.#cash - locked,
      depositSum: this.#sums.deposit,
      withdrawalSum: this.#sums.withdrawal,
      betSum: this.#sums.bet,
    }
  }

  #post(key: string, operation: Operation, effect: () => void | 'insufficient'): Outcome {
    const serialized = JSON.stringify(operation)
    const before = this.#posted.get(key)
    if (before !== undefined) return before === serialized ? 'done' : 'conflict'
    if (effect() === 'insufficient') return 'insufficient'
    this.#posted.set(key, serialized)
    this.#release()
    return 'done'
  }

  #stake(
    operation: Extract<Operation, { op: 'hold' | 'play' }>,
    amount: number,
    effect: () => void,
  ): Outcome {
    return this.#post(`stake ${operation.ref}`, operation, () => {
      if (amount > this.#balance(operation.wallet)) return 'insufficient'
      this.#credit(operation.wallet, -amount)
      this.#sums.bet += amount
      effect()
    })
  }

  #closeRound(operation: Operation, effect: (stake: Stake) => void): Outcome {
    const stake = this.#stakes.get(operation.ref)
    if (!stake) return 'conflict'
    return this.#post(`close round ${operation.ref}`, operation, () => {
      stake.open = false
      effect(stake)
    })
  }

  #closeWithdrawal(operation: Operation, effect: (amount: number) => void): Outcome {
    const amount = this.#withdrawals.get(operation.ref)
    if (amount === undefined) return 'conflict'
    return this.#post(`close withdrawal ${operation.ref}`, operation, () => {
      this.#heldWithdrawals -= amount
      effect(amount)
    })
  }

  #balance(wallet: WalletName): number {
    return wallet === 'cash' ? this.#cash : this.#bonus
  }

  #credit(wallet: WalletName, amount: number): void {
    if (wallet === 'cash') this.#cash += amount
    else this.#bonus += amount
  }

  /** Less than the smallest stake is left, and no round is open. */
  #hasNothing(): boolean {
    return this.#cash < 10 && this.#bonus < 10 && this.#openStakes().length === 0
  }

  /** A bet that loses everything ends the turnover. */
  #afterBet(counted: number): number {
    return this.#hasNothing() ? -this.#turnoverLeft : -counted
  }

  /** A reduction stops at zero. */
  #changeTurnover(change: number): void {
    const before = this.#turnoverLeft
    this.#turnoverLeft = Math.max(0, before + change)
    if (this.#turnoverLeft > 0) this.#releaseDue = false
    else if (before > 0) this.#releaseDue = true
  }

  #release(): void {
    if (!this.#releaseDue || this.#openStakes().length > 0) return
    this.#releaseDue = false
    this.#cash += this.#bonus
    this.#bonus = 0
  }

  #openStakes(): Stake[] {
    return [...this.#stakes.values()].filter((stake) => stake.open)
  }
}

function countedOf(counts: boolean | number, stake: number): number {
  if (typeof counts === 'number') return counts
  return counts ? stake : 0
}
