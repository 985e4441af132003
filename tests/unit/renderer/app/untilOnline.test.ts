import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilOnline } from '#renderer/app/untilOnline.ts'

let isServerThere = false
const offline = new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => {
  vi.useFakeTimers()
  isServerThere = false
  vi.stubGlobal('fetch', () => (isServerThere ? Promise.resolve(new Response()) : Promise.reject(offline)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a chunk is waited for while there is no network, and comes when it is back', async () => {
  const load = vi.fn(() => (isServerThere ? Promise.resolve('screen') : Promise.reject(offline)))
  const loaded = untilOnline(load)
  await vi.advanceTimersByTimeAsync(5_000)
  isServerThere = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
})

it('a network that comes back while a try fails is no missing chunk', async () => {
  let tries = 0
  const loaded = untilOnline(() => {
    tries++
    if (tries < 3) {
      // Lost on its way; the server answers again right after it.
      isServerThere = tries === 2
      return Promise.reject(offline)
    }
    return Promise.resolve('screen')
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await loaded).toBe('screen')
})

it('a chunk that is missing though the server is there fails, as a new version took its place', async () => {
  isServerThere = true
  const failed = untilOnline(() => Promise.reject(offline)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await failed).toBe(offline)
})

it('after 120 s without a network it fails (spec §9)', async () => {
  const failed = untilOnline(() => Promise.reject(offline)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(122_000)
  expect(await failed).toBe(offline)
})
