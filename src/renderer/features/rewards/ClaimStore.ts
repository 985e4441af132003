import { action, computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Call options of pages that show their own skeleton and their own failure. */
export const quietOptions = { loading: false, ownFailure: true } as const

/**
 * A page that shows rewards to everybody and lets a player claim them. `Key` says which reward, where there
 * are several.
 */
export abstract class ClaimStore<Data, Key = void> {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  data: Data | null = null
  /** The reward whose claim is running. */
  runningClaim: { key: Key } | null = null
  readonly #successKey: string

  /** `successKey`: text key of the toast after a claim; it gets the claimed `amount`. */
  constructor(
    protected readonly root: RootStore,
    successKey: string,
  ) {
    this.#successKey = successKey
    makeObservable(this, {
      state: observable,
      data: observableRef,
      runningClaim: observableRef,
      isClaiming: computed,
      load: action,
      claim: action,
    })
  }

  protected abstract fetch(): Promise<Data>

  /** Sends the claim. Returns the amount as on the wire. */
  protected abstract sendClaim(key: Key): Promise<{ amount: number }>

  get isClaiming(): boolean {
    return this.runningClaim !== null
  }

  /** Loads now and after every login and logout. Returns its cleanup. */
  start(): () => void {
    return reaction(
      () => this.root.session.isLoggedIn,
      () => void this.load(),
      { fireImmediately: true },
    )
  }

  /** `quiet`: keeps the current data on screen until the response arrives. */
  async load(quiet = false): Promise<void> {
    if (!quiet) this.state = 'loading'
    try {
      const data = await this.fetch()
      runInAction(() => {
        this.data = data
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** Runs one claim at a time, then loads the data again, also after a refusal. */
  async claim(key: Key): Promise<void> {
    if (this.runningClaim) return
    this.runningClaim = { key }
    try {
      const { amount } = await this.sendClaim(key)
      const text = formatMoney(fromWireAmount(amount), this.root.language.selected)
      this.root.alerts.toast({ key: this.#successKey, params: { amount: text } })
      await this.root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.runningClaim = null))
      await this.load(true)
    }
  }
}
