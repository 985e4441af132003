import { afterEach, expect, it, vi } from 'vitest'
import { NotificationsStore } from '#renderer/overlays/notifications/NotificationsStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

afterEach(() => void vi.unstubAllGlobals())

const keyOf = (text: string) => Buffer.from(text).toString('base64url')

interface Answers {
  /** What the player was asked before, and what a question is answered with. */
  permission?: NotificationPermission
  answer?: NotificationPermission
  /** The push service that the browser asks. */
  subscribe?: () => Promise<never> | undefined
}

/** A browser that has subscribed with this key (null: not yet), and may subscribe again. */
function stubBrowser(
  key: string | null,
  { permission = 'granted', answer = 'granted', subscribe }: Answers = {},
) {
  let current = key === null ? null : { endpoint: 'https://push.example/old', key }
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
      subscribe?.() ??
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
  const notices = {
    permission,
    requestPermission: () => Promise.resolve((notices.permission = answer)),
  }
  vi.stubGlobal('Notification', notices)
  return () => current
}

async function setUp(subscribedWith: string | null, answers: Answers & { key?: string | null } = {}) {
  const { key = keyOf('now??>>') } = answers
  const fixture = createFixture()
  await fixture.enter()
  const current = stubBrowser(subscribedWith, answers)
  fixture.respond('/api/app/push/key', { data: { key } })
  fixture.respond('/api/app/push/device', { data: { kinds: ['bet'] } })
  fixture.respond('/api/app/push/subscribe', { data: { kinds: ['goal'] } })
  const store = new NotificationsStore(fixture.root)
  await store.load()
  return { store, current, fixture }
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

it.each([
  ['off', { key: null }],
  ['denied', { permission: 'denied' as const }],
])('offers no switch where notices are %s', async (state, answers) => {
  const { store } = await setUp(null, answers)
  expect(store.state).toBe(state)
})

it('offers no switch in a browser without pushes', async () => {
  const { root, enter } = createFixture()
  await enter()
  vi.stubGlobal('navigator', {})
  const store = new NotificationsStore(root)
  await store.load()
  expect(store.state).toBe('unsupported')
})

it('subscribes nowhere when the player refuses, and says so once the browser will not ask again', async () => {
  const { store, current } = await setUp(null, { permission: 'default', answer: 'default' })
  await store.turn('bet', true)
  expect([store.state, store.kinds, current()]).toEqual(['ready', [], null])
  const refused = await setUp(null, { permission: 'default', answer: 'denied' })
  await refused.store.turn('bet', true)
  expect([refused.store.state, refused.current()]).toEqual(['denied', null])
})

it('says that a switch stayed off when the push service was not reached, and tries again', async () => {
  let fails = true
  const subscribe = () => {
    if (fails) return Promise.reject(new DOMException('no service', 'AbortError'))
    return undefined
  }
  const { store } = await setUp(null, { subscribe })
  await store.turn('goal', true)
  expect([store.hasFailed, store.kinds, store.isBusy]).toEqual([true, [], false])
  fails = false
  await store.turn('goal', true)
  expect([store.hasFailed, store.kinds]).toEqual([false, ['goal']])
})

it('ends the subscription of the browser with the last switch', async () => {
  const { store, current, fixture } = await setUp(keyOf('now??>>'))
  fixture.respond('/api/app/push/subscribe', { data: { kinds: [] } })
  await store.turn('bet', false)
  expect([store.kinds, current()]).toEqual([[], null])
})
