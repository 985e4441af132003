import { afterEach, expect, it, vi } from 'vitest'
import { NotificationsStore } from '#renderer/overlays/notifications/NotificationsStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

afterEach(() => void vi.unstubAllGlobals())

const keyOf = (text: string) => Buffer.from(text).toString('base64url')

/** A browser that has subscribed with this key, and may subscribe again. */
function stubBrowser(key: string) {
  let current: { endpoint: string; key: string } | null = { endpoint: 'https://push.example/old', key }
  const wrap = (made: { endpoint: string; key: string }) => ({
    endpoint: made.endpoint,
    options: { applicationServerKey: Uint8Array.from(Buffer.from(made.key, 'base64url')).buffer },
    toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      current = null
      return Promise.resolve(true)
    },
  })
  const pushManager = {
    getSubscription: () => Promise.resolve(current && wrap(current)),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) =>
      Promise.resolve(wrap((current = { endpoint: 'https://push.example/new', key: applicationServerKey }))),
  }
  const registration = { pushManager }
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
    },
  })
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: () => Promise.resolve('granted'),
  })
  return () => current
}

async function setUp(subscribedWith: string) {
  const fixture = createFixture()
  await fixture.enter()
  const current = stubBrowser(subscribedWith)
  fixture.respond('/api/app/push/key', { data: { key: keyOf('now??>>') } })
  fixture.respond('/api/app/push/device', { data: { kinds: ['bet'] } })
  fixture.respond('/api/app/push/subscribe', { data: { kinds: ['goal'] } })
  const store = new NotificationsStore(fixture.root)
  await store.load()
  return { store, current }
}

it('keeps the subscription to the key that the server has', async () => {
  const { store, current } = await setUp(keyOf('now??>>'))
  expect([store.state, store.kinds]).toEqual(['ready', ['bet']])
  await store.turn('goal', true)
  expect(current()?.endpoint).toBe('https://push.example/old')
})

it('ends a subscription to a key that the server had before, shows its switches off, and subscribes anew', async () => {
  const { store, current } = await setUp(keyOf('before'))
  expect([store.state, store.kinds, current()]).toEqual(['ready', [], null])
  await store.turn('goal', true)
  expect(current()).toEqual({ endpoint: 'https://push.example/new', key: keyOf('now??>>') })
  expect(store.kinds).toEqual(['goal'])
})
