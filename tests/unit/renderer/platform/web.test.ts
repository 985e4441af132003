import axios, { AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaymentRequest } from '#contract/ipc.ts'
import type { PlatformRequest } from '#renderer/platform/Platform.ts'

const net = vi.hoisted(() => ({
  request: vi.fn((_config: InternalAxiosRequestConfig): Promise<{ status: number; data: unknown }> =>
    Promise.reject(new Error()),
  ),
  io: vi.fn(),
  fingerprint: vi.fn(() => Promise.resolve({})),
  hash: vi.fn(() => 'fingerprint'),
}))
vi.mock('socket.io-client', () => ({ io: net.io }))
// It reads a real browser: tests/e2e/specs/device.spec.ts.
vi.mock('@fingerprintjs/fingerprintjs', () => ({
  sources: {},
  loadSources: () => net.fingerprint,
  hashComponents: net.hash,
}))

class FakeStorage {
  #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
}

let local: FakeStorage
let session: FakeStorage
let storageListener: ((change: { key: string | null; storageArea: unknown }) => void) | undefined

const request: PlatformRequest = {
  method: 'POST',
  path: '/api/app/order/prePay/1',
  query: { a: '1' },
  body: 'gift=1',
  bodyType: 'form',
  language: 'pt_BR',
  currency: 'BRL',
  idempotencyKey: 'key-1',
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  local = new FakeStorage()
  session = new FakeStorage()
  session.setItem('deviceId', '"device-1"')
  storageListener = undefined
  // Never idle: work of the background would outlive its test.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('location', { origin: 'http://server' })
  vi.stubGlobal('document', { visibilityState: 'hidden', getElementById: () => null })
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: typeof storageListener) => {
      storageListener = listener
    },
  })
  respond(200, { status: 0, message: '', data: null })
  net.io.mockReturnValue({
    on: vi.fn(),
    onAny: vi.fn(),
    offAny: vi.fn(),
    removeAllListeners: vi.fn(),
    disconnect: vi.fn(),
    emit: vi.fn(),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function respond(status: number, data: unknown): void {
  net.request.mockResolvedValue({ status, data })
}

function sent(): { config: InternalAxiosRequestConfig; url: string; headers: object } {
  const config = net.request.mock.calls[0]?.[0]
  if (!config) throw new Error('nothing was sent')
  return { config, url: axios.getUri(config), headers: config.headers.toJSON() }
}

// In place of the browser's XMLHttpRequest.
const { adapter } = axios.defaults
axios.defaults.adapter = async (config) => {
  const response = await net.request(config)
  return { ...response, statusText: '', headers: new AxiosHeaders(), config }
}
const { createWebPlatform } = await import('#renderer/platform/web.ts')
// The instance for calls is made with these defaults.
await import('#renderer/platform/webCalls.ts')
afterAll(() => {
  axios.defaults.adapter = adapter
})

describe('start', () => {
  it('finds the session in local storage', async () => {
    expect((await createWebPlatform().start()).hasSession).toBe(false)
    local.setItem('token', 'token-1')
    expect(await createWebPlatform().start()).toMatchObject({
      hasSession: true,
      kiosk: false,
      attractSeconds: 0,
      endText: '',
      isConfigDamaged: false,
    })
  })
})

describe('the data in the page', () => {
  const list: PlatformRequest = {
    ...request,
    method: 'GET',
    path: '/api/app/game/list',
    query: {},
    body: null,
  }
  const inPage = { status: 0, message: '', data: ['in the page'] }
  const view = { language: 'pt_BR', serverTime: 1_000, replies: { [list.path]: inPage } }
  const isSent = () => net.request.mock.calls.length > 0

  function putIntoPage(kind = 'navigate'): void {
    const element = { textContent: JSON.stringify(view), remove: vi.fn() }
    vi.stubGlobal('document', { getElementById: (id: string) => (id === 'first-view' ? element : null) })
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type: kind }] })
  }

  it('answers no call with another query', async () => {
    putIntoPage()
    const platform = createWebPlatform()
    await platform.send({ ...list, query: { sport: 'tennis' } })
    expect(isSent()).toBe(true)
  })

  it('answers the first call of a guest, and only the first', async () => {
    putIntoPage()
    const platform = createWebPlatform()
    expect(await platform.send(list)).toEqual({
      networkError: false,
      httpStatus: 200,
      body: inPage,
      serverTime: 1_000,
      isInPage: true,
    })
    expect(isSent()).toBe(false)
    await platform.send(list)
    expect(isSent()).toBe(true)
  })

  const others: [string, () => void, PlatformRequest][] = [
    ['a player', () => local.setItem('token', 'token-1'), list],
    ['another language', () => undefined, { ...list, language: 'ru_RU' }],
    ['another call', () => undefined, { ...list, path: '/api/app/main/appInfo' }],
    ['a write', () => undefined, { ...list, method: 'POST' }],
    ['a page that the browser kept', () => putIntoPage('back_forward'), list],
  ]

  it.each(others)('does not answer %s', async (_what, prepare, asked) => {
    putIntoPage()
    prepare()
    await createWebPlatform().send(asked)
    expect(isSent()).toBe(true)
  })
})

