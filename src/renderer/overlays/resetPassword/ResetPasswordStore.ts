import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { authCalls } from '#contract/http/auth.ts'
import { normalizeEmail } from '#contract/rules/email.ts'
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
  /** When another code may be requested, ms since 1970. */
  resendAt = 0
  #checkId = ''
  readonly #root: Pick<RootStore, 'api' | 'alerts' | 'overlays'>

  constructor(root: Pick<RootStore, 'api' | 'alerts' | 'overlays'>, email = '') {
    this.#root = root
    this.email = normalizeEmail(email)
    makeAutoObservable(this)
  }

  set(field: 'email' | 'code' | 'password', text: string): void {
    this[field] = field === 'email' ? text.toLowerCase() : text
    this.isIncomplete = false
  }

  /** The wait before another code is over. */
  allowResend(): void {
    this.resendAt = 0
  }

  async sendCode(): Promise<void> {
    const email = normalizeEmail(this.email)
    if (!this.isComplete(email)) return
    await this.send(async () => {
      await this.#root.api.call(authCalls.sendEmail, { body: { email } })
      runInAction(() => {
        this.step = 'code'
        this.resendAt = Date.now() + resendAfterMs
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
