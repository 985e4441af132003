import { makeAutoObservable, runInAction } from 'mobx'
import { limitCalls } from '#contract/http/limits.ts'
import { parseAmount } from '#contract/money.ts'
import type { LimitPeriod } from '#contract/rules/limits.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** The deposit limit that a jurisdiction asks for before the first deposit (PRODUCT.md section 11). */
export class DepositLimitStore {
  period: LimitPeriod = 'month'
  typed = ''
  isInvalid = false
  isBusy = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  choose(period: LimitPeriod): void {
    this.period = period
  }

  type(text: string): void {
    this.typed = text
    this.isInvalid = false
  }

  /** True when the limit holds and the player may go on; text that is no amount above 0 is told and stays. */
  async save(): Promise<boolean> {
    if (this.isBusy) return false
    const text = this.typed.trim().replace(',', '.')
    const amount = parseAmount(text)
    if (amount === undefined || amount <= 0) {
      this.isInvalid = true
      return false
    }
    this.isBusy = true
    try {
      const body = { kind: 'deposit' as const, period: this.period, amount: Number(text) }
      await this.root.api.call(limitCalls.setLimit, { body })
      this.root.alerts.toast({ key: 'limits.edit.saved' })
      await this.root.session.refresh()
      return true
    } catch (error) {
      ignoreCallError(error)
      return false
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }
}