describe('send', () => {
  it('sends the common headers with the token', async () => {
    local.setItem('token', 'token-1')
    await createWebPlatform().send(request)
    expect(sent().url).toBe('/api/app/order/prePay/1?a=1')
    expect(sent().config).toMatchObject({ method: 'post', data: 'gift=1', timeout: 30_000 })
    expect(sent().headers).toEqual({
      Accept: 'application/json, text/plain, */*',
      devices: 'BWEBAPP',
      lang: 'pt_BR',
      curreny: 'BRL',
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      deviceId: 'device-1',
      Authorization: 'token-1',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Idempotency-Key': 'key-1',
    })
  })

  it('stores the token of a login as a plain string, and does not pass it on', async () => {
    const platform = createWebPlatform()
    const changed = vi.fn()
    platform.onSessionChanged(changed)
    respond(200, { status: 0, message: '', data: { access_token: 'token-2' } })
    const reply = await platform.send({ ...request, path: '/api/auth/user/restLogin' })
    expect(local.getItem('token')).toBe('token-2')
    expect(reply).toEqual({
      networkError: false,
      httpStatus: 200,
      body: { status: 0, message: '', data: {} },
    })
    expect(changed).toHaveBeenCalledExactlyOnceWith(true)
  })

  it.each([
    [401, 401],
    [200, 40101],
  ])('ends the session after HTTP %i with status %i', async (httpStatus, status) => {
    local.setItem('token', 'token-1')
    const platform = createWebPlatform()
    const changed = vi.fn()
    platform.onSessionChanged(changed)
    respond(httpStatus, { status, message: '', data: null })
    await platform.send(request)
    expect(local.getItem('token')).toBeNull()
    expect(changed).toHaveBeenCalledExactlyOnceWith(false)
  })

  it.each([
    ['another session', 'token-1'],
    ['a guest', null],
  ])('leaves a newer session alone when %s was refused, and says so', async (_who, sentFor) => {
    if (sentFor !== null) local.setItem('token', sentFor)
    net.request.mockImplementation(() => {
      local.setItem('token', 'token-2')
      return Promise.resolve({ status: 401, data: { status: 401, message: '', data: null } })
    })
    const platform = createWebPlatform()
    const changed = vi.fn()
    platform.onSessionChanged(changed)
    expect(await platform.send(request)).toMatchObject({ httpStatus: 401, isOfOldSession: true })
    expect(local.getItem('token')).toBe('token-2')
    expect(changed).not.toHaveBeenCalled()
  })

  it('never rejects', async () => {
    net.request.mockRejectedValue(new Error('timeout of 30000ms exceeded'))
    expect(await createWebPlatform().send(request)).toEqual({ networkError: true, httpStatus: 0, body: null })
  })

  it("takes a response that is not the server's for none: a login page with 401 does not end the session", async () => {
    local.setItem('token', 'token-1')
    respond(401, '<html>')
    expect(await createWebPlatform().send(request)).toEqual({ networkError: true, httpStatus: 0, body: null })
    expect(local.getItem('token')).toBe('token-1')
  })
})

