import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  formatAmountInput,
  parseNumberInput,
  sanitizeAmountInput,
  tryParseAmountInput,
} from '#contract/amounts.ts'
import type { CallShape, Call } from '#contract/http/call.ts'
import { fromWirePlayLimits, limitCalls, type LimitOverview, type PlayLimit } from '#contract/http/limits.ts'
import { cents, toWireAmount } from '#contract/money.ts'
import type { LimitKind } from '#contract/rules/limits.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

type OverviewCall<Request extends CallShape> = Call<Request, Parameters<typeof fromWirePlayLimits>[0], 'user'>

/** More than any limit; the server has the exact one. */
const maxMinutes = 999_999

/** /jogoResponsavel: limits, pauses, reality check. */
export class LimitsStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  overview: LimitOverview | null = null
  kind: LimitKind = 'deposit'
  isBusy = false
  /** The limit being edited, and what is typed. */
  editing: PlayLimit | null = null
  typed = ''
  isInvalid = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { overview: observableRef, editing: observableRef })
  }

  get visibleLimits(): PlayLimit[] {
    return this.overview?.limits.filter(({ kind }) => kind === this.kind) ?? []
  }

  /** Whether this jurisdiction requires a limit that is not set yet. */
  get isLimitRequired(): boolean {
    return (this.#root.session.player?.missingLimits.length ?? 0) > 0
  }

  start(): () => void {
    const stops = [
      onSessionEnd(this.#root, () => this.forget()),
      reaction(
        () => this.#root.session.isLoggedIn,
        (isLoggedIn) => isLoggedIn && void this.load(),
        { fireImmediately: true },
      ),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Also what one player was typing into the limit of theirs. */
  private forget(): void {
    this.state = 'loading'
    this.overview = null
    this.editing = null
    this.typed = ''
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const wire = await this.#root.api.call(limitCalls.limits, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.overview = fromWirePlayLimits(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  choose(kind: LimitKind): void {
    this.kind = kind
  }

  edit(limit: PlayLimit): void {
    this.editing = limit
    this.isInvalid = false
    this.typed = limit.amount === null ? '' : this.write(limit.kind, limit.amount)
  }

  type(text: string): void {
    this.typed = sanitizeAmountInput(text)
    this.isInvalid = false
  }

  cancelEdit(): void {
    this.editing = null
  }

  /**
   * Saves what is typed. Text that is not an amount, or not whole minutes, stays and is marked as invalid.
   */
  async save(): Promise<void> {
    if (!this.editing) return
    const amount = this.editing.kind === 'time' ? this.parseMinutes() : this.parseAmount()
    if (amount === undefined) this.isInvalid = true
    else await this.setLimit(amount)
  }

  async remove(): Promise<void> {
    await this.setLimit(null)
  }

  async takeTimeOut(days: number): Promise<boolean> {
    return this.pause(limitCalls.timeOut, { body: { days } })
  }

  /** Excludes the player, and asks who has no identity yet for it: they may leave it. */
  async selfExclude(months: number | null): Promise<boolean> {
    const isDone = await this.pause(limitCalls.selfExclude, { body: { months } })
    const { session, overlays } = this.#root
    // Without the CPF the exclusion is this account's only.
    if (isDone && session.player && !session.player.verified && !session.player.isInReview)
      overlays.open('editBank', { next: 'exclusion' })
    return isDone
  }

  async setRealityCheck(minutes: number): Promise<void> {
    if (await this.change(limitCalls.setRealityCheck, { body: { minutes } })) {
      this.#root.alerts.toast({ key: 'own.reality.saved' })
    }
  }

  /** The typed amount as on the wire. */
  private parseAmount(): number | undefined {
    const amount = tryParseAmountInput(this.typed, this.#root.language.selected)
    return amount === undefined ? undefined : toWireAmount(amount)
  }

  /** Whole minutes; undefined for anything else. */
  private parseMinutes(): number | undefined {
    const minutes = parseNumberInput(this.typed, this.#root.language.selected)
    return minutes !== undefined && Number.isInteger(minutes) && minutes <= maxMinutes ? minutes : undefined
  }

  /** Cents, or minutes for a time limit, as the player would type them. */
  private write(kind: LimitKind, amount: number): string {
    return kind === 'time'
      ? String(amount)
      : formatAmountInput(cents(amount), this.#root.language.selected, 'short')
  }

  /** `amount` as on the wire; null removes the limit. */
  private async setLimit(amount: number | null): Promise<void> {
    const { editing } = this
    if (!editing) return
    const { kind, period } = editing
    if (!(await this.change(limitCalls.setLimit, { body: { kind, period, amount } }))) return
    const now = this.overview?.limits.find((limit) => limit.kind === kind && limit.period === period)
    this.#root.alerts.toast({ key: now?.next ? 'limits.edit.later' : 'limits.edit.saved' })
    // Meanwhile another one may have been opened.
    if (this.editing === editing) this.cancelEdit()
    if (this.isLimitRequired) await this.#root.session.refresh().catch(ignoreCallError)
  }

  /** Starts a pause. The whole client stops making offers at once. */
  private async pause<Request extends CallShape>(
    call: OverviewCall<Request>,
    request: Request,
  ): Promise<boolean> {
    const isDone = await this.change(call, request)
    if (isDone) await this.#root.session.refresh().catch(ignoreCallError)
    return isDone
  }

  private change<Request extends CallShape>(call: OverviewCall<Request>, request: Request): Promise<boolean> {
    return runUnlessBusy(this, async () => {
      const wire = await this.#root.api.call(call, request)
      runInAction(() => (this.overview = fromWirePlayLimits(wire)))
    })
  }
}
