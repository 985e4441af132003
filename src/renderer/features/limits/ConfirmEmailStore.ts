import { makeAutoObservable } from 'mobx'
import { accountCalls } from '#contract/http/account.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'

/** The e-mail address that a jurisdiction wants confirmed before the first deposit. */
export class ConfirmEmailStore {
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  /** Sends the link again. */
  async resend(): Promise<void> {
    await runUnlessBusy(this, async () => {
      const onMessage = (text: string) => this.#root.alerts.toast({ text })
      await this.#root.api.call(accountCalls.confirmEmail, { body: {} }, { onMessage })
    })
  }

  /** Asks whether the address has been confirmed meanwhile, for example on another device, and says so if it has not. */
  async check(): Promise<void> {
    const { alerts, session } = this.#root
    const isKnown = await runUnlessBusy(this, () => session.refresh())
    if (isKnown && session.player?.needsConfirmedEmail) alerts.toast({ key: 'limits.email.stillOpen' })
  }
}
