import { createMemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { watchOverlays } from '#renderer/app/overlayAddress.ts'
import { OverlayStore } from '#renderer/stores/OverlayStore.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

async function setUp(first = '/home') {
  const router = createMemoryRouter([{ path: '*' }], { initialEntries: [first] })
  const overlays = new OverlayStore()
  router.initialize()
  watchOverlays(router, overlays)
  await settled()
  const address = () => router.state.location.pathname + router.state.location.search
  const move = async (run: () => unknown) => {
    await run()
    await settled()
    return address()
  }
  return { overlays, router, move }
}

it('an overlay is in the address, and going back closes it', async () => {
  const { overlays, router, move } = await setUp()
  expect(await move(() => overlays.open('login'))).toBe('/home?overlay=login')
  expect(await move(() => router.navigate(-1))).toBe('/home')
  expect(overlays.current).toBeNull()
  expect(await move(() => router.navigate(1))).toBe('/home?overlay=login')
  expect(overlays.isOpen('login')).toBe(true)
})

it('several overlays of one page, closed one after the other, add one entry to the history', async () => {
  const { overlays, router, move } = await setUp('/fair')
  await move(() => router.navigate('/home'))
  for (let time = 0; time < 3; time++) {
    expect(await move(() => overlays.open('login'))).toBe('/home?overlay=login')
    expect(await move(() => overlays.close())).toBe('/home')
  }
  expect(await move(() => router.navigate(-1))).toBe('/home')
  expect(await move(() => router.navigate(-1))).toBe('/fair')
})

it('an overlay of the first address leaves its entry to the page: the next adds its own', async () => {
  const { overlays, router, move } = await setUp('/home?overlay=login')
  expect(overlays.isOpen('login')).toBe(true)
  expect(await move(() => overlays.close())).toBe('/home')
  await move(() => overlays.open('login'))
  expect(await move(() => router.navigate(-1))).toBe('/home')
})
