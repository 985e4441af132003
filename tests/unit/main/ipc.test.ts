import type { BrowserWindow } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const main = vi.hoisted(() => ({
  channels: new Map<string, (event: unknown, ...args: unknown[]) => unknown>(),
}))
vi.mock('electron', () => ({
  ipcMain: {
    handle: (name: string, handler: (event: unknown, ...args: unknown[]) => unknown) =>
      main.channels.set(name, handler),
  },
}))

const { createEmitter, registerIpc } = await import('#main/ipc.ts')
const { ipcSchemas } = await import('#contract/ipc.schema.ts')

const origin = 'app://palpite'
const contents = {}
const window = { webContents: contents } as BrowserWindow
const ours = { sender: contents, senderFrame: { url: 'app://palpite/home', parent: null } }
const handlers = {
  'host:info': vi.fn(() => ({
    deviceId: 'd',
    hasSession: false,
    kiosk: false,
    attractSeconds: 0,
    endText: '',
    isConfigDamaged: false,
    version: '1',
    runtime: '45.0.0',
    inService: true,
    isEnrolled: false,
    hasPrinter: false,
    languages: ['pt_BR' as const],
    volume: 100,
  })),
  'http:send': vi.fn(() => ({ networkError: false, httpStatus: 200, body: null })),
  'session:clear': vi.fn(() => null),
  'realtime:connect': vi.fn(() => null),
  'realtime:disconnect': vi.fn(() => null),
  'realtime:offGame': vi.fn(() => null),
  'realtime:watchFeed': vi.fn(() => null),
  'payment:open': vi.fn(() => null),
  'payment:close': vi.fn(() => null),
  'export:download': vi.fn(() => true),
  'clipboard:write': vi.fn(() => null),
  'receipt:print': vi.fn(() => 'printed' as const),
  'frame:read': vi.fn(() => null),
  'frame:type': vi.fn(() => null),
  'frame:focused': vi.fn(() => null),
  'staff:open': vi.fn(() => null),
}
const good: Record<keyof typeof handlers, unknown[]> = {
  'host:info': [],
  'http:send': [
    {
      method: 'GET',
      path: '/api/x',
      query: {},
      body: null,
      bodyType: 'none',
      language: 'pt_BR',
      currency: 'BRL',
      timeZone: 'UTC',
      idempotencyKey: null,
    },
  ],
  'session:clear': [],
  'realtime:connect': [],
  'realtime:disconnect': [],
  'realtime:offGame': [{ gameCode: 'mines' }],
  'realtime:watchFeed': [{ sport: 'football', matchId: null }],
  'payment:open': [
    {
      orderId: '1',
      url: 'https://pay.example',
      timeLeft: 60_000,
      language: 'pt_BR',
    },
  ],
  'payment:close': [],
  'export:download': [`/api/app/exports/file/${'a'.repeat(64)}`],
  'clipboard:write': ['text'],
  'receipt:print': [{ kind: 'ticket', id: '1', language: 'pt_BR' }],
  'frame:read': [],
  'frame:type': ['é'],
  'frame:focused': [true],
  'staff:open': [],
}
const names = Object.keys(good) as (keyof typeof handlers)[]

function call(event: unknown, name: string, args: unknown[]): Promise<unknown> {
  const handler = main.channels.get(name)
  if (!handler) throw new Error(`not registered: ${name}`)
  return Promise.resolve(handler(event, ...args))
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.clearAllMocks()
  main.channels.clear()
  registerIpc(handlers, { origin, window: () => window })
})

it('registers every call of the contract', () => {
  expect([...main.channels.keys()].sort()).toEqual(Object.keys(ipcSchemas).sort())
})

describe.each(names)('%s', (name) => {
  it('serves our page', async () => {
    await call(ours, name, good[name])
    expect(handlers[name]).toHaveBeenCalledExactlyOnceWith(...good[name])
  })

  it.each([
    ['another site', { ...ours, senderFrame: { url: 'https://evil.com/', parent: null } }],
    ['another host of our scheme', { ...ours, senderFrame: { url: 'app://evil/', parent: null } }],
    ['a frame within our page', { ...ours, senderFrame: { url: 'app://palpite/home', parent: {} } }],
    ['a frame that is gone', { ...ours, senderFrame: null }],
    ['the page of a window that was replaced', { ...ours, sender: {} }],
  ])('refuses %s', async (_who, event) => {
    await expect(call(event, name, good[name])).rejects.toThrow('refused')
    expect(handlers[name]).not.toHaveBeenCalled()
    expect(console.warn).toHaveBeenCalledOnce()
  })

  it('refuses extra arguments', async () => {
    await expect(call(ours, name, [...good[name], 'extra'])).rejects.toThrow('refused')
    expect(handlers[name]).not.toHaveBeenCalled()
  })
})

describe('the schema of http:send', () => {
  it.each([
    { path: 'https://evil.com/' },
    { path: '/sandbox/api/reset' },
    { method: 'DELETE' },
    { body: 'x'.repeat(65_537) },
    { query: { a: 1 } },
    { headers: { Authorization: 'mine' } },
    { idempotencyKey: 'x'.repeat(65) },
  ])('refuses %o', async (change) => {
    const [request] = good['http:send'] as [object]
    await expect(call(ours, 'http:send', [{ ...request, ...change }])).rejects.toThrow('refused')
    expect(handlers['http:send']).not.toHaveBeenCalled()
  })

  it('lets a picture of the identity check be larger than anything else', async () => {
    const [request] = good['http:send'] as [object]
    const picture = { ...request, path: '/api/app/user/identityCheck/picture', body: 'x'.repeat(800_000) }
    await call(ours, 'http:send', [picture])
    expect(handlers['http:send']).toHaveBeenCalledOnce()
    await expect(call(ours, 'http:send', [{ ...picture, body: 'x'.repeat(1_000_000) }])).rejects.toThrow(
      'refused',
    )
  })

  it('logs no values', async () => {
    const [request] = good['http:send'] as [object]
    await call(ours, 'http:send', [{ ...request, body: 5, language: 'my-password' }]).catch(() => undefined)
    expect(JSON.stringify(vi.mocked(console.warn).mock.calls)).not.toContain('my-password')
  })
})

describe('events', () => {
  const window = (url: string, destroyed = false) => {
    const send = vi.fn()
    const target = {
      isDestroyed: () => destroyed,
      webContents: { mainFrame: { url, parent: null }, send },
    }
    createEmitter(() => target as never, origin)('session:changed', { hasSession: true })
    return send
  }

  it('reach our page', () => {
    expect(window('app://palpite/home')).toHaveBeenCalledExactlyOnceWith('session:changed', {
      hasSession: true,
    })
  })

  it('reach no other page and no closed window', () => {
    expect(window('https://evil.com/')).not.toHaveBeenCalled()
    expect(window('app://palpite/home', true)).not.toHaveBeenCalled()
    expect(() => createEmitter(() => null, origin)('realtime:status', 'offline')).not.toThrow()
  })
})
