import { makeAutoObservable, runInAction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import { fromWireAmount, ZERO, type Cents } from '#contract/money.ts'
import type { BalanceChange } from '#contract/realtime.ts'
import type { Api } from '../services/api.ts'

/** The two wallets of the player, in cents. What the server pushes or answers last is what is shown. */
export class WalletStore {
  balance: Cents = ZERO
  bonusBalance: Cents = ZERO
  isRefreshing = false

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false })
  }

  set(change: BalanceChange): void {
    if (change.balance !== undefined) this.balance = change.balance
    if (change.bonusBalance !== undefined) this.bonusBalance = change.bonusBalance
  }

  clear(): void {
    this.set({ balance: ZERO, bonusBalance: ZERO })
  }

  /** Asks the server; `loading` false leaves the loading indicator alone. */
  async refresh(loading = false): Promise<void> {
    this.isRefreshing = true
    try {
      const wire = await this.api.call(userCalls.getBalance, { query: { loading } }, { loading })
      this.set({ balance: fromWireAmount(wire.balance), bonusBalance: fromWireAmount(wire.freeBalance) })
    } finally {
      runInAction(() => (this.isRefreshing = false))
    }
  }
}
