import { makeAutoObservable } from 'mobx'
import { parseNumberInput, sanitizeAmountInput, tryParseAmountInput } from '#contract/amounts.ts'
import { limitCalls } from '#contract/http/limits.ts'
import { toWireAmount } from '#contract/money.ts'
import type { LimitKind, LimitPeriod } from '#contract/rules/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** The limits that a jurisdiction asks for before the first deposit: one of each kind, of one period. */
export class RequiredLimitsStore {
  period: LimitPeriod = 'month'
  /** What is typed, by kind: money, or minutes. */
  typed: Partial<Record<LimitKind, string>> = {}
  /** The kinds whose text is not an amount above 0. */
  invalid: LimitKind[] = []
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  get kinds(): readonly LimitKind[] {
    return this.#root.session.player?.missingLimits ?? []
  }

  choose(period: LimitPeriod): void {
    this.period = period
  }

  type(kind: LimitKind, text: string): void {
    this.typed[kind] = sanitizeAmountInput(text)
    this.invalid = this.invalid.filter((other) => other !== kind)
  }

  /** Returns whether all are set. Text that is not an amount above 0 stays and is marked as invalid; then none is set. */
  async save(): Promise<boolean> {
    if (this.isBusy) return false
    const { period } = this
    const limits = this.kinds.map((kind) => ({ kind, period, amount: this.parse(kind) }))
    this.invalid = limits.flatMap(({ kind, amount }) => (amount === undefined ? [kind] : []))
    if (this.invalid.length > 0) return false
    return runUnlessBusy(this, async () => {
      for (const [index, { amount = null, ...limit }] of limits.entries())
        await this.#root.api
          .call(limitCalls.setLimit, { body: { ...limit, amount } })
          .catch(async (error: unknown) => {
            // Those before it are set: only the others are asked for again.
            if (index > 0) await this.#root.session.refresh().catch(ignoreCallError)
            throw error
          })
      this.#root.alerts.toast({ key: limits.length > 1 ? 'limits.askedSaved' : 'limits.edit.saved' })
      await this.#root.session.refresh()
    })
  }

  /** As on the wire; undefined when it is not an amount above 0, or not whole minutes. */
  private parse(kind: LimitKind): number | undefined {
    const text = this.typed[kind] ?? ''
    const language = this.#root.language.selected
    if (kind === 'time') {
      const minutes = parseNumberInput(text, language)
      return minutes !== undefined && Number.isInteger(minutes) && minutes > 0 ? minutes : undefined
    }
    const amount = tryParseAmountInput(text, language)
    return amount !== undefined && amount > 0 ? toWireAmount(amount) : undefined
  }
}
