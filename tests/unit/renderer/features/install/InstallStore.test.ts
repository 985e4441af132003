import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InstallStore } from '#renderer/features/install/InstallStore.ts'
import { installPrompt, keepInstallPrompt } from '#renderer/features/install/installPrompt.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'

/** The page's window, with the browser's offer. */
const page = Object.assign(new EventTarget(), { matchMedia: () => ({ matches: false }) })
let isInstalled = false
let stops: (() => void)[] = []

beforeEach(() => {
  isInstalled = false
  vi.stubGlobal('window', Object.assign(page, { matchMedia: () => ({ matches: isInstalled }) }))
  vi.stubGlobal('navigator', { userAgent: 'Chrome', maxTouchPoints: 0 })
  stops = [keepInstallPrompt()]
})
afterEach(() => {
  for (const stop of stops) stop()
  runInAction(() => installPrompt.set(null))
  vi.unstubAllGlobals()
})

it('takes the offer that the page has kept before the program came, once', () => {
  const early = Object.assign(page, { installOffer: new Event('beforeinstallprompt') }).installOffer
  const again = () => stops.push(keepInstallPrompt())
  again()
  expect(installPrompt.get()).toBe(early)
  expect(page).not.toHaveProperty('installOffer')
  // It has been used.
  runInAction(() => installPrompt.set(null))
  again()
  expect(installPrompt.get()).toBeNull()
})

/** A browser: what it stores of the device outlives its visits. */
function browser() {
  const local = new Map<string, unknown>()
  const area = (map: Map<string, unknown>) => ({
    get: (key: string) => map.get(key),
    set: (key: string, value: unknown) => void map.set(key, value),
  })
  return function visit() {
    const session = new Map<string, unknown>()
    return function load() {
      const state = observable({
        isRunning: false,
        isLoggedIn: true,
        overlay: null as object | null,
        celebrated: null as { kind: string } | null,
      })
      const root = {
        storages: { local: area(local), session: area(session) },
        rounds: {
          get isRunning() {
            return state.isRunning
          },
        },
        overlays: {
          get current() {
            return state.overlay
          },
        },
        session: {
          get isLoggedIn() {
            return state.isLoggedIn
          },
        },
        feature: () => ({
          get current() {
            return state.celebrated
          },
        }),
      }
      const store = new InstallStore(root as unknown as RootStore)
      stops.push(store.start())
      return { store, change: (next: Partial<typeof state>) => runInAction(() => Object.assign(state, next)) }
    }
  }
}

function offerOfBrowser(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(() => Promise.resolve({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  page.dispatchEvent(event)
  return { prompt, event }
}

it('is offered from the second visit on, not at the first, and needs the browser’s own offer', () => {
  const visit = browser()
  const first = visit()()
  const { event } = offerOfBrowser()
  expect(event.defaultPrevented).toBe(true)
  expect(first.store.isOffered).toBe(false)
  const loadAgain = visit()
  const second = loadAgain()
  expect(second.store.isOffered).toBe(true)
  // Another page of the same visit.
  expect(loadAgain().store.isOffered).toBe(true)
  runInAction(() => installPrompt.set(null))
  expect(second.store.isOffered).toBe(false)
})

it('at the first visit it comes after a win, once that was celebrated', () => {
  offerOfBrowser()
  const { store, change } = browser()()()
  change({ celebrated: { kind: 'credit' } })
  change({ celebrated: null })
  expect(store.isOffered).toBe(false)
  change({ celebrated: { kind: 'win' } })
  expect(store.isOffered).toBe(false)
  change({ celebrated: null })
  expect(store.isOffered).toBe(true)
})

it('never during a round, over an overlay, or for a guest', () => {
  offerOfBrowser()
  const visit = browser()
  visit()()
  const { store, change } = visit()()
  for (const [busy, free] of [
    [{ isRunning: true }, { isRunning: false }],
    [{ overlay: {} }, { overlay: null }],
    [{ isLoggedIn: false }, { isLoggedIn: true }],
  ] as const) {
    change(busy)
    expect(store.isOffered).toBe(false)
    change(free)
    expect(store.isOffered).toBe(true)
  }
})

it('whoever has closed it, answered it or installed the app is not asked again', async () => {
  const closing = browser()
  closing()()
  offerOfBrowser()
  closing()().store.close()
  expect(closing()().store.isOffered).toBe(false)

  const answering = browser()
  answering()()
  const { prompt } = offerOfBrowser('dismissed')
  const { store } = answering()()
  await store.install()
  expect(prompt).toHaveBeenCalledOnce()
  offerOfBrowser()
  expect([store.isOffered, answering()().store.isOffered]).toEqual([false, false])

  const installed = browser()
  isInstalled = true
  installed()()
  expect(installed()().store.isOffered).toBe(false)
})

it('on an iPhone it says how', () => {
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (iPhone; …) Version/17.0 Safari/604.1',
    maxTouchPoints: 5,
  })
  const visit = browser()
  visit()()
  const { store } = visit()()
  expect([store.isOffered, store.way]).toEqual([true, 'ios'])
})
