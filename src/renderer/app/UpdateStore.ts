import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { serviceWorkerPath, type ServiceWorkerMessage } from '#contract/serviceWorker.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { deferUntilIdle } from './deferUntilIdle.ts'

/** How often an open page checks for a new version, in ms. */
const checkMs = 30 * 60_000

type Root = Pick<RootStore, 'platform' | 'rounds' | 'overlays' | 'realtime'>

/**
 * The service worker of the web build (src/serviceWorker), and the new version that it has ready. It takes over when the
 * player accepts it, or when the last tab is closed: never by itself.
 */
export class UpdateStore {
  private isReady = false
  private isDismissed = false
  #isAccepted = false
  #registration: ServiceWorkerRegistration | undefined
  #stopKeeping: (() => void) | undefined
  readonly #root: Root

  constructor(root: Root) {
    this.#root = root
    makeAutoObservable(this)
  }

  /** Never while a round runs or an overlay is open, which may be a payment. */
  get isOffered(): boolean {
    const { rounds, overlays } = this.#root
    return this.isReady && !this.isDismissed && !rounds.isRunning && overlays.current === null
  }

  dismiss(): void {
    this.isDismissed = true
  }

  accept(): void {
    this.#isAccepted = true
    // Without one, another tab has accepted it already.
    if (this.#registration?.waiting) tell(this.#registration.waiting, { type: 'activate' })
    else window.location.reload()
  }

  /** Returns the cleanup. */
  start(): () => void {
    // Browsers offer it on secure origins only.
    const container = (navigator as Partial<Navigator>).serviceWorker
    if (this.#root.platform.host !== 'web' || !import.meta.env.PROD || !container) return () => undefined
    const wasControlled = container.controller !== null
    const onNewController = () => {
      if (this.#isAccepted) window.location.reload()
      else if (wasControlled) this.offer()
    }
    container.addEventListener('controllerchange', onNewController)
    const register = () => void this.register(container)
    const cancel = wasControlled ? undefined : deferUntilIdle(register)
    if (wasControlled) register()
    const check = () => this.check()
    const timer = setInterval(check, checkMs)
    // A new version usually comes with a restart of the server.
    const stop = reaction(() => this.#root.realtime.reconnects, check)
    return () => {
      container.removeEventListener('controllerchange', onNewController)
      cancel?.()
      this.#stopKeeping?.()
      clearInterval(timer)
      stop()
    }
  }

  private async register(container: ServiceWorkerContainer): Promise<void> {
    try {
      const registration = await container.register(serviceWorkerPath)
      this.#registration = registration
      this.watch(registration, container)
      if (container.controller) return this.check()
      const { active } = await container.ready
      if (!active) return
      tell(active, { type: 'keepPage', page: window.location.pathname })
      this.#stopKeeping = keepFilesOf(active)
    } catch (error) {
      console.info('no service worker', error)
    }
  }

  /** Offers what is waiting, now and later. */
  private watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
    if (registration.waiting && container.controller) this.offer()
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => {
        // The first one replaces none.
        if (installing.state === 'installed' && container.controller) this.offer()
      })
    })
  }

  private offer(): void {
    runInAction(() => {
      this.isReady = true
      this.isDismissed = false
    })
  }

  private check(): void {
    this.#registration
      ?.update()
      .catch((error: unknown) => console.info('no answer about a new version', error))
  }
}

function tell(worker: ServiceWorker, message: ServiceWorkerMessage): void {
  worker.postMessage(message)
}

/**
 * Reports to the worker every built file that this page has loaded, or is still loading, without it: requests made before it
 * took control do not pass through it. Returns the cleanup.
 */
function keepFilesOf(worker: ServiceWorker): () => void {
  const loads = new PerformanceObserver((list) => {
    const files = (list.getEntries() as PerformanceResourceTiming[])
      .filter(({ workerStart }) => workerStart === 0)
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname)
    if (files.length > 0) tell(worker, { type: 'keepFiles', files })
  })
  loads.observe({ type: 'resource', buffered: true })
  return () => loads.disconnect()
}
