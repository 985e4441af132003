import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { accountCalls, type IdentityWire } from '#contract/http/account.ts'
import type { BetsShown } from '#contract/rules/nickname.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** What other players see of the player. */
export class ProfileStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  identity: IdentityWire | null = null
  /** What stands in the field. */
  nickname = ''
  isBusy = false
  readonly #root: Pick<RootStore, 'api' | 'alerts'>

  constructor(root: Pick<RootStore, 'api' | 'alerts'>) {
    this.#root = root
    makeAutoObservable(this, { identity: observableRef })
  }

  /** Whether the field holds a name that could be saved now. The server says what is wrong with it. */
  get canSave(): boolean {
    const name = this.nickname.trim()
    const { identity } = this
    return identity !== null && identity.changeFrom === null && name !== '' && name !== identity.nickname
  }

  type(text: string): void {
    this.nickname = text
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const wire = await this.#root.api.call(accountCalls.identity, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.receive(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** A refusal raises an alert; what was typed stays. */
  async save(): Promise<void> {
    if (!this.canSave) return
    await runUnlessBusy(this, async () => {
      const body = { nickname: this.nickname }
      this.receive(await this.#root.api.call(accountCalls.setNickname, { body }))
      this.#root.alerts.toast({ key: 'profile.saved' })
    })
  }

  chooseBets = (bets: BetsShown): void => {
    void runUnlessBusy(this, async () => {
      const wire = await this.#root.api.call(accountCalls.setBetsShown, { body: { bets } })
      runInAction(() => (this.identity = wire))
      this.#root.alerts.toast({ key: 'profile.betsSaved' })
    })
  }

  private receive(wire: IdentityWire): void {
    this.identity = wire
    this.nickname = wire.nickname ?? ''
  }
}
