import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { authCalls, toWireLogin, toWireRegistration } from '#contract/http/auth.ts'
import { fromStoredTestAccount } from '#contract/http/account.ts'
import { normalizeEmail } from '#contract/rules/email.ts'
import { readAppFlag } from '../../services/appFlag.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { CaptchaStore } from './CaptchaStore.ts'

/** Why a form is not sent; the view translates it. */
export type AccessProblem = 'terms' | 'captcha'

type AccessRoot = Pick<
  RootStore,
  'api' | 'session' | 'overlays' | 'navigation' | 'storages' | 'language' | 'platform'
>

/**
 * The login and the registration form. Both tabs share e-mail, password and captcha, so switching tabs loses
 * nothing.
 */
export class AccessStore {
  email = ''
  password = ''
  passwordAgain = ''
  phone = ''
  acceptsTerms = false
  problem: AccessProblem | null = null
  isSending = false
  readonly captcha: CaptchaStore
  readonly #root: AccessRoot
  readonly #ownPage: boolean

  /** `ownPage`: the form is the page /registered rather than an overlay; success then goes home. */
  constructor(root: AccessRoot, ownPage = false) {
    this.#root = root
    this.#ownPage = ownPage
    this.captcha = new CaptchaStore(root.api)
    makeAutoObservable(this, { captcha: false })
    const test = fromStoredTestAccount(root.storages.session.get('testAccount'))
    if (test) {
      this.email = normalizeEmail(test.username)
      this.password = test.password
    }
  }

  /** Loads the first captcha. The overlay closes when the player is logged in already, or logs in elsewhere. Returns its cleanup. */
  start(): () => void {
    const { session, overlays } = this.#root
    if (!session.isLoggedIn) void this.captcha.refresh()
    return reaction(
      () => session.isLoggedIn,
      (isLoggedIn) => {
        // A form that is being sent closes by itself.
        if (isLoggedIn && !this.isSending && !this.#ownPage) overlays.close()
      },
      { fireImmediately: true },
    )
  }

  /** Only when e-mail, password and captcha are all filled in. */
  get canLogin(): boolean {
    return this.email !== '' && this.password !== '' && this.captcha.isAnswered && !this.isSending
  }

  /** Lower case as it is typed. */
  setEmail(text: string): void {
    this.email = text.toLowerCase()
  }

  set(field: 'password' | 'passwordAgain' | 'phone', text: string): void {
    this[field] = text
  }

  setTerms(accepted: boolean): void {
    this.acceptsTerms = accepted
    if (this.problem === 'terms') this.problem = null
  }

  setCaptcha(text: string): void {
    this.captcha.setAnswer(text)
    if (this.problem === 'captcha') this.problem = null
  }

  async login(): Promise<void> {
    if (!this.canLogin) return
    const body = toWireLogin(this.credentials)
    const isLoggedIn = await this.send(() => this.#root.api.call(authCalls.restLogin, { body }))
    if (isLoggedIn) this.leave()
  }

  /** Logs in by what `call` sends, a passkey's answer. Returns whether the player is logged in; a failure is on screen. */
  async enterWith(call: () => Promise<unknown>): Promise<boolean> {
    if (this.isSending) return false
    const isLoggedIn = await this.send(call)
    if (isLoggedIn) this.leave()
    return isLoggedIn
  }

  /** Checks the terms, then the captcha; the server checks everything else. */
  async register(): Promise<void> {
    if (this.isSending) return
    this.problem = this.acceptsTerms ? (this.captcha.isAnswered ? null : 'captcha') : 'terms'
    if (this.problem) return
    const { api, session, storages, language, overlays, platform } = this.#root
    const body = toWireRegistration({
      ...this.credentials,
      passwordAgain: this.passwordAgain,
      phonePrefix: language.selected.phonePrefix,
      phone: this.phone,
      inviteCode: String(storages.local.get('inviteCode') ?? ''),
      isApp: readAppFlag(platform.host, storages.local),
    })
    const isLoggedIn = await this.send(() => api.call(authCalls.restRegister, { body }))
    if (!isLoggedIn) return
    storages.local.set('inviteCode', undefined)
    this.leave()
    if (session.player && session.player.missingLimits.length > 0) overlays.open('depositLimit')
    else overlays.open('secondDeposit', { firstDeposit: true })
  }

  private get credentials() {
    return {
      email: normalizeEmail(this.email),
      password: this.password,
      captchaId: this.captcha.id,
      captchaAnswer: this.captcha.answer.trim(),
    }
  }

  /**
   * Returns whether the player is logged in. A failure is already on screen; the captcha is renewed, the other
   * fields stay.
   */
  private async send(call: () => Promise<unknown>): Promise<boolean> {
    this.isSending = true
    try {
      return await this.#root.session.enter(async () => {
        await call()
        return true
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The session was opened and only loading the user info failed: the player is logged in.
      if (this.#root.session.hasToken) return true
      void this.captcha.refresh()
      return false
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }

  private leave(): void {
    this.#root.overlays.close()
    if (this.#ownPage) this.#root.navigation.go('/home', { replace: true })
  }
}
