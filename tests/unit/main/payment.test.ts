import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type RequestGuard = (
  details: { url: string; resourceType: string },
  callback: (decision: { cancel: boolean }) => void,
) => void

const electron = vi.hoisted(() => ({ windows: [] as unknown[], sessions: [] as unknown[] }))

class FakeSession extends EventEmitter {
  guard: RequestGuard | null = null
  webRequest = {
    onBeforeRequest: (guard: RequestGuard) => {
      this.guard = guard
    },
  }
  clearStorageData = vi.fn(() => Promise.resolve())
  clearCache = vi.fn(() => Promise.resolve())
  clearAuthCache = vi.fn(() => Promise.resolve())
  closeAllConnections = vi.fn(() => Promise.resolve())
  setPermissionRequestHandler = vi.fn()
  setPermissionCheckHandler = vi.fn()
  setDevicePermissionHandler = vi.fn()
  setDisplayMediaRequestHandler = vi.fn()
  constructor(
    readonly partition: string,
    readonly options: unknown,
  ) {
    super()
  }
}

class FakeWindow extends EventEmitter {
  webContents = new EventEmitter()
  loaded: string[] = []
  destroyed = false
  show = vi.fn()
  constructor(readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> }) {
    super()
    electron.windows.push(this)
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    return Promise.resolve()
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

vi.mock('electron', () => ({
  BrowserWindow: vi.fn(function (options: FakeWindow['options']) {
    return new FakeWindow(options)
  }),
  session: {
    fromPartition: (partition: string, options: unknown) => {
      const session = new FakeSession(partition, options)
      electron.sessions.push(session)
      return session
    },
  },
}))

const { createPaymentWindows } = await import('#main/payment.ts')

const closed = vi.fn()
const order = {
  orderId: 'order-1',
  url: 'http://127.0.0.1:5250/provider/sandbox/pay/1',
  expiresAt: '2026-01-01T00:30:00Z',
}
const parent = { getContentBounds: () => ({ x: 1, y: 2, width: 393, height: 852 }) }

function open(changes: Partial<typeof order> = {}) {
  const payments = createPaymentWindows({
    parent: () => parent as never,
    serverOrigins: ['http://127.0.0.1:5250'],
    paymentOrigins: ['https://pay.example'],
    onClosed: closed,
  })
  payments.open({ ...order, ...changes })
  const [window] = electron.windows as FakeWindow[]
  const [session] = electron.sessions as FakeSession[]
  if (!window || !session) throw new Error('no window')
  return { payments, window, session }
}

function request(session: FakeSession, url: string, resourceType = 'mainFrame'): boolean {
  const callback = vi.fn()
  session.guard?.({ url, resourceType }, callback)
  return (callback.mock.calls[0]?.[0] as { cancel: boolean } | undefined)?.cancel === false
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  electron.windows = []
  electron.sessions = []
  closed.mockClear()
})

afterEach(() => vi.useRealTimers())

describe('the payment window', () => {
  it('is modal and sandboxed, without preload or developer tools', () => {
    const { window } = open()
    expect(window.loaded).toEqual([order.url])
    expect(window.options).toMatchObject({ modal: true, parent, width: 393, height: 852 })
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
    })
    expect(window.options.webPreferences).not.toHaveProperty('preload')
  })

  it('has its own session in memory, without permissions', () => {
    const { window, session, payments } = open()
    expect(window.options.webPreferences['session']).toBe(session)
    expect(session.partition).toMatch(/^payment:/)
    expect(session.partition).not.toMatch(/^persist:/)
    expect(session.options).toEqual({ cache: false })
    const check = session.setPermissionCheckHandler.mock.calls[0]?.[0] as
      ((contents: unknown, permission: string) => boolean) | undefined
    expect(check?.(null, 'clipboard-read')).toBe(false)
    expect(check?.(null, 'clipboard-sanitized-write')).toBe(true)
    payments.open(order)
    expect((electron.sessions as FakeSession[])[1]?.partition).not.toBe(session.partition)
  })

  it.each(['https://evil.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'])(
    'does not open %s',
    (url) => {
      expect(() => open({ url })).toThrow('not allowed')
      expect(electron.windows).toHaveLength(0)
    },
  )

  it('allows pages of the allowed origins, however they are reached', () => {
    const { session } = open()
    expect(request(session, 'https://pay.example/3ds')).toBe(true)
    expect(request(session, 'https://evil.com/')).toBe(false)
    expect(request(session, 'https://evil.com/', 'subFrame')).toBe(false)
    expect(request(session, 'https://cdn.example/logo.png', 'image')).toBe(true)
  })
})

describe('closes', () => {
  it('on request', () => {
    const { payments, window } = open()
    payments.close()
    payments.close()
    expect(window.destroyed).toBe(true)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
  })

  it('when the player closes it', () => {
    const { window } = open()
    window.destroy()
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'player' })
  })

  it('on Escape', () => {
    const { window } = open()
    window.webContents.emit(
      'before-input-event',
      { preventDefault: vi.fn() },
      { type: 'keyDown', key: 'Escape' },
    )
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'player' })
  })

  it('on the return address, which is not loaded', () => {
    const { session, window } = open()
    expect(request(session, 'http://127.0.0.1:5250/paySuccess?order=order-1')).toBe(false)
    // The refused load fails, but that is not the reason.
    window.webContents.emit('did-fail-load', {}, -20, 'ERR_BLOCKED_BY_CLIENT', '', true)
    vi.advanceTimersByTime(1)
    expect(window.destroyed).toBe(true)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'returned' })
  })

  it('not on the return address inside a frame', () => {
    const { session } = open()
    request(session, 'http://127.0.0.1:5250/paySuccess', 'subFrame')
    vi.advanceTimersByTime(1)
    expect(closed).not.toHaveBeenCalled()
  })

  it('when the order expires', () => {
    const { window } = open()
    vi.advanceTimersByTime(30 * 60_000 - 1)
    expect(closed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(window.destroyed).toBe(true)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'expired' })
  })

  it('when its page cannot be loaded or crashes, but not when it only navigated', () => {
    const { window } = open()
    window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', '', true)
    window.webContents.emit('did-fail-load', {}, -105, 'ERR_NAME_NOT_RESOLVED', '', false)
    vi.advanceTimersByTime(1)
    expect(closed).not.toHaveBeenCalled()
    window.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', '', true)
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
  })

  it('when the next one opens', () => {
    const { payments } = open()
    payments.open({ ...order, orderId: 'order-2' })
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
    expect((electron.windows as FakeWindow[])[1]?.destroyed).toBe(false)
  })

  it('and leaves nothing behind', () => {
    const { payments, session } = open()
    payments.close()
    expect(session.clearStorageData).toHaveBeenCalledOnce()
    expect(session.clearCache).toHaveBeenCalledOnce()
    expect(session.clearAuthCache).toHaveBeenCalledOnce()
    expect(session.closeAllConnections).toHaveBeenCalledOnce()
  })
})
