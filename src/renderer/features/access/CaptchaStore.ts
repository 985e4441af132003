import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { authCalls, type Captcha } from '#contract/http/auth.ts'
import { CallError } from '#contract/errors.ts'
import type { Api } from '../../services/api.ts'

const idLimit = 100_000_000
const widgetReloadMs = 200

/** Random integer from 0 to below 100000000, all equally likely. */
function randomCaptchaId(): number {
  const words = new Uint32Array(1)
  const fair = 2 ** 32 - (2 ** 32 % idLimit)
  do crypto.getRandomValues(words)
  while ((words[0] ?? fair) >= fair)
  return (words[0] ?? 0) % idLimit
}

/**
 * The captcha of one form: an image to read, or the bot-check widget where the server uses no images, or the player cannot
 * see them. It can be used once, so a failed form loads a new one.
 */
export class CaptchaStore {
  id = 0
  picture: Captcha | null = null
  /** What the player read, or the widget's proof. */
  answer = ''
  isLoading = false
  hasFailed = false
  /** The player has asked for the bot check in place of the image, for this form. */
  prefersBotCheck = false
  /** … a moment ago: the focus goes to it. */
  isJustChosen = false
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
    makeAutoObservable(this, { picture: observableRef })
  }

  get isAnswered(): boolean {
    return this.answer.trim() !== ''
  }

  setAnswer(text: string): void {
    this.answer = text
  }

  /** The image cannot be seen: the bot check takes its place. Never throws. */
  async useBotCheck(): Promise<void> {
    this.prefersBotCheck = true
    this.isJustChosen = true
    await this.load()
  }

  /** Loads a new captcha under a new id and clears the answer. Never throws. */
  async refresh(): Promise<void> {
    this.isJustChosen = false
    await this.load()
  }

  private async load(): Promise<void> {
    const id = randomCaptchaId()
    const wasWidget = this.picture?.kind === 'widget'
    this.begin(id)
    // The bot check reappears after 200 ms, so that the player sees it start again.
    if (wasWidget) await new Promise((resolve) => setTimeout(resolve, widgetReloadMs))
    try {
      const picture = await this.#api.call(
        authCalls.captcha,
        { params: { codeId: id }, query: this.prefersBotCheck ? { kind: 'widget' } : {} },
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
      // Refreshed again meanwhile: this response is out of date.
      if (id !== this.id) return
      this.picture = picture
      this.isLoading = false
      this.hasFailed = picture === null
    })
  }
}
