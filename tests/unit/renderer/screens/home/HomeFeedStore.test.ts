import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HomeFeedStore } from '#renderer/screens/home/HomeFeedStore.ts'
import { createLobbyRoot, failure } from '../../stores/lobbyRoot.ts'

const path = '/api/app/main/home'
const feed = {
  banners: [{ id: 'fair', picture: 'fair', target: '/fair', texts: null }],
  bigWins: [{ player: 'Tucano01234', gameCode: 'mines', amount: 412.8, at: '2030-01-01T10:00:00Z' }],
  online: 360,
  onlineRule: { multiplier: 101, jitter: true },
}

let lobby: ReturnType<typeof createLobbyRoot>
beforeEach(() => {
  lobby = createLobbyRoot()
  lobby.respond(path, feed)
})

describe('the feed of /home', () => {
  test('has banners before any response', () => {
    const store = new HomeFeedStore(lobby.root)
    expect(store.banners.map(({ id }) => id)).toEqual(['deposit', 'fair', 'sports'])
    expect(store.online).toBeNull()
  })

  test('shows 101 times the count plus a random two-digit number', async () => {
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    expect(store.state).toBe('ready')
    expect(store.online).toBeGreaterThanOrEqual(360 * 101 + 10)
    expect(store.online).toBeLessThanOrEqual(360 * 101 + 99)
    expect(store.wins[0]?.amount).toBe(41_280)
    expect(store.banners).toEqual(feed.banners)
  })

  test('shows the true count where the jurisdiction wants it', async () => {
    lobby.respond(path, { ...feed, onlineRule: { multiplier: 1, jitter: false } })
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    expect(store.online).toBe(360)
  })

  test('an equal response keeps the same list: nothing is rendered again', async () => {
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    const { wins, banners } = store
    lobby.respond(path, structuredClone(feed))
    await store.load()
    expect(store.wins).toBe(wins)
    expect(store.banners).toBe(banners)
  })

  test('has no banners where the operator shows none', async () => {
    lobby.respond(path, { ...feed, banners: [] })
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    expect(store.banners).toEqual([])
  })

  test('ignores a failure and keeps what was shown', async () => {
    lobby.respond(path, failure('network'))
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    expect(store.state).toBe('failed')
    lobby.respond(path, feed)
    await store.load()
    lobby.respond(path, failure('network'))
    await store.load()
    expect(store.state).toBe('ready')
    expect(store.wins).toHaveLength(1)
  })
})

describe('while the page is open', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('polls every half minute while visible, reloads after a reconnect and in another language, and stops when the page is left', async () => {
    const store = new HomeFeedStore(lobby.root)
    const stop = store.start()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lobby.requests).toHaveLength(2)
    vi.stubGlobal('document', { hidden: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lobby.requests).toHaveLength(2)
    lobby.change({ reconnects: 1 })
    expect(lobby.requests).toHaveLength(3)
    lobby.change({ reconnects: 2 })
    expect(lobby.requests).toHaveLength(3)
    lobby.change({ code: 'en_US' })
    expect(lobby.requests).toHaveLength(4)
    stop()
    vi.stubGlobal('document', { hidden: false })
    await vi.advanceTimersByTimeAsync(60_000)
    lobby.change({ reconnects: 3, code: 'pt_BR' })
    expect(lobby.requests).toHaveLength(4)
  })
})

describe('jitter', () => {
  test('has two digits, each value equally likely: bytes beyond the last whole multiple are rejected', async () => {
    const bytes = [255, 180, 179, 0]
    const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((target) => {
      ;(target as Uint8Array)[0] = bytes.shift() ?? 0
      return target
    })
    const store = new HomeFeedStore(lobby.root)
    await store.load()
    expect(store.online).toBe(360 * 101 + 99)
    await store.load()
    expect(store.online).toBe(360 * 101 + 10)
    expect(bytes).toEqual([])
    spy.mockRestore()
  })
})
