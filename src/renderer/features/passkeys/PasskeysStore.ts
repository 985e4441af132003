import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { fromWirePasskeys, passkeyCalls, type Passkey } from '#contract/http/passkeys.ts'
import { toWireNewPasskey } from '#contract/webAuthn.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { creationOptions, isRefusedByBrowser, startRegistration } from './webAuthnClient.ts'

/** The player's passkeys. */
export class PasskeysStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  passkeys: Passkey[] = []
  name = ''
  password = ''
  isBusy = false
  /** The browser made none. */
  hasFailed = false
  /** The one that the player is asked about before it is removed. */
  removing: Passkey | null = null
  readonly #root: Pick<RootStore, 'api' | 'alerts'>

  constructor(root: Pick<RootStore, 'api' | 'alerts'>) {
    this.#root = root
    makeAutoObservable(this, { passkeys: observableRef, removing: observableRef })
  }

  get canAdd(): boolean {
    return this.name.trim() !== '' && this.password !== '' && !this.isBusy
  }

  set(field: 'name' | 'password', text: string): void {
    this[field] = text
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const wire = await this.#root.api.call(passkeyCalls.list, {}, { loading: false, ownFailure: true })
      runInAction(() => {
        this.passkeys = fromWirePasskeys(wire)
        this.state = 'ready'
      })
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** A refusal of the server raises an alert; what was typed stays. */
  async add(): Promise<void> {
    if (!this.canAdd) return
    this.hasFailed = false
    await runUnlessBusy(this, async () => {
      const { api, alerts } = this.#root
      const options = await api.call(passkeyCalls.addOptions, { body: { pwd: this.password } })
      const response = await this.make(creationOptions(options))
      if (response === null) return
      const wire = await api.call(passkeyCalls.add, { body: { name: this.name, response } })
      runInAction(() => {
        this.passkeys = fromWirePasskeys(wire)
        this.name = ''
        this.password = ''
      })
      alerts.toast({ key: 'passkeys.added' })
    })
  }

  ask(passkey: Passkey | null): void {
    this.removing = passkey
  }

  async remove(): Promise<void> {
    const { removing } = this
    if (!removing) return
    await runUnlessBusy(this, async () => {
      const wire = await this.#root.api.call(passkeyCalls.remove, { body: { passkeyId: removing.id } })
      runInAction(() => {
        this.passkeys = fromWirePasskeys(wire)
        this.removing = null
      })
      this.#root.alerts.toast({ key: 'passkeys.removed' })
    })
  }

  private async make(optionsJSON: ReturnType<typeof creationOptions>) {
    try {
      return toWireNewPasskey(await startRegistration({ optionsJSON }))
    } catch (error) {
      if (!isRefusedByBrowser(error)) throw error
      runInAction(() => (this.hasFailed = true))
      return null
    }
  }
}
