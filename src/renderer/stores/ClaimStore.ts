import { action, computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx'
import { fromWireAmount } from '#contract/money.ts'
import { formatMoney } from '../i18n/format.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** How such a page asks: it shows its own skeleton and its own failure. */
export const quietly = { loading: false, ownFailure: true } as const

/** A reward page: what there is, shown to everybody, and a claim of it. `Key` names what is claimed, where there are several. */
export abstract class ClaimStore<Data, Key = void> {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  data: Data | null = null
  /** What is being claimed. */
  claimed: { key: Key } | null = null

  /** `doneKey`: the toast after a claim, with its `amount`. */
  constructor(
    protected readonly root: RootStore,
    private readonly doneKey: string,
  ) {
    makeObservable(this, {
      state: observable,
      data: observableRef,
      claimed: observableRef,
      isClaiming: computed,
      load: action,
      claim: action,
    })
  }

  protected abstract read(): Promise<Data>

  /** Claims; answers the amount as on the wire. */
  protected abstract take(key: Key): Promise<{ amount: number }>

  get isClaiming(): boolean {
    return this.claimed !== null
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
      const data = await this.read()
      runInAction(() => {
        this.data = data
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      if (!quiet) runInAction(() => (this.state = 'failed'))
    }
  }

  /** One claim at a time; a refusal is shown, and what there is is asked for again. */
  async claim(key: Key): Promise<void> {
    if (this.claimed) return
    this.claimed = { key }
    try {
      const { amount } = await this.take(key)
      const text = formatMoney(fromWireAmount(amount), this.root.language.selected)
      this.root.alerts.toast({ key: this.doneKey, params: { amount: text } })
      await this.root.session.refresh()
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.claimed = null))
      await this.load(true)
    }
  }
}
