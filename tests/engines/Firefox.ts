import { launch, type Browser, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import { findFirefox } from '../../scripts/runtimes.ts'
import { callOf, phone, type Engine, type EngineElement, type Key } from './Engine.ts'

/** Firefox by WebDriver BiDi. */
export class Firefox implements Engine {
  readonly #browser: Browser
  readonly #page: Page
  #frame: Frame

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
    this.#frame = page.mainFrame()
  }

  static async start(): Promise<Firefox> {
    const executablePath = findFirefox()
    if (!executablePath) throw new Error('no Firefox: apt-get install firefox-esr')
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      defaultViewport: phone,
      extraPrefsFirefox: { 'intl.accept_languages': 'pt-BR', 'ui.prefersReducedMotion': 1 },
      env: { ...process.env, TZ: 'America/Sao_Paulo' },
    })
    return new Firefox(browser, await browser.newPage())
  }

  async goto(url: string): Promise<void> {
    this.#frame = this.#page.mainFrame()
    await this.#page.goto(url)
  }

  url(): Promise<string> {
    return Promise.resolve(this.#page.url())
  }

  async run<Result>(body: string, ...args: unknown[]): Promise<Result> {
    return (await this.#frame.evaluate(callOf(body, args))) as Result
  }

  async pick(body: string, ...args: unknown[]): Promise<EngineElement | null> {
    const handle = await this.#frame.evaluateHandle(callOf(body, args))
    return handle.asElement() as ElementHandle | null
  }

  async press(key: Key): Promise<void> {
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async paste(): Promise<void> {
    await this.#page.keyboard.down('Control')
    await this.#page.keyboard.press('v')
    await this.#page.keyboard.up('Control')
  }

  async enter(frame: EngineElement): Promise<void> {
    const content = await (frame as ElementHandle).contentFrame()
    if (!content) throw new Error('not an iframe')
    this.#frame = content
  }

  leave(): Promise<void> {
    this.#frame = this.#page.mainFrame()
    return Promise.resolve()
  }

  screenshot(): Promise<Uint8Array> {
    return this.#page.screenshot()
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}
