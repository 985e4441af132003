import { action, makeAutoObservable, observableRef, runInAction } from 'mobx'
import { userCalls } from '#contract/http/user.ts'
import { fromWireBalances } from '#contract/http/wallet.ts'
import { ZERO, type Cents, type WalletBalances } from '#contract/money.ts'
import type { BalanceChange } from '#contract/realtime.ts'
import type { Api } from '../services/api.ts'

/** The two wallets of the player, in cents, as the page shows them. */
export class WalletStore implements WalletBalances {
  /** As the server last pushed or returned them. */
  latest: WalletBalances = { cash: ZERO, bonus: ZERO }
  isRefreshing = false
  /** What this page loaded first for its player, in cents. */
  first: Partial<WalletBalances> = {}
  /** What is shown while a round is revealed. */
  private held: WalletBalances | null = null
  /** How many rounds are being revealed. */
  #reveals = 0
  /** Counts pushes: a response to a request that was sent before a push may be older than the push. */
  #pushes = 0
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
    makeAutoObservable<this, 'held'>(this, { latest: observableRef, held: observableRef })
  }

  get cash(): Cents {
    return (this.held ?? this.latest).cash
  }

  get bonus(): Cents {
    return (this.held ?? this.latest).bonus
  }

  /** Applies what the server pushed. A response that is still on its way will not overwrite it. */
  push(change: BalanceChange): void {
    this.#pushes++
    this.set(change)
  }

  /**
   * Call it before a request. It returns the function that applies the response, unless a push arrived in
   * between.
   */
  startRequest(): (balances: BalanceChange) => void {
    const pushes = this.#pushes
    return (balances) => {
      if (pushes === this.#pushes) this.set(balances)
    }
  }

  set({ cash, bonus }: BalanceChange): void {
    this.latest = { cash: cash ?? this.latest.cash, bonus: bonus ?? this.latest.bonus }
    if (cash !== undefined) this.first.cash ??= cash
    if (bonus !== undefined) this.first.bonus ??= bonus
  }

  /**
   * Call it before a round is decided, with the balances to show until its result is: the server pays at once, and a balance
   * that grows while the reels or numbers still run would give the result away. Call the returned function when the result is
   * shown; calling it again does nothing.
   */
  holdForReveal(shown: WalletBalances): () => void {
    this.#reveals++
    this.held = shown
    let isOver = false
    return action(() => {
      if (isOver) return
      isOver = true
      if (--this.#reveals === 0) this.held = null
    })
  }

  clear(): void {
    this.set({ cash: ZERO, bonus: ZERO })
    this.held = null
    this.first = {}
  }

  /** Loads the balances; `loading` false shows no loading indicator. */
  async refresh(loading = false): Promise<void> {
    this.isRefreshing = true
    const apply = this.startRequest()
    try {
      const wire = await this.#api.call(userCalls.getBalance, { query: { loading } }, { loading })
      apply(fromWireBalances(wire))
    } finally {
      runInAction(() => (this.isRefreshing = false))
    }
  }
}