describe('the device id', () => {
  beforeEach(() => session.removeItem('deviceId'))

  it('is the fingerprint, in session storage as JSON', async () => {
    await createWebPlatform().send(request)
    expect(sent().config.headers.get('deviceId')).toBe('fingerprint')
    expect(session.getItem('deviceId')).toBe('"fingerprint"')
  })

  it('is computed only once', async () => {
    const platform = createWebPlatform()
    await Promise.all([platform.start(), platform.send(request), platform.send(request)])
    await platform.send(request)
    expect(net.hash).toHaveBeenCalledOnce()
  })

  it('is random when the fingerprint cannot be computed, and stays the same', async () => {
    net.fingerprint.mockRejectedValueOnce(new Error('blocked'))
    const platform = createWebPlatform()
    await platform.send(request)
    const first = sent().config.headers.get('deviceId')
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    await platform.send(request)
    expect(sent().config.headers.get('deviceId')).toBe(first)
    expect(session.getItem('deviceId')).toBe(JSON.stringify(first))
  })

  it('is computed again when the stored one is unreadable', async () => {
    session.setItem('deviceId', 'not JSON')
    await createWebPlatform().send(request)
    expect(sent().config.headers.get('deviceId')).toBe('fingerprint')
  })
})

describe('the session', () => {
  it('is cleared silently when the caller asks', async () => {
    local.setItem('token', 'token-1')
    const platform = createWebPlatform()
    const changed = vi.fn()
    platform.onSessionChanged(changed)
    await platform.clearSession()
    expect(local.getItem('token')).toBeNull()
    expect(changed).not.toHaveBeenCalled()
  })

  it.each(['token', null])('follows the other tab (key %o)', async (key) => {
    const platform = createWebPlatform()
    await platform.start()
    const changed = vi.fn()
    const unsubscribe = platform.onSessionChanged(changed)
    local.setItem('token', 'other')
    storageListener?.({ key, storageArea: local })
    local.removeItem('token')
    storageListener?.({ key, storageArea: local })
    expect(changed.mock.calls).toEqual([[true], [false]])
    unsubscribe()
    storageListener?.({ key, storageArea: local })
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('ignores other keys and session storage', async () => {
    const platform = createWebPlatform()
    await platform.start()
    const changed = vi.fn()
    platform.onSessionChanged(changed)
    storageListener?.({ key: 'language', storageArea: local })
    storageListener?.({ key: 'token', storageArea: session })
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('real time', () => {
  it("connects to the page's own server once there is a session", async () => {
    const platform = createWebPlatform()
    platform.realtime.connect()
    local.setItem('token', 'token-1')
    platform.realtime.connect()
    await expect.poll(() => net.io).toHaveBeenCalledOnce()
    expect(net.io.mock.calls[0]).toMatchObject([
      'http://server',
      { path: '/gamecenter-siop', transports: ['websocket'], query: { token: 'token-1' } },
    ])
  })

  it('ends with the session', async () => {
    local.setItem('token', 'token-1')
    const platform = createWebPlatform()
    const statuses: string[] = []
    platform.realtime.onStatus((status) => statuses.push(status))
    platform.realtime.connect()
    await expect.poll(() => net.io).toHaveBeenCalledOnce()
    await platform.clearSession()
    expect(statuses).toEqual(['connecting', 'offline'])
  })
})

describe('payment', () => {
  const payment: PaymentRequest = {
    orderId: 'order-1',
    url: 'http://server/pay',
    timeLeft: 30 * 60_000,
    language: 'pt_BR',
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  })

  it('is a frame that the caller shows until the order expires', async () => {
    const platform = createWebPlatform()
    const closed = vi.fn()
    platform.payment.onClosed(closed)
    expect(platform.payment.kind).toBe('frame')
    await platform.payment.open(payment)
    vi.advanceTimersByTime(30 * 60_000 - 1)
    expect(closed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'expired' })
  })

  it('is closed once', async () => {
    const platform = createWebPlatform()
    const closed = vi.fn()
    platform.payment.onClosed(closed)
    await platform.payment.open(payment)
    platform.payment.close()
    platform.payment.close()
    vi.advanceTimersByTime(60 * 60_000)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
  })
})
