import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaymentRequest } from '#contract/ipc.ts'

type RequestGuard = (
  details: { url: string; resourceType: string },
  callback: (decision: { cancel: boolean }) => void,
) => void

const electron = vi.hoisted(() => ({
  windows: [] as unknown[],
  views: [] as unknown[],
  sessions: [] as unknown[],
  guarded: () => Promise.resolve(),
}))

class FakeSession extends EventEmitter {
  guard: RequestGuard | null = null
  webRequest = {
    onBeforeRequest: (guard: RequestGuard) => {
      this.guard = guard
    },
    onHeadersReceived: vi.fn(),
  }
  clearData = vi.fn(() => Promise.resolve())
  clearStorageData = vi.fn(() => Promise.resolve())
  clearCodeCaches = vi.fn(() => Promise.resolve())
  clearHostResolverCache = vi.fn(() => Promise.resolve())
  clearSharedDictionaryCache = vi.fn(() => Promise.resolve())
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

class FakeContents extends EventEmitter {
  ipc = {
    handlers: new Map<string, (event: unknown) => unknown>(),
    handle(name: string, handler: (event: unknown) => unknown) {
      this.handlers.set(name, handler)
    },
  }
  send = vi.fn()
  focus = vi.fn()
  setZoomFactor = vi.fn()
  setVisualZoomLevelLimits = () => Promise.resolve()
  loaded: string[] = []
  isOpen = true
  loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    return Promise.resolve()
  }
  isDestroyed(): boolean {
    return !this.isOpen
  }
  close(): void {
    this.isOpen = false
    this.emit('destroyed')
  }
}

