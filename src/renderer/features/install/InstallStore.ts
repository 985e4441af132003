import { makeAutoObservable, reaction, runInAction } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'
import { CelebrationStore } from '../celebrations/CelebrationStore.ts'
import { installPrompt } from './installPrompt.ts'

type Root = Pick<RootStore, 'storages' | 'rounds' | 'overlays' | 'session' | 'feature'>

/**
 * The offer to install the page as an app: from a player's second visit on, or after a win, never while a round runs, something is
 * celebrated, or an overlay is open, which may be a payment. Whoever closes it is not asked again in this browser.
 */
export class InstallStore {
  private isMoment = false
  private isClosed: boolean
  readonly #root: Root

  constructor(root: Root) {
    this.#root = root
    this.isClosed = root.storages.local.get('install') === 'closed'
    makeAutoObservable(this)
  }

  /** `prompt`: the browser can ask; `ios`: the player has to do it by hand. */
  get way(): 'prompt' | 'ios' | null {
    if (installPrompt.get()) return 'prompt'
    return isIosSafari() ? 'ios' : null
  }

  get isOffered(): boolean {
    const { rounds, overlays, session } = this.#root
    return (
      this.isMoment &&
      !this.isClosed &&
      this.way !== null &&
      session.isLoggedIn &&
      !rounds.isRunning &&
      overlays.current === null &&
      this.#root.feature(CelebrationStore).current === null
    )
  }

  /** Counts this visit, and waits for a win. Returns its cleanup. */
  start(): () => void {
    const { local, session } = this.#root.storages
    if (isInstalled() || this.isClosed) return () => undefined
    const isNewVisit = session.get('installVisit') === undefined
    if (local.get('install') === 'seen' && isNewVisit) this.isMoment = true
    if (isNewVisit) session.set('installVisit', this.isMoment ? 'again' : 'first')
    else if (session.get('installVisit') === 'again') this.isMoment = true
    if (local.get('install') === undefined) local.set('install', 'seen')
    return reaction(
      () => this.#root.feature(CelebrationStore).current?.kind,
      (kind) => {
        if (kind === 'win' || kind === 'ticket') runInAction(() => (this.isMoment = true))
      },
    )
  }

  /** By a press, without which the browser does not ask. */
  async install(): Promise<void> {
    const event = installPrompt.get()
    if (!event) return
    // It can be used once, whatever the answer is.
    this.close()
    runInAction(() => installPrompt.set(null))
    await event.prompt()
  }

  close(): void {
    this.isClosed = true
    this.#root.storages.local.set('install', 'closed')
  }
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** Where "Add to Home Screen" is in the share menu of the browser: an iPad calls itself a Mac with touch. */
function isIosSafari(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const isIos = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  return isIos && userAgent.includes('Safari') && !/CriOS|FxiOS|EdgiOS/.test(userAgent)
}
