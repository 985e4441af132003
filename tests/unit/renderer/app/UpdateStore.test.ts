import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UpdateStore } from '#renderer/app/UpdateStore.ts'
import { OverlayStore } from '#renderer/stores/OverlayStore.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'
import { RoundStatus } from '#renderer/stores/RoundStatus.ts'

/** A service worker in one of its states. */
class Worker extends EventTarget {
  readonly postMessage = vi.fn()

  constructor(public state: string) {
    super()
  }

  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** The registration of a page that an earlier version controls. */
class Registration extends EventTarget {
  active: Worker | null = new Worker('activated')
  waiting: Worker | null = null
  installing: Worker | null = null
  readonly update = vi.fn(async () => undefined)

  /** The server has a new version: it is installed, and waits. */
  install(): Worker {
    const worker = new Worker('installing')
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    this.installing = null
    this.waiting = worker
    worker.become('installed')
    return worker
  }
}

class Container extends EventTarget {
  readonly registration = new Registration()
  controller = this.registration.active
  readonly register = vi.fn(async () => this.registration)
  readonly ready = Promise.resolve(this.registration)

  /** The page gets another worker: this one, or any that another tab has accepted. */
  take(worker: Worker): void {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

const reload = vi.fn()
let container: Container
let registration: Registration
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubEnv('PROD', true)
  container = new Container()
  registration = container.registration
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('window', { location: { reload, pathname: '/home', origin: 'https://palpite.example' } })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** The store of a page that an earlier version controls. */
async function createUpdates() {
  const [rounds, overlays, realtime] = [new RoundStatus(), new OverlayStore(), observable({ reconnects: 0 })]
  const root = { platform: { host: 'web' }, rounds, overlays, realtime } as unknown as RootStore
  const update = new UpdateStore(root)
  stop = update.start()
  await vi.advanceTimersByTimeAsync(0)
  return { update, rounds, overlays, realtime }
}

it('a new version is offered once: not again after it was put off, until there is a newer one', async () => {
  const { update } = await createUpdates()
  expect(update.isOffered).toBe(false)
  registration.install()
  expect(update.isOffered).toBe(true)
  update.dismiss()
  expect(update.isOffered).toBe(false)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(update.isOffered).toBe(false)
  registration.install()
  expect(update.isOffered).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

it('one that waited before the page was loaded is offered', async () => {
  registration.waiting = new Worker('installed')
  const { update } = await createUpdates()
  expect(update.isOffered).toBe(true)
})

it('the first one replaces none: it is not offered', async () => {
  container.controller = null
  registration.active = null
  const { update } = await createUpdates()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(container.register).toHaveBeenCalledTimes(1)
  const first = registration.install()
  container.take(first)
  expect(update.isOffered).toBe(false)
})

it('in a round and over an overlay it is neither offered nor taken by itself', async () => {
  const { update, rounds, overlays } = await createUpdates()
  rounds.set(true)
  const worker = registration.install()
  expect(update.isOffered).toBe(false)
  rounds.set(false)
  expect(update.isOffered).toBe(true)
  overlays.open('deposit')
  expect(update.isOffered).toBe(false)
  overlays.close()
  expect(update.isOffered).toBe(true)
  expect(worker.postMessage).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

it('one that another tab has accepted does not reload the page, in a round or out of it', async () => {
  const { update, rounds } = await createUpdates()
  rounds.set(true)
  const worker = registration.install()
  registration.waiting = null
  container.take(worker)
  expect(reload).not.toHaveBeenCalled()
  rounds.set(false)
  expect(update.isOffered).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  update.accept()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('the press lets it take over, and then the page is loaded once', async () => {
  const { update } = await createUpdates()
  const worker = registration.install()
  update.accept()
  expect(worker.postMessage.mock.calls).toEqual([[{ type: 'activate' }]])
  expect(reload).not.toHaveBeenCalled()
  container.take(worker)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('is looked for every half hour, and when the connection is back, until the page is left', async () => {
  const { realtime } = await createUpdates()
  const before = registration.update.mock.calls.length
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(registration.update).toHaveBeenCalledTimes(before + 1)
  runInAction(() => realtime.reconnects++)
  expect(registration.update).toHaveBeenCalledTimes(before + 2)
  stop()
  runInAction(() => realtime.reconnects++)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(registration.update).toHaveBeenCalledTimes(before + 2)
})
