import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DepositLimitStore } from '#renderer/features/limits/DepositLimitStore.ts'
import { IdleStore } from '#renderer/app/IdleStore.ts'
import { LimitsStore } from '#renderer/screens/jogoResponsavel/LimitsStore.ts'
import { createWorld, settled, userInfo } from '../../stores/rootWorld.ts'

const minute = 60_000
const limits = '/api/app/limits'
const paypackage = { gift: 0, pkgId: null, price: 0, bouns: 0 }
const overview = { limits: [], excludedUntil: null, realityCheck: 60 }

/** Replaces the window's events; returns a function that fires one. */
function listenToInput(): () => void {
  const listeners = new Set<() => void>()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
  return () => {
    for (const listener of listeners) listener()
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an idle session', () => {
  async function idle(minutes: number | null) {
    const world = createWorld()
    const touch = listenToInput()
    world.respond('/api/app/main/appInfo', { data: { idleCloseMinutes: minutes, notices: [] } })
    world.respond('/api/app/user/getBalance', { data: { balance: 1, freeBalance: 0 } })
    await world.enter()
    await world.root.device.load()
    const store = new IdleStore(world.root)
    const stop = store.start()
    return { ...world, store, touch, stop }
  }

  it('warns a minute before, and closes with the reason', async () => {
    const { root, store, stop } = await idle(30)
    await vi.advanceTimersByTimeAsync(28 * minute)
    expect(store.secondsLeft).toBeNull()
    await vi.advanceTimersByTimeAsync(minute + 30_000)
    expect(store.secondsLeft).toBe(30)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(root.session.isLoggedIn).toBe(false)
    expect(root.alerts.current?.message).toEqual({ key: 'limits.idle.closed', params: { minutes: 30 } })
    await vi.advanceTimersByTimeAsync(60 * minute)
    expect(root.alerts.alerts).toHaveLength(1)
    stop()
  })

  it('is extended by any input, which is reported to the server now and then', async () => {
    const { root, store, touch, count, stop } = await idle(30)
    for (let step = 0; step < 12; step++) {
      await vi.advanceTimersByTimeAsync(10 * minute)
      touch()
      touch()
    }
    await settled()
    expect(root.session.isLoggedIn).toBe(true)
    expect(count('/api/app/user/getBalance')).toBe(12)
    await vi.advanceTimersByTimeAsync(29 * minute + 30_000)
    expect(store.secondsLeft).toBe(30)
    store.recordActivity()
    await vi.advanceTimersByTimeAsync(minute)
    expect([store.secondsLeft, root.session.isLoggedIn]).toEqual([null, true])
    stop()
  })

  it('has ended when the device wakes too late, whatever is pressed', async () => {
    const { root, store, touch, stop } = await idle(30)
    // Timers of a sleeping device stand still; its clock does not.
    vi.setSystemTime(Date.now() + 31 * minute)
    touch()
    await settled()
    expect([store.secondsLeft, root.session.isLoggedIn]).toEqual([null, false])
    stop()
  })

  it('stays open where the jurisdiction does not ask for it', async () => {
    const { root, store, stop } = await idle(null)
    await vi.advanceTimersByTimeAsync(300 * minute)
    expect([store.secondsLeft, root.session.isLoggedIn]).toEqual([null, true])
    stop()
  })

  it('that the server closed shows why, then the login', async () => {
    const world = createWorld()
    await world.enter()
    const message = 'Sua sessão foi encerrada.'
    world.respond('/api/app/user/userInfo', {
      httpStatus: 401,
      status: 40101,
      message,
      data: { reason: 'idle' },
    })
    await world.root.refreshBalance()
    await world.root.session.refresh().catch(() => undefined)
    await settled()
    expect(world.root.alerts.current?.message).toEqual({ text: message })
    expect(world.root.overlays.isOpen('login')).toBe(true)
  })
})

describe('the deposit limit before the first deposit', () => {
  it('is checked, saved, and not requested again', async () => {
    const world = createWorld()
    await world.enter({}, { limitAsk: 1, pauseTime: null })
    world.respond(limits, () => {
      world.respond('/api/app/user/userInfo', { data: { userInfo, paypackage } })
      return { data: overview }
    })
    const store = new DepositLimitStore(world.root)
    for (const text of ['', '0', 'abc', '-5', '1,234']) {
      store.type(text)
      expect(await store.save()).toBe(false)
      expect(store.isInvalid).toBe(true)
    }
    expect(world.count(limits)).toBe(0)
    store.choose('week')
    store.type('150,50')
    expect(store.isInvalid).toBe(false)
    expect(await store.save()).toBe(true)
    expect(world.bodies(limits)).toEqual([{ kind: 'deposit', period: 'week', amount: 150.5 }])
    expect(world.root.session.player?.needsLimit).toBe(false)
  })

  it('is requested again when the server refuses it', async () => {
    const world = createWorld()
    await world.enter({}, { limitAsk: 1, pauseTime: null })
    world.respond(limits, { httpStatus: 400, message: 'Não.' })
    const store = new DepositLimitStore(world.root)
    store.type('100')
    expect(await store.save()).toBe(false)
    expect([store.isBusy, world.root.session.player?.needsLimit]).toEqual([false, true])
  })
})

describe('a pause', () => {
  it('applies everywhere as soon as it begins', async () => {
    const world = createWorld()
    await world.enter()
    expect(world.root.session.isPaused).toBe(false)
    const until = '2031-01-01T00:00:00Z'
    world.respond(`${limits}/timeOut`, () => {
      world.respond('/api/app/user/userInfo', {
        data: { userInfo, paypackage, protection: { pauseTime: until, limitAsk: 0 } },
      })
      return { data: { ...overview, excludedUntil: until } }
    })
    const store = new LimitsStore(world.root)
    expect(await store.takeTimeOut(1)).toBe(true)
    expect(world.root.session.isPaused).toBe(true)
    expect(world.root.session.player?.pausedUntil).toBe(until)
  })
})
