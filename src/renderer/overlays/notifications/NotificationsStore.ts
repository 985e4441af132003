import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { pushCalls } from '#contract/http/push.ts'
import type { PushKind } from '#contract/push.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/**
 * `unsupported`: the browser takes no pushes here, `off`: the server sends none, `denied`: the browser was told to refuse them.
 */
export type NoticesState = 'loading' | 'ready' | 'failed' | 'unsupported' | 'off' | 'denied'

/** How long a page waits for its service worker, in ms. */
const registrationMs = 8_000

/** What this browser is told of while the page is closed. It asks for permission when a switch is pressed, never before. */
export class NotificationsStore {
  state: NoticesState = 'loading'
  kinds: readonly PushKind[] = []
  isBusy = false
  /** The last switch could not be turned on. */
  hasFailed = false
  #key = ''
  readonly #root: Pick<RootStore, 'api'>

  constructor(root: Pick<RootStore, 'api'>) {
    this.#root = root
    makeAutoObservable(this, { kinds: observableRef })
  }

  async load(): Promise<void> {
    this.state = 'loading'
    try {
      const state = await this.look()
      runInAction(() => (this.state = state))
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** Called by a press, without which browsers show no question. */
  async turn(kind: PushKind, isOn: boolean): Promise<void> {
    this.hasFailed = false
    await runUnlessBusy(this, async () => {
      const wanted = isOn ? [...this.kinds, kind] : this.kinds.filter((each) => each !== kind)
      if (isOn && (await Notification.requestPermission()) !== 'granted') {
        runInAction(() => (this.state = Notification.permission === 'denied' ? 'denied' : 'ready'))
        return
      }
      try {
        await this.choose(wanted)
      } catch (error) {
        // The browser could not reach its push service.
        if (error instanceof CallError || !(error instanceof DOMException)) throw error
        runInAction(() => (this.hasFailed = true))
      }
    })
  }

  private async look(): Promise<NoticesState> {
    const registration = await registrationOfPage()
    if (!registration) return 'unsupported'
    const quiet = { loading: false, ownFailure: true }
    const { key } = await this.#root.api.call(pushCalls.key, {}, quiet)
    if (key === null) return 'off'
    this.#key = key
    if (Notification.permission === 'denied') return 'denied'
    const subscription = await this.ownSubscription(registration)
    if (!subscription) return 'ready'
    const { endpoint } = subscription
    const { kinds } = await this.#root.api.call(pushCalls.device, { body: { endpoint } }, quiet)
    runInAction(() => (this.kinds = kinds))
    return 'ready'
  }

  /** The browser's subscription. One to another key of the server is ended: push services refuse what is sent to it. */
  private async ownSubscription({
    pushManager,
  }: ServiceWorkerRegistration): Promise<PushSubscription | null> {
    const subscription = await pushManager.getSubscription()
    // Some browsers do not tell the key.
    const key = subscription?.options.applicationServerKey
    if (!subscription || !key || toBase64Url(key) === this.#key) return subscription
    await subscription.unsubscribe()
    return null
  }

  private async choose(kinds: PushKind[]): Promise<void> {
    const registration = await registrationOfPage()
    if (!registration) return
    const subscription =
      (await this.ownSubscription(registration)) ??
      (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key }))
    const { endpoint, keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    const body = { endpoint: endpoint ?? '', p256dh, auth, kinds }
    const answer = await this.#root.api.call(pushCalls.subscribe, { body })
    if (answer.kinds.length === 0) await subscription.unsubscribe()
    runInAction(() => (this.kinds = answer.kinds))
  }
}

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The service worker of this page, where the browser has pushes and the build has a worker. */
async function registrationOfPage(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker || !('PushManager' in window) || !('Notification' in window)) return undefined
  // A first visit registers it once the page has settled.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, registrationMs))
  return (await serviceWorker.getRegistration()) ?? Promise.race([serviceWorker.ready, late])
}
