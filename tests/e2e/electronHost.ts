import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { hasFakeClock, removeTestHandlers } from './sharedHost.ts'

/** A file on the renderer's origin that runs none of our code. */
const emptyPage = 'app://palpite/icon.svg'

/**
 * The Electron application that the tests of one worker share. Each test gets it as a new customer would: no
 * session, no storage, no payment window, an empty page. It is started again when a test needs another server,
 * or when the last one ended it or froze its clock.
 */
export class ElectronHost {
  readonly #program: string
  readonly #paymentOrigin: string
  #running: { app: ElectronApplication; serverUrl: string; userData: string } | undefined

  /** `paymentOrigin`: where the sandbox's payment pages are, also when the application reaches it through a proxy. */
  constructor(program: string, paymentOrigin: string) {
    this.#program = program
    this.#paymentOrigin = paymentOrigin
  }

  async open(serverUrl: string): Promise<ElectronApplication> {
    if (this.#running && this.#running.serverUrl === serverUrl && (await this.#reset(this.#running.app)))
      return this.#running.app
    await this.close()
    const userData = mkdtempSync(join(tmpdir(), 'palpite-window-'))
    writeFileSync(join(userData, 'config.json'), JSON.stringify({ paymentOrigins: [this.#paymentOrigin] }))
    const app = await _electron.launch({
      executablePath: this.#program,
      // -r loads the application before `ready`, as in a package; some launchers would import it later.
      args: ['--no-sandbox', '--disable-gpu', '-r', resolve('out/main/index.cjs'), resolve('.')],
      env: {
        ...(process.env as Record<string, string>),
        PALPITE_SERVER_URL: serverUrl,
        PALPITE_USER_DATA: userData,
        LANG: 'pt_BR.UTF-8',
      },
    })
    this.#running = { app, serverUrl, userData }
    const page = await app.firstWindow()
    // The window is loading its first page, which opening another address now would interrupt.
    await page.waitForLoadState()
    await page.goto(emptyPage)
    return app
  }

  async close(): Promise<void> {
    if (!this.#running) return
    const { app, userData } = this.#running
    this.#running = undefined
    await app.close()
    rmSync(userData, { recursive: true, force: true })
  }

  /** Cleans the running application. Returns false if that is impossible and another one must be started. */
  async #reset(app: ElectronApplication): Promise<boolean> {
    const [page, ...others] = app.windows()
    if (!page || others.length > 0 || page.isClosed()) return false
    if (await hasFakeClock(page)) return false
    await removeTestHandlers(page)
    // Leaves the client first, because its pending work could write to the storage again.
    await page.goto(emptyPage)
    await page.evaluate(async () => {
      await window.bridge?.invoke('session:clear')
      await window.bridge?.invoke('payment:close')
      await window.bridge?.invoke('realtime:disconnect')
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
