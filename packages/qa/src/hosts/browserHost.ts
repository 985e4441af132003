import type { Browser, BrowserContext, Page } from '@playwright/test'
import { hasFakeClock, removeTestHandlers } from './sharedHost.ts'

/** A file on the client's origin that runs none of our code. */
const emptyPage = '/icon.svg'

interface PageOptions {
  /** Pages are shared between tests only if this is equal: server and options of the context. */
  key: string
  viewport: { width: number; height: number } | null
}

/**
 * The browser page that the tests of one worker share: a new one costs half a second of CPU time, because it compiles
 * the client again. Each test gets it as a new visitor would: no storage, no cookies, an empty page; only the HTTP
 * cache stays. Tests that need an empty cache as well use `withOwnBrowser`.
 */
export class BrowserHost {
  readonly #browser: Browser
  #open: { context: BrowserContext; page: Page; key: string } | undefined

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async open({ key, viewport }: PageOptions): Promise<{ context: BrowserContext; page: Page }> {
    if (this.#open && this.#open.key === key && (await this.#reset(this.#open, viewport))) return this.#open
    await this.close()
    const context = await this.#browser.newContext()
    this.#open = { context, page: await context.newPage(), key }
    return this.#open
  }

  async close(): Promise<void> {
    await this.#open?.context.close()
    this.#open = undefined
  }

  /** Cleans the open page. Returns false if that is impossible and another one must be opened. */
  async #reset(
    { context, page }: { context: BrowserContext; page: Page },
    viewport: PageOptions['viewport'],
  ): Promise<boolean> {
    if (page.isClosed() || (await hasFakeClock(page))) return false
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await removeTestHandlers(page)
    await context.setOffline(false)
    // Leaves the client first, because its pending work could write to the storage again.
    await page.goto(emptyPage)
    // Not `setStorageState`, after which the client is compiled again.
    await context.clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    if (viewport) await page.setViewportSize(viewport)
    return true
  }
}
