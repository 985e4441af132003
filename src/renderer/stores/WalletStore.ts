import { makeAutoObservable, runInAction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import { fromWireAmount, ZERO, type Cents } from '#contract/money.ts'
import type { BalanceChange } from '#contract/realtime.ts'
import type { Api } from '../services/api.ts'

/** The two wallets of the player, in cents. What the server pushed last, or answered since, is what is shown. */
export class WalletStore {
  balance: Cents = ZERO
  bonusBalance: Cents = ZERO
  isRefreshing = false
  /** Counts pushes: an answer that was on its way when one came may be older than it. */
  private pushes = 0

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api' | 'pushes'>(this, { api: false, pushes: false })
  }

  /** What the server pushed: what is on its way already does not take its place. */
  push(change: BalanceChange): void {
    this.pushes++
    this.set(change)
  }

  /** To be called before asking; the answer goes into what it returns, and counts unless a push came first. */
  ask(): (answer: BalanceChange) => void {
    const { pushes } = this
    return (answer) => {
      if (pushes === this.pushes) this.set(answer)
    }
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
    const answer = this.ask()
    try {
      const wire = await this.api.call(userCalls.getBalance, { query: { loading } }, { loading })
      answer({ balance: fromWireAmount(wire.balance), bonusBalance: fromWireAmount(wire.freeBalance) })
    } finally {
      runInAction(() => (this.isRefreshing = false))
    }
  }
}
