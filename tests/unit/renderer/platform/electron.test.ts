import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/ipc.ts'
import { createElectronPlatform } from '#renderer/platform/electron.ts'

const invoke = vi.fn((..._args: unknown[]): Promise<unknown> => Promise.resolve(null))
const unsubscribe = vi.fn()
const listeners = new Map<string, (payload: unknown) => void>()
const bridge = {
  invoke,
  on: (name: string, listener: (payload: unknown) => void) => {
    listeners.set(name, listener)
    return unsubscribe
  },
} as unknown as Bridge

beforeEach(() => {
  vi.clearAllMocks()
  listeners.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  invoke.mockResolvedValue(null)
})

const platform = () => createElectronPlatform(bridge)

it('needs the bridge', () => {
  vi.stubGlobal('window', {})
  expect(() => createElectronPlatform()).toThrow('no bridge')
  vi.unstubAllGlobals()
})

it('is the Electron host with a payment window', () => {
  expect(platform().host).toBe('electron')
  expect(platform().payment.kind).toBe('window')
})

describe('calls through the bridge', () => {
  const request = { path: '/api/x' } as never
  const payment = {
    orderId: '1',
    url: 'https://pay.example',
    timeLeft: 60_000,
    language: 'pt_BR' as const,
  }

  it.each([
    ['start', () => platform().start(), ['host:info']],
    [
      'send',
      () => platform().send(request),
      ['http:send', { path: '/api/x', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }],
    ],
    ['clearSession', () => platform().clearSession(), ['session:clear']],
    ['connect', () => platform().realtime.connect(), ['realtime:connect']],
    ['disconnect', () => platform().realtime.disconnect(), ['realtime:disconnect']],
    ['offGame', () => platform().realtime.offGame('mines'), ['realtime:offGame', { gameCode: 'mines' }]],
    [
      'watchFeed',
      () => platform().realtime.watchFeed({ sport: 'tennis', matchId: null }),
      ['realtime:watchFeed', { sport: 'tennis', matchId: null }],
    ],
    ['open', () => platform().payment.open(payment), ['payment:open', payment]],
    ['close', () => platform().payment.close(), ['payment:close']],
    ['copyText', () => platform().copyText('text'), ['clipboard:write', 'text']],
  ])('%s', async (_name, call, expected) => {
    await call()
    expect(invoke.mock.calls).toEqual([expected])
  })
})

describe('a refused call', () => {
  beforeEach(() => void invoke.mockRejectedValue(new Error('refused')))

  it('of send counts as a missing response', async () => {
    expect(await platform().send({} as never)).toEqual({ networkError: true, httpStatus: 0, body: null })
  })

  it('of copyText is false', async () => {
    expect(await platform().copyText('text')).toBe(false)
  })

  it('of real time is reported, not thrown', async () => {
    platform().realtime.connect()
    await expect.poll(() => console.error).toHaveBeenCalledOnce()
  })

  it('of payment reaches the caller', async () => {
    await expect(platform().payment.open({} as never)).rejects.toThrow('refused')
  })
})

it('events reach their listeners until these unsubscribe', () => {
  const listener = vi.fn()
  const host = platform()
  const unsubscribers = [
    host.onSessionChanged(listener),
    host.realtime.onEvent(listener),
    host.realtime.onStatus(listener),
    host.payment.onClosed(listener),
  ]
  listeners.get('session:changed')?.({ hasSession: true })
  listeners.get('realtime:event')?.({ name: 'notice', payload: { text: 'x' } })
  listeners.get('realtime:status')?.('online')
  listeners.get('payment:closed')?.({ orderId: '1', reason: 'player' })
  expect(listener.mock.calls).toEqual([
    [true],
    [{ name: 'notice', payload: { text: 'x' } }],
    ['online'],
    [{ orderId: '1', reason: 'player' }],
  ])
  for (const stop of unsubscribers) stop()
  expect(unsubscribe).toHaveBeenCalledTimes(4)
})
