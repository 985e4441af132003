import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError, loadWithRetry, watchNetwork } from '#renderer/app/loadWithRetry.ts'

let isServerUp = false
const offline = new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => {
  vi.useFakeTimers()
  isServerUp = false
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('fetch', () => (isServerUp ? Promise.resolve(new Response()) : Promise.reject(offline)))
})
afterEach(() => {
  watchNetwork(
    () => false,
    () => {},
  )
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a chunk waits while there is no network, and loads when the network is back', async () => {
  const load = vi.fn(() => (isServerUp ? Promise.resolve('screen') : Promise.reject(offline)))
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(5_000)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
})

it('a network that returns during a failed attempt does not count as a missing chunk', async () => {
  let tries = 0
  const loaded = loadWithRetry(() => {
    tries++
    if (tries === 1) {
      // The request is lost, and the server responds again right after it.
      isServerUp = true
      return Promise.reject(offline)
    }
    return Promise.resolve('screen')
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await loaded).toBe('screen')
})

it('a chunk that is missing while the server responds fails: a new version has replaced it', async () => {
  isServerUp = true
  const failed = loadWithRetry(() => Promise.reject(offline)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await failed).toBeInstanceOf(ChunkError)
  expect((await failed) as ChunkError).toHaveProperty('cause', offline)
})

it('tries again only when the server is reachable, because browsers cache a failed module', async () => {
  const load = vi.fn(() => (isServerUp ? Promise.resolve('screen') : Promise.reject(offline)))
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(1)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
  expect(load).toHaveBeenCalledTimes(2)
})

it("before the second attempt the page's files are fetched: WebKit keeps the failure of one that was named ahead", async () => {
  const links = [{ href: '/assets/game.js' }, { href: '/assets/texts.js' }]
  vi.stubGlobal('document', { querySelectorAll: () => links })
  const done: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    done.push(address)
    return new Response()
  })
  const isKept = () => !done.includes('/assets/game.js') || !done.includes('/assets/texts.js')
  const loaded = loadWithRetry(() => (isKept() ? Promise.reject(offline) : Promise.resolve('screen')))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
})

it('is not requested at all while the network seems to be lost', async () => {
  watchNetwork(
    () => !isServerUp,
    () => {},
  )
  const load = vi.fn(() => Promise.resolve('screen'))
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
  isServerUp = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
})

it("says that the network is lost while it waits, also behind a network's login page, which comes with every address", async () => {
  const lost = vi.fn()
  watchNetwork(() => false, lost)
  let isCaptured = true
  const page = () => new Response('<html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  vi.stubGlobal('fetch', async () => (isCaptured ? page() : new Response('{}')))
  const load = vi.fn(() => (isCaptured ? Promise.reject(offline) : Promise.resolve('screen')))
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(lost).toHaveBeenCalled()
  isCaptured = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loaded).toBe('screen')
})

it('after 120 s without a network it fails', async () => {
  const failed = loadWithRetry(() => Promise.reject(offline)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(122_000)
  expect(await failed).toEqual(new Error('no network'))
})
