import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { authCalls, type Captcha } from '#contract/http/auth.ts'
import { CallError } from '#contract/errors.ts'
import type { Api } from '../services/api.ts'

const idLimit = 100_000_000
const widgetReloadMs = 200

/** Random integer below 100000000 (spec §9), every one as likely as any other. */
export function randomCaptchaId(): number {
  const words = new Uint32Array(1)
  const fair = 2 ** 32 - (2 ** 32 % idLimit)
  do crypto.getRandomValues(words)
  while ((words[0] ?? fair) >= fair)
  return (words[0] ?? 0) % idLimit
}

/**
 * The captcha of one form: an image to read, or the bot-check widget when the server uses no images
 * (PRODUCT.md section 5). Single use, so a failed form asks for a new one.
 */
export class CaptchaStore {
  id = 0
  picture: Captcha | null = null
  /** What the player read, or the widget's proof. */
  answer = ''
  isLoading = false
  hasFailed = false

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, picture: observableRef })
  }

  get isAnswered(): boolean {
    return this.answer.trim() !== ''
  }

  setAnswer(text: string): void {
    this.answer = text
  }

  /** A new captcha under a new id; the answer so far is worth nothing. Never throws. */
  async refresh(): Promise<void> {
    const id = randomCaptchaId()
    const wasWidget = this.picture?.kind === 'widget'
    this.begin(id)
    // Spec §9: the bot check comes back after 200 ms, so that its widget is seen to start anew.
    if (wasWidget) await new Promise((resolve) => setTimeout(resolve, widgetReloadMs))
    try {
      const picture = await this.api.call(
        authCalls.captcha,
        { params: { codeId: id } },
        { loading: false, ownFailure: true },
      )
      this.show(id, picture)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      this.show(id, null)
    }
  }

  private begin(id: number): void {
    this.id = id
    this.answer = ''
    this.isLoading = true
    this.hasFailed = false
    if (this.picture?.kind === 'widget') this.picture = null
  }

  private show(id: number, picture: Captcha | null): void {
    runInAction(() => {
      // Refreshed again meanwhile: this answer is of no use.
      if (id !== this.id) return
      this.picture = picture
      this.isLoading = false
      this.hasFailed = picture === null
    })
  }
}
