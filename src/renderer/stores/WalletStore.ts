import { makeAutoObservable, runInAction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import { fromWireBalances } from '#contract/http/wallet.ts'
import { ZERO, type Cents, type WalletBalances } from '#contract/money.ts'
import type { BalanceChange } from '#contract/realtime.ts'
import type { Api } from '../services/api.ts'

/** The two wallets of the player, in cents, as the server last pushed or returned them. */
export class WalletStore implements WalletBalances {
  cash: Cents = ZERO
  bonus: Cents = ZERO
  isRefreshing = false
  /** What this page loaded first for its player, in cents. */
  first: Partial<WalletBalances> = {}
  /** Counts pushes: a response to a request that was sent before a push may be older than the push. */
  private pushes = 0

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'pushes'>(this, { api: false, pushes: false })
  }

  /** Applies what the server pushed. A response that is still on its way will not overwrite it. */
  push(change: BalanceChange): void {
    this.pushes++
    this.set(change)
  }

  /**
   * Call it before a request. It returns the function that applies the response, unless a push arrived in
   * between.
   */
  startRequest(): (balances: BalanceChange) => void {
    const { pushes } = this
    return (balances) => {
      if (pushes === this.pushes) this.set(balances)
    }
  }

  set(change: BalanceChange): void {
    if (change.cash !== undefined) {
      this.cash = change.cash
      this.first.cash ??= change.cash
    }
    if (change.bonus !== undefined) {
      this.bonus = change.bonus
      this.first.bonus ??= change.bonus
    }
  }

  clear(): void {
    this.set({ cash: ZERO, bonus: ZERO })
    this.first = {}
  }

  /** Loads the balances; `loading` false shows no loading indicator. */
  async refresh(loading = false): Promise<void> {
    this.isRefreshing = true
    const apply = this.startRequest()
    try {
      const wire = await this.api.call(userCalls.getBalance, { query: { loading } }, { loading })
      apply(fromWireBalances(wire))
    } finally {
      runInAction(() => (this.isRefreshing = false))
    }
  }
}
