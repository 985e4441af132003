import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireLimits, orderCalls, type WithdrawalLimits } from '#contract/http/order.ts'
import { fromWireLatest, recordCalls, type TabRecord } from '#contract/http/recordSums.ts'
import { fromWireAccount, type AccountSummary, accountCalls } from '#contract/http/account.ts'
import { ZERO, type Cents } from '#contract/money.ts'
import type { CallOptions } from '../../services/api.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** How many of the newest records /conta shows. */
const shownEntries = 6
/** How long pushes are collected before everything is loaded again, in ms. */
const debounceMs = 500

/** /conta: balances, what is locked and why, limits, the last entries of all kinds. */
export class AccountStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  summary: AccountSummary | null = null
  limits: WithdrawalLimits | null = null
  /** Newest first. */
  entries: TabRecord[] = []
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { summary: observableRef, limits: observableRef, entries: observableRef })
  }

  /** The newest balance of the cash wallet, which a push may update before the other figures are loaded again. */
  get cash(): Cents {
    return this.#root.wallet.cash
  }

  get bonus(): Cents {
    return this.#root.wallet.bonus
  }

  get withdrawable(): Cents {
    return this.summary?.withdrawable ?? ZERO
  }

  get locked(): Cents {
    return this.summary?.locked ?? ZERO
  }

  /** Loads after a login, and again after pushes and reconnects. Returns its cleanup. */
  start(): () => void {
    const { session, wallet, realtime } = this.#root
    const stops = [
      reaction(
        () => session.isLoggedIn,
        (isLoggedIn) => (isLoggedIn ? void this.load() : this.clear()),
        { fireImmediately: true },
      ),
      reaction(
        () => [wallet.cash, wallet.bonus, realtime.reconnects],
        () => void this.refresh(),
        { delay: debounceMs },
      ),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      await this.fetch({ loading: false, isAwaited: true, ownFailure: true })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  private async refresh(): Promise<void> {
    if (this.state !== 'ready' || !this.#root.session.isLoggedIn) return
    await this.fetch({ loading: false, ownFailure: true }).catch(ignoreCallError)
  }

  private async fetch(options: CallOptions): Promise<void> {
    const { api, wallet } = this.#root
    const applyBalances = wallet.startRequest()
    const [summary, limits, latest] = await Promise.all([
      api.call(accountCalls.account, {}, options),
      api.call(orderCalls.getWithdraw, {}, options),
      api.call(recordCalls.latest, { query: { limit: shownEntries } }, options),
    ])
    runInAction(() => {
      this.summary = fromWireAccount(summary)
      this.limits = fromWireLimits(limits)
      this.entries = fromWireLatest(latest)
      this.state = 'ready'
      applyBalances(this.summary)
    })
  }

  private clear(): void {
    this.summary = null
    this.limits = null
    this.entries = []
  }
}