class FakeWindow extends EventEmitter {
  webContents = new FakeContents()
  contentView = { addChildView: vi.fn(), removeChildView: vi.fn() }
  destroyed = false
  show = vi.fn()
  hide = vi.fn()
  setBounds = vi.fn()
  constructor(readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> }) {
    super()
    electron.windows.push(this)
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  getContentBounds() {
    return { x: 0, y: 0, width: 800, height: 1600 }
  }
  isFocused(): boolean {
    return true
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

class FakeView {
  webContents = new FakeContents()
  setBounds = vi.fn()
  setBackgroundColor = vi.fn()
  constructor(readonly options: { webPreferences: Record<string, unknown> }) {
    electron.views.push(this)
  }
}

vi.mock('electron', () => ({
  app: { getAppPath: () => '/app' },
  powerSaveBlocker: {},
  screen: {},
  BrowserWindow: vi.fn(function (options: FakeWindow['options']) {
    return new FakeWindow(options)
  }),
  WebContentsView: vi.fn(function (options: FakeView['options']) {
    return new FakeView(options)
  }),
  session: {
    fromPartition: (partition: string, options: unknown) => {
      const session = new FakeSession(partition, options)
      electron.sessions.push(session)
      return session
    },
  },
}))
vi.mock('#main/frames/guardFrames.ts', () => ({ guardFrames: () => electron.guarded() }))
vi.mock('#main/ownPage.ts', () => ({ ownPageSession: () => 'the session of our page' }))

const { createPaymentWindows } = await import('#main/payment/paymentWindows.ts')

const closed = vi.fn()
const order: PaymentRequest = {
  orderId: 'order-1',
  url: 'http://127.0.0.1:5250/provider/sandbox/pay/1',
  timeLeft: 30 * 60_000,
  language: 'ru_RU',
}

/** A kiosk's window, with a page that is enlarged twice. */
class FakeParent extends EventEmitter {
  bounds = { x: 0, y: 0, width: 800, height: 1600 }
  webContents = { getZoomFactor: () => 2 }
  getContentBounds() {
    return this.bounds
  }
  isAlwaysOnTop() {
    return true
  }
  isKiosk() {
    return false
  }
  isDestroyed() {
    return false
  }
}

function open(changes: Partial<typeof order> = {}) {
  const parent = new FakeParent()
  const payments = createPaymentWindows({
    parent: () => parent as never,
    origin: 'app://palpite',
    kiosk: false,
    hideCursor: false,
    serverOrigins: ['http://127.0.0.1:5250'],
    paymentOrigins: ['https://pay.example'],
    onClosed: closed,
  })
  payments.open({ ...order, ...changes })
  const [window] = electron.windows as FakeWindow[]
  const [view] = electron.views as FakeView[]
  const [session] = electron.sessions as FakeSession[]
  if (!window || !view || !session) throw new Error('no window')
  const bar = window.webContents
  const call = (name: string, url = 'app://palpite/') =>
    bar.ipc.handlers.get(`paymentBar:${name}`)?.({ senderFrame: { url, parent: null } })
  return { parent, payments, window, view, session, bar, page: view.webContents, call }
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
  electron.views = []
  electron.sessions = []
  closed.mockClear()
})

afterEach(() => vi.useRealTimers())

describe('the payment window', () => {
  it("is modal; the provider's page is sandboxed, without preload or developer tools", async () => {
    const { parent, window, view, page } = open()
    expect(window.options).toMatchObject({ modal: true, parent, ...parent.bounds, alwaysOnTop: true })
    await electron.guarded()
    expect(page.loaded).toEqual([order.url])
    expect(view.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      navigateOnDragDrop: false,
    })
    expect(view.options.webPreferences).not.toHaveProperty('preload')
  })

  it("gives the provider's page a session of its own in memory, without permissions", () => {
    const { window, view, session, payments } = open()
    expect(view.options.webPreferences['session']).toBe(session)
    expect(window.options.webPreferences['session']).not.toBe(session)
    expect(session.partition).toMatch(/^payment:/)
    expect(session.partition).not.toMatch(/^persist:/)
    expect(session.options).toEqual({ cache: false })
    const check = session.setPermissionCheckHandler.mock.calls[0]?.[0] as
      | ((contents: unknown, permission: string) => boolean)
      | undefined
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

  it('is shown at once, unless it is hidden', () => {
    const { payments, window } = open()
    expect(window.show).toHaveBeenCalledOnce()
    payments.setHidden(true)
    expect(window.hide).toHaveBeenCalledOnce()
    payments.open(order)
    const next = (electron.windows as FakeWindow[])[1]
    expect(next?.show).not.toHaveBeenCalled()
    payments.setHidden(false)
    expect(next?.show).toHaveBeenCalledOnce()
  })

  it("tells its bar the language, the time left, and the host of the provider's page", () => {
    const { call, page, bar } = open()
    bar.emit('dom-ready')
    page.emit('dom-ready')
    vi.advanceTimersByTime(60_000)
    page.emit('did-navigate', {}, 'https://pay.example/3ds')
    expect(call('read')).toMatchObject({
      language: 'ru_RU',
      host: 'pay.example',
      isEncrypted: true,
      timeLeft: 29 * 60_000,
    })
  })

  it('answers its own page only', () => {
    const { call } = open()
    for (const name of ['read', 'cancel', 'retry']) {
      expect(() => call(name, 'https://evil.com/')).toThrow('refused')
    }
    vi.advanceTimersByTime(1)
    expect(closed).not.toHaveBeenCalled()
  })

  it("places the provider's page below the bar, also when its parent changes", () => {
    const { parent, view, window, page } = open()
    page.emit('dom-ready')
    expect(window.contentView.addChildView).toHaveBeenCalledExactlyOnceWith(view)
    expect(view.setBounds).toHaveBeenLastCalledWith({ x: 0, y: 112, width: 800, height: 1488 })
    parent.bounds = { x: 5, y: 6, width: 700, height: 1000 }
    parent.emit('resize')
    expect(window.setBounds).toHaveBeenLastCalledWith(parent.bounds)
  })
})

describe('a page that fails', () => {
  const failures: [name: string, happen: (page: FakeContents) => void][] = [
    ['does not load within 15 s', () => vi.advanceTimersByTime(15_000)],
    ['cannot be reached', (page) => page.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', '', true)],
    ['crashes', (page) => page.emit('render-process-gone', {}, { reason: 'crashed' })],
    ['hangs', (page) => page.emit('unresponsive')],
  ]
  it.each(failures)('because it %s is closed; the customer can try again', async (name, happen) => {
    const { page, view, window, bar, call } = open()
    bar.emit('dom-ready')
    if (name === 'hangs') page.emit('dom-ready')
    happen(page)
    vi.advanceTimersByTime(1)
    expect(call('read')).toMatchObject({ page: 'failed' })
    expect(page.isOpen).toBe(false)
    if (name === 'hangs') expect(window.contentView.removeChildView).toHaveBeenCalledWith(view)
    expect(closed).not.toHaveBeenCalled()

    call('retry')
    call('retry')
    expect(electron.views).toHaveLength(2)
    const next = (electron.views as FakeView[])[1]?.webContents
    await electron.guarded()
    expect(next?.loaded).toEqual([order.url])
    next?.emit('dom-ready')
    expect(call('read')).toMatchObject({ page: 'shown' })
    call('cancel')
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'player' })
  })

  it('is not one that only navigated, or whose frame failed', () => {
    const { page, call } = open()
    page.emit('did-fail-load', {}, -3, 'ERR_ABORTED', '', true)
    page.emit('did-fail-load', {}, -105, 'ERR_NAME_NOT_RESOLVED', '', false)
    vi.advanceTimersByTime(1)
    expect(call('read')).toMatchObject({ page: 'loading' })
  })
})

describe('closes', () => {
  it('on request', () => {
    const { payments, window, page } = open()
    payments.close()
    payments.close()
    expect(window.destroyed).toBe(true)
    expect(page.isOpen).toBe(false)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
  })

  it.each<[name: string, close: (opened: ReturnType<typeof open>) => void]>([
    ['by the window manager', ({ window }) => window.destroy()],
    ['with the button of the bar', ({ call }) => call('cancel')],
    ['with Escape on the bar', ({ bar }) => pressEscape(bar)],
    ["with Escape on the provider's page", ({ page }) => pressEscape(page)],
    ["and the provider's page does it itself", ({ page }) => page.close()],
  ])('when the player closes it %s', (_name, close) => {
    const opened = open()
    close(opened)
    vi.advanceTimersByTime(1)
    expect(opened.window.destroyed).toBe(true)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'player' })
  })

  it('when its own page does not come up, or crashes', () => {
    open()
    vi.advanceTimersByTime(10_001)
    expect(closed).toHaveBeenCalledOnce()
    electron.windows = []
    open().window.webContents.emit('render-process-gone')
    vi.advanceTimersByTime(1)
    expect(closed).toHaveBeenCalledTimes(2)
  })

  it('on the return address, which is not loaded', () => {
    const { session, window, page } = open()
    expect(request(session, 'http://127.0.0.1:5250/paySuccess?order=order-1')).toBe(false)
    // The blocked load fails, but that is not the reason for closing.
    page.emit('did-fail-load', {}, -20, 'ERR_BLOCKED_BY_CLIENT', '', true)
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
    const { window, bar } = open()
    bar.emit('dom-ready')
    vi.advanceTimersByTime(30 * 60_000 - 1)
    expect(closed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(window.destroyed).toBe(true)
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'expired' })
  })

  it('when the next one opens', () => {
    const { payments } = open()
    payments.open({ ...order, orderId: 'order-2' })
    expect(closed).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'closed' })
    expect((electron.windows as FakeWindow[])[1]?.destroyed).toBe(false)
  })

  it('and gives its session to another payment only when it was emptied twice: few serve any number', async () => {
    const { payments } = open()
    const sessions = electron.sessions as FakeSession[]
    const views = electron.views as FakeView[]
    for (let payment = 0; payment < 20; payment++) {
      const used = views.at(-1)?.options.webPreferences['session'] as FakeSession
      used.clearStorageData.mockClear()
      payments.close()
      await vi.advanceTimersByTimeAsync(0)
      payments.open(order)
      const next = views.at(-1)?.options.webPreferences['session']
      expect(next).not.toBe(used)
      if (payment > 1) expect((next as FakeSession).clearStorageData).toHaveBeenCalledTimes(2)
    }
    expect(sessions.length).toBeLessThanOrEqual(3)
  })

  it('leaving nothing behind', () => {
    const { payments, parent, session } = open()
    payments.close()
    expect(session.clearStorageData).toHaveBeenCalledOnce()
    expect(session.clearCache).toHaveBeenCalledOnce()
    expect(session.clearAuthCache).toHaveBeenCalledOnce()
    expect(session.closeAllConnections).toHaveBeenCalledOnce()
    expect(parent.eventNames()).toEqual([])
  })
})

function pressEscape(contents: FakeContents): void {
  contents.emit('before-input-event', { preventDefault: vi.fn() }, { type: 'keyDown', key: 'Escape' })
}
