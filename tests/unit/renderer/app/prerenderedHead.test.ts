import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('keeps the browser’s offer to install until the program comes, and the browser shows none of its own', async () => {
  const window = Object.assign(new EventTarget(), { installOffer: undefined as Event | undefined })
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      cookie: '',
      documentElement: { dataset: {} },
      visibilityState: 'hidden',
    }),
  )
  await import('#renderer/app/prerenderedHead.ts')
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(offer)
  expect([window.installOffer, offer.defaultPrevented]).toEqual([offer, true])
})
