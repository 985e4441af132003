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

/**
 * The server's challenge is good for five minutes: the suggestions get a new one before, in ms.
 * @internal
 */
export const renewMs = 4 * 60_000

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
    const timer = setInterval(() => void this.suggest(), renewMs)
    return () => {
      this.#isStopped = true
      clearInterval(timer)
      WebAuthnAbortService.cancelCeremony()
    }
  }

  /** The button. It ends the suggestions, since a browser has one ceremony at a time; they come back where it logs nobody in. */
  async logIn(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = false
    let isLoggedIn = false
    try {
      isLoggedIn = await this.ask(false)
    } finally {
      runInAction(() => (this.isBusy = false))
      if (!isLoggedIn) void this.suggest()
    }
  }

  private async suggest(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill()) || this.isOver(true)) return
    await this.ask(true)
  }

  /** Whether a ceremony must not begin any more. One that begins ends the one before it: a suggestion never ends the button's. */
  private isOver(isSuggestion: boolean): boolean {
    return this.#isStopped || (isSuggestion && this.isBusy)
  }

  /** Returns whether the player is logged in. */
  private async ask(isSuggestion: boolean): Promise<boolean> {
    try {
      const { api } = this.#root
      const options = isSuggestion
        ? await api.call(passkeyCalls.loginOptions, { body: {} }, { loading: false, ownFailure: true })
        : await api.call(passkeyCalls.loginOptions, { body: {} }, { loading: false })
      if (this.isOver(isSuggestion)) return false
      const proof = await startAuthentication({
        optionsJSON: requestOptions(options),
        useBrowserAutofill: isSuggestion,
        // The field is the one of the form.
        verifyBrowserAutofillInput: false,
      })
      const body = { response: toWireProof(proof) }
      return await this.#access.enterWith(() => api.call(passkeyCalls.login, { body }))
    } catch (error) {
      if (!isRefusedByBrowser(error)) ignoreCallError(error)
      else if (!isSuggestion) runInAction(() => (this.hasFailed = true))
      return false
    }
  }
}
