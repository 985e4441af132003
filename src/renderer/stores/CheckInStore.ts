import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireCheckIn, rewardCalls, type CheckInCalendar } from '#contract/http/rewards.ts'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../i18n/format.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The daily check-in of /signInSheet; it shows itself to everybody. */
export class CheckInStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  calendar: CheckInCalendar | null = null
  isClaiming = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false, calendar: observableRef })
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
      const wire = await this.root.api.call(rewardCalls.checkIn, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.calendar = fromWireCheckIn(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Checks in today; a refusal is shown, and the calendar is asked for again. */
  async claim(): Promise<void> {
    if (this.isClaiming) return
    this.isClaiming = true
    try {
      const { amount } = await this.root.api.call(rewardCalls.checkInClaim, { body: {} })
      const text = formatMoney(fromWireAmount(amount), this.root.language.selected)
      this.root.alerts.toast({ key: 'rewards.checkIn.claimed', params: { amount: text } })
      await this.root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isClaiming = false))
      await this.load(true)
    }
  }
}
