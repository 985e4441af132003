import { makeAutoObservable, runInAction } from 'mobx'
import { passkeyCalls } from '#contract/http/passkeys.ts'
import { toWireProof } from '#contract/webAuthn.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import type { AccessStore } from '../access/AccessStore.ts'
import {
  browserSupportsWebAuthnAutofill,
  isRefusedByBrowser,
  requestOptions,
  startAuthentication,
  WebAuthnAbortService,
} from './webAuthnClient.ts'

/** The login with a passkey: by a button, and among the suggestions of the e-mail field where the browser has that. */
export class PasskeyLoginStore {
  isBusy = false
  /** The browser returned no passkey. */
  hasFailed = false
  #isStopped = false
  readonly #root: Pick<RootStore, 'api'>
  readonly #access: AccessStore

  constructor(root: Pick<RootStore, 'api'>, access: AccessStore) {
    this.#root = root
    this.#access = access
    makeAutoObservable(this)
  }

  /** Offers passkeys in the e-mail field. Returns its cleanup. */
  start(): () => void {
    this.#isStopped = false
    void this.suggest()
    return () => {
      this.#isStopped = true
      WebAuthnAbortService.cancelCeremony()
    }
  }

  /** The button. It ends the suggestions: a browser has one ceremony at a time. */
  async logIn(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = false
    try {
      await this.ask(false)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  private async suggest(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill()) || this.#isStopped) return
    await this.ask(true)
  }

  private async ask(isSuggestion: boolean): Promise<void> {
    try {
      const { api } = this.#root
      const options = isSuggestion
        ? await api.call(passkeyCalls.loginOptions, { body: {} }, { loading: false, ownFailure: true })
        : await api.call(passkeyCalls.loginOptions, { body: {} }, { loading: false })
      if (this.#isStopped) return
      const proof = await startAuthentication({
        optionsJSON: requestOptions(options),
        useBrowserAutofill: isSuggestion,
        // The field is the one of the form.
        verifyBrowserAutofillInput: false,
      })
      const body = { response: toWireProof(proof) }
      await this.#access.enterWith(() => api.call(passkeyCalls.login, { body }))
    } catch (error) {
      if (!isRefusedByBrowser(error)) ignoreCallError(error)
      else if (!isSuggestion) runInAction(() => (this.hasFailed = true))
    }
  }
}
