import { powerMonitor, type BrowserWindow, type Session as PageSession } from 'electron'
import type { AppConfig } from '../config/AppConfig.ts'
import { idleClock, lastInput } from '../kiosk/input.ts'
import type { Session } from '../session/Session.ts'
import { wipeClipboards } from './clipboards.ts'
import { handOver } from './handOver.ts'
import { IdleWatch } from './IdleWatch.ts'

/** Short enough that a touch answers the question at once. */
const checkMs = 500

export interface CustomersDeps {
  config: Pick<AppConfig, 'idleSeconds' | 'idleAnswerSeconds'>
  session: Session
  window(): BrowserWindow | null
  /** Makes a window with a page of its own the main window. */
  openWindow(): BrowserWindow
  /** Empties the session of a window that is gone. */
  forgetPages(pages: PageSession): Promise<void>
  /** Ends the session on the server. Never rejects. */
  logOut(token: string): Promise<void>
  /** Ends what main itself has open for the customer. */
  onEnd(): void
  onAsk(secondsLeft: number | null): void
}

/**
 * The boundary between two customers of a kiosk. At the end of a session, however it ends, and after `idleSeconds` and
 * an unanswered question, everything of the customer is gone: session, page, frames, storage, clipboards. What the
 * server has stays there for its owner: an unfinished round, an open payment.
 */
export class Customers {
  readonly #deps: CustomersDeps
  readonly #idle: IdleWatch
  readonly #freeListeners: (() => void)[] = []
  #number = 0

  constructor(deps: CustomersDeps) {
    this.#deps = deps
    const { session, config } = deps
    this.#idle = new IdleWatch({
      ...config,
      readIdleSeconds: () => lastInput.read(),
      now: idleClock.now,
      hasSession: () => session.token !== null,
      onAsk: deps.onAsk,
      onEnd: () => this.#leave(),
    })
    session.onChanged((hasSession) => {
      this.#idle.restart()
      if (!hasSession) this.#reset()
    })
    setInterval(() => this.#idle.check(), checkMs)
    const onSleep = () => this.#end()
    powerMonitor.on('suspend', onSleep)
    powerMonitor.on('resume', onSleep)
  }

  /** Grows with every customer. */
  get number(): number {
    return this.#number
  }

  /** A customer is logged in, or has touched the page since the last one left. */
  get isInUse(): boolean {
    return this.#deps.session.token !== null || this.#idle.hasInput
  }

  /** Calls `listener` whenever a customer has left. */
  onFree(listener: () => void): void {
    this.#freeListeners.push(listener)
  }

  /** The machine sleeps, or did: the clock of idle time stood still, and somebody else may be there now. */
  #end(): void {
    if (!this.isInUse) return
    this.#idle.restart()
    this.#leave()
  }

  /** The customer left without logging out. */
  #leave(): void {
    const { session, logOut } = this.#deps
    const { token } = session
    if (token === null) return this.#reset()
    void logOut(token)
    // Also resets.
    session.clear()
  }

  #reset(): void {
    this.#number++
    this.#deps.onEnd()
    const old = this.#deps.window()
    const next = this.#deps.openWindow()
    this.#forget(old, next).catch((error: unknown) => {
      console.error('palpite: the data of a customer cannot be deleted', error)
    })
    for (const listener of this.#freeListeners) listener()
  }

  async #forget(old: BrowserWindow | null, next: BrowserWindow): Promise<void> {
    if (old === null || old.isDestroyed()) return next.show()
    const pages = old.webContents.session
    await handOver(old, next)
    // Only now: until the old page is gone, it could write to them.
    wipeClipboards()
    await this.#deps.forgetPages(pages)
  }
}
