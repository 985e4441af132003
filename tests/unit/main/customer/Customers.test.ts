import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const machine = vi.hoisted(() => ({
  power: undefined as EventEmitter | undefined,
  idleSeconds: 1_000,
  now: 0,
}))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  machine.power = new Emitter()
  return { powerMonitor: machine.power }
})
vi.mock('#main/kiosk/input.ts', () => ({
  idleClock: { now: () => machine.now },
  lastInput: { read: () => machine.idleSeconds },
}))
vi.mock('#main/customer/clipboards.ts', () => ({ wipeClipboards: () => undefined }))
vi.mock('#main/customer/handOver.ts', () => ({ handOver: () => Promise.resolve() }))

const { Customers } = await import('#main/customer/Customers.ts')
const { Session } = await import('#main/session/Session.ts')

const logOut = vi.fn(() => Promise.resolve())
const openWindow = vi.fn(() => ({ show: () => undefined }))

function start() {
  const session = new Session({ deviceId: 'd', readToken: () => null, writeToken: () => undefined })
  const customers = new Customers({
    config: { idleSeconds: 90, idleAnswerSeconds: 20 },
    session,
    window: () => null,
    openWindow: openWindow as never,
    forgetPages: () => Promise.resolve(),
    logOut,
    onEnd: () => undefined,
    onAsk: () => undefined,
  })
  return { session, customers }
}

afterEach(() => vi.useRealTimers())

beforeEach(() => {
  vi.useFakeTimers()
  machine.power?.removeAllListeners()
  Object.assign(machine, { idleSeconds: 1_000, now: 0 })
  logOut.mockClear()
  openWindow.mockClear()
})

it.each(['suspend', 'resume'])('a machine that sleeps (%s) keeps no customer', (event) => {
  const { session, customers } = start()
  session.begin('of-ana')
  machine.power?.emit(event)
  expect(session.token).toBeNull()
  expect(logOut).toHaveBeenCalledExactlyOnceWith('of-ana')
  expect(openWindow).toHaveBeenCalledOnce()
  expect(customers.isInUse).toBe(false)
})

it('the page of a guest who has touched it is replaced too, and one that nobody has touched is not', () => {
  const { customers } = start()
  machine.power?.emit('suspend')
  expect(openWindow).not.toHaveBeenCalled()
  machine.now = 10_000
  machine.idleSeconds = 0
  vi.advanceTimersByTime(500)
  expect(customers.isInUse).toBe(true)
  machine.power?.emit('suspend')
  machine.power?.emit('resume')
  expect(openWindow).toHaveBeenCalledOnce()
  expect(customers.isInUse).toBe(false)
})
