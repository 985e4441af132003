import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const reload = vi.fn()
let page: EventTarget
let window: EventTarget & { installOffer?: Event }

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  window = Object.assign(new EventTarget(), {
    location: { reload },
    sessionStorage: { getItem: () => null, setItem: () => undefined },
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A hidden page of a guest, which loads its program at once. */
async function open(dataset: Record<string, string>): Promise<void> {
  const links: object[] = []
  page = Object.assign(new EventTarget(), {
    cookie: '',
    documentElement: { dataset },
    visibilityState: 'hidden',
    head: { append: (link: object) => links.push(link) },
    createElement: () => ({}),
    querySelectorAll: () => links,
  })
  vi.stubGlobal('document', page)
  await import('#renderer/app/prerenderedHead.ts')
}

it('keeps the browser’s offer to install until the program comes, and the browser shows none of its own', async () => {
  await open({})
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(offer)
  expect([window.installOffer, offer.defaultPrevented]).toEqual([offer, true])
})

it('loads the page again whose program was lost with the network, once its files come', async () => {
  let isLost = true
  const fetched: string[] = []
  vi.stubGlobal('fetch', (file: string) => {
    fetched.push(file)
    return isLost ? Promise.reject(new TypeError('Load failed')) : Promise.resolve(new Response())
  })
  await open({ program: '/assets/lost.js /assets/react.js' })
  page.dispatchEvent(new Event('DOMContentLoaded'))
  await vi.waitFor(() => expect(fetched).toEqual(['/assets/lost.js', '/assets/react.js']))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toHaveLength(4)
  expect(reload).not.toHaveBeenCalled()
  isLost = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
