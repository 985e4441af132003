import { makeAutoObservable } from 'mobx'
import { tryParseAmountInput, sanitizeAmountInput } from '#contract/amounts.ts'
import { limitCalls } from '#contract/http/limits.ts'
import { toWireAmount } from '#contract/money.ts'
import type { LimitPeriod } from '#contract/rules/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'

/** The deposit limit that a jurisdiction asks for before the first deposit. */
export class DepositLimitStore {
  period: LimitPeriod = 'month'
  typed = ''
  isInvalid = false
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  choose(period: LimitPeriod): void {
    this.period = period
  }

  type(text: string): void {
    this.typed = sanitizeAmountInput(text)
    this.isInvalid = false
  }

  /** Returns whether the limit was set. Text that is not an amount above 0 stays and is marked as invalid. */
  async save(): Promise<boolean> {
    if (this.isBusy) return false
    const amount = tryParseAmountInput(this.typed, this.#root.language.selected)
    if (amount === undefined || amount <= 0) {
      this.isInvalid = true
      return false
    }
    return runUnlessBusy(this, async () => {
      const body = { kind: 'deposit' as const, period: this.period, amount: toWireAmount(amount) }
      await this.#root.api.call(limitCalls.setLimit, { body })
      this.#root.alerts.toast({ key: 'limits.edit.saved' })
      await this.#root.session.refresh()
    })
  }
}
