import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireRebate, rewardCalls, type Rebate } from '#contract/http/rewards.ts'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../i18n/format.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The daily game rebate of /gamebouns; it shows itself to everybody. */
export class RebateStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  rebate: Rebate | null = null
  isClaiming = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, rebate: observableRef })
  }

  /** Loads now and whenever somebody logs in or out. Returns its undoing. */
  start(): () => void {
    return reaction(
      () => this.root.session.isLoggedIn,
      () => void this.load(),
      { fireImmediately: true },
    )
  }

  /** `quiet`: what is on the screen stays until the answer comes. */
  async load(quiet = false): Promise<void> {
    if (!quiet) this.state = 'loading'
    try {
      const wire = await this.root.api.call(rewardCalls.rebate, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.rebate = fromWireRebate(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Claims yesterday's rebate; a refusal is shown, and the rebate is asked for again. */
  async claim(): Promise<void> {
    if (this.isClaiming) return
    this.isClaiming = true
    try {
      const { amount } = await this.root.api.call(rewardCalls.rebateClaim, { body: {} })
      const text = formatMoney(fromWireAmount(amount), this.root.language.selected)
      this.root.alerts.toast({ key: 'rewards.rebate.claimed', params: { amount: text } })
      await this.root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isClaiming = false))
      await this.load(true)
    }
  }
}
