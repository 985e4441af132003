import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { fromStoredTestAccount } from '#contract/http/user.ts'
import { normalizeEmail } from '#contract/rules/email.ts'
import { readAppFlag } from '../services/appFlag.ts'
import { CaptchaStore } from './CaptchaStore.ts'
import type { RootStore } from './RootStore.ts'

/** What stops a form before it is sent; the view translates it. */
export type AccessProblem = 'terms' | 'captcha'

type AccessRoot = Pick<
  RootStore,
  'api' | 'session' | 'overlays' | 'navigation' | 'storages' | 'language' | 'platform'
>

/**
 * The login and the register form (spec §2, §5): one e-mail, one password and one captcha for both tabs, so
 * that changing one's mind loses nothing.
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

  /** `ownPage`: the form is a page (/registered) and not an overlay; success leaves it for home. */
  constructor(
    private readonly root: AccessRoot,
    private readonly ownPage = false,
  ) {
    this.captcha = new CaptchaStore(root.api)
    makeAutoObservable<this, 'root' | 'ownPage'>(this, { root: false, ownPage: false, captcha: false })
    const test = fromStoredTestAccount(root.storages.session.get('testAccount'))
    if (test) {
      this.email = normalizeEmail(test.username)
      this.password = test.password
    }
  }

  /** Fetches the first captcha. */
  start(): void {
    void this.captcha.refresh()
  }

  /** Spec §5: until e-mail, captcha and password are all present. */
  get canLogin(): boolean {
    return this.email !== '' && this.password !== '' && this.captcha.isAnswered && !this.isSending
  }

  /** Forced to lower case as it is typed (spec §5). */
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
    const isIn = await this.send(() => this.root.session.login(this.credentials))
    if (isIn) this.leave()
  }

  /** Spec §5: terms, then captcha; everything else is the server's to check. */
  async register(): Promise<void> {
    if (this.isSending) return
    this.problem = this.acceptsTerms ? (this.captcha.isAnswered ? null : 'captcha') : 'terms'
    if (this.problem) return
    const { session, storages, language, overlays, platform } = this.root
    const isIn = await this.send(() =>
      session.register({
        ...this.credentials,
        passwordAgain: this.passwordAgain,
        phonePrefix: language.selected.phonePrefix,
        phone: this.phone,
        inviteCode: String(storages.local.get('inviteCode') ?? ''),
        isApp: readAppFlag(platform.host, storages.local),
      }),
    )
    if (!isIn) return
    this.leave()
    if (session.player?.needsLimit) overlays.open('depositLimit')
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

  /** True when the player is in. A failure was shown already; the captcha is used up, the rest stays. */
  private async send(call: () => Promise<void>): Promise<boolean> {
    this.isSending = true
    try {
      await call()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The session opened and only the user info behind it failed: the player is in.
      if (this.root.session.hasToken) return true
      void this.captcha.refresh()
      return false
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }

  private leave(): void {
    this.root.overlays.close()
    if (this.ownPage) this.root.navigation.go('/home', { replace: true })
  }
}
