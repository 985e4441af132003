import type { ElectronApplication } from '@playwright/test'
import { bridgeInvoke } from './bridge.ts'
import { launchWindow, windowOrigin, type LaunchedWindow, type WindowOptions } from './launchWindow.ts'
import { hasFakeClock, removeTestHandlers } from './sharedHost.ts'

/** A file on the renderer's origin that runs none of our code. */
const emptyPage = `${windowOrigin}/icon.svg`

/**
 * The Electron application that the tests of one worker share. Each test gets it as a new customer would: no
 * session, no storage, no payment window, an empty page. It is started again when a test needs another server,
 * or when the last one ended it or froze its clock.
 */
export class ElectronHost {
  readonly #options: WindowOptions
  #running: (LaunchedWindow & { serverUrl: string }) | undefined

  constructor(options: WindowOptions) {
    this.#options = options
  }

  async open(serverUrl: string): Promise<ElectronApplication> {
    if (this.#running && this.#running.serverUrl === serverUrl && (await this.#reset(this.#running.app)))
      return this.#running.app
    await this.close()
    const launched = await launchWindow({ ...this.#options, serverUrl })
    this.#running = { ...launched, serverUrl }
    const page = await launched.app.firstWindow()
    // The window is loading its first page, which opening another address now would interrupt.
    await page.waitForLoadState()
    await page.goto(emptyPage)
    return launched.app
  }

  async close(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    await running?.close()
  }

  /** Cleans the running application. Returns false if that is impossible and another one must be started. */
  async #reset(app: ElectronApplication): Promise<boolean> {
    const [page, ...others] = app.windows()
    if (!page || others.length > 0 || page.isClosed()) return false
    if (await hasFakeClock(page)) return false
    await removeTestHandlers(page)
    // Leaves the client first, because its pending work could write to the storage again.
    await page.goto(emptyPage)
    await bridgeInvoke(page, 'session:clear')
    await bridgeInvoke(page, 'payment:close')
    await bridgeInvoke(page, 'realtime:disconnect')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await app.evaluate(async ({ clipboard, session }) => {
      clipboard.clear()
      await session.defaultSession.clearStorageData()
    })
    return app.windows().length === 1
  }
}
