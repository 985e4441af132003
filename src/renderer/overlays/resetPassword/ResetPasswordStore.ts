import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { authCalls } from '#contract/http/auth.ts'
import { normalizeEmail } from '#contract/rules/email.ts'
import { CaptchaStore } from '../../features/access/CaptchaStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'

const resendAfterMs = 60_000

/**
 * Password reset: 'email' until the code is sent, 'code' until it is verified (which returns a check
 * id), 'password' until the new one is stored; then the overlay closes.
 */
export class ResetPasswordStore {
  step: 'email' | 'code' | 'password' = 'email'
  email: string
  code = ''
  password = ''
  /** A field that the step requires is empty. */
  isIncomplete = false
  isSending = false
  /** When another code may be requested, by `performance.now()`. */
  resendAt = 0
  /** Once the server has asked for it. */
  captcha: CaptchaStore | null = null
  #checkId = ''
  readonly #root: Pick<RootStore, 'api' | 'alerts' | 'overlays'>

  constructor(root: Pick<RootStore, 'api' | 'alerts' | 'overlays'>, email = '') {
    this.#root = root
    this.email = normalizeEmail(email)
    makeAutoObservable(this, { captcha: observableRef })
  }

  set(field: 'email' | 'code' | 'password', text: string): void {
    this[field] = field === 'email' ? text.toLowerCase() : text
    this.isIncomplete = false
  }

  /** The wait before another code is over. */
  allowResend(): void {
    this.resendAt = 0
  }

  setCaptcha(text: string): void {
    this.captcha?.setAnswer(text)
    this.isIncomplete = false
  }

  /** Sends the code again; with a captcha the player has to answer a new one first. */
  async resend(): Promise<void> {
    if (!this.captcha) return this.sendCode()
    this.askForCaptcha()
  }

  async sendCode(): Promise<void> {
    const email = normalizeEmail(this.email)
    const { captcha } = this
    if (!this.isComplete(email, ...(captcha ? [captcha.answer.trim()] : []))) return
    await this.send(async () => {
      const answer = captcha ? { codeId: String(captcha.id), captCode: captcha.answer.trim() } : {}
      await this.#root.api
        .call(authCalls.sendEmail, { body: { email, ...answer } })
        .catch((error: unknown) => {
          // Also after a wrong answer, since each can be used once.
          if (captcha || (error instanceof CallError && isCaptchaWanted(error.data))) this.askForCaptcha()
          throw error
        })
      runInAction(() => {
        this.step = 'code'
        this.resendAt = performance.now() + resendAfterMs
      })
      this.#root.alerts.toast({ key: 'auth.reset.sent' })
    })
  }

  async confirmCode(): Promise<void> {
    const email = normalizeEmail(this.email)
    const code = this.code.trim()
    if (!this.isComplete(email, code)) return
    await this.send(async () => {
      const checkId = await this.#root.api.call(authCalls.checkEmail, { body: { email, code } })
      runInAction(() => {
        this.#checkId = checkId
        this.step = 'password'
      })
    })
  }

  async savePassword(): Promise<void> {
    if (!this.isComplete(this.password)) return
    await this.send(async () => {
      let message = ''
      await this.#root.api.call(
        authCalls.setPwd,
        { body: { nPwd: this.password, chkId: this.#checkId } },
        { onMessage: (text) => (message = text) },
      )
      this.#root.alerts.toast(message ? { text: message } : { key: 'auth.reset.done' })
      this.#root.overlays.close()
    })
  }

  private isComplete(...needed: string[]): boolean {
    this.isIncomplete = needed.some((text) => text === '')
    return !this.isIncomplete && !this.isSending
  }

  private askForCaptcha(): void {
    this.step = 'email'
    this.captcha ??= new CaptchaStore(this.#root.api)
    void this.captcha.refresh()
  }

  /** The request layer shows failures; the step stays. */
  private async send(run: () => Promise<void>): Promise<void> {
    this.isSending = true
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }
}

function isCaptchaWanted(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'captcha'
}
