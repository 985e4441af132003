import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmEmailStore } from '#renderer/features/limits/ConfirmEmailStore.ts'
import { RequiredLimitsStore } from '#renderer/features/limits/RequiredLimitsStore.ts'
import { IdleStore } from '#renderer/app/IdleStore.ts'
import { LimitsStore } from '#renderer/screens/jogoResponsavel/LimitsStore.ts'
import { createFixture, settled, userInfo } from '../../stores/rootFixture.ts'

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
    const fixture = createFixture()
    const touch = listenToInput()
    fixture.respond('/api/app/main/appInfo', { data: { idleCloseMinutes: minutes, notices: [] } })
    fixture.respond('/api/app/user/getBalance', { data: { balance: 1, freeBalance: 0 } })
    await fixture.enter()
    await fixture.root.device.load()
    const store = new IdleStore(fixture.root)
    const stop = store.start()
    return { ...fixture, store, touch, stop }
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

  it('has ended if the device wakes too late, even if the player clicks something', async () => {
    const { root, store, touch, stop } = await idle(30)
    // A sleeping device pauses its timers, but not its clock.
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
    const fixture = createFixture()
    await fixture.enter()
    const message = 'Sua sessão foi encerrada.'
    fixture.respond('/api/app/user/userInfo', {
      httpStatus: 401,
      status: 40101,
      message,
      data: { reason: 'idle' },
    })
    await fixture.root.refreshBalance()
    await fixture.root.session.refresh().catch(() => undefined)
    await settled()
    expect(fixture.root.alerts.current?.message).toEqual({ text: message })
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
  })
})

describe('limits before the first deposit', () => {
  it('is checked, saved, and not requested again', async () => {
    const fixture = createFixture()
    await fixture.enter({}, { limitAsk: 1, limitKinds: ['loss', 'time'], pauseTime: null })
    fixture.respond(limits, () => {
      fixture.respond('/api/app/user/userInfo', { data: { userInfo, paypackage } })
      return { data: overview }
    })
    const store = new RequiredLimitsStore(fixture.root)
    store.type('time', '90')
    for (const text of ['', '0', 'abc', '-5', '1,234']) {
      store.type('loss', text)
      expect(await store.save()).toBe(false)
      expect(store.invalid).toEqual(['loss'])
    }
    expect(fixture.count(limits)).toBe(0)
    store.choose('week')
    store.type('loss', '150,50')
    store.type('time', '1,5')
    expect(store.invalid).toEqual([])
    expect([await store.save(), store.invalid]).toEqual([false, ['time']])
    store.type('time', '90')
    expect(await store.save()).toBe(true)
    expect(fixture.bodies(limits)).toEqual([
      { kind: 'loss', period: 'week', amount: 150.5 },
      { kind: 'time', period: 'week', amount: 90 },
    ])
    expect(fixture.root.session.player?.missingLimits).toEqual([])
  })

  it('is requested again when the server refuses it', async () => {
    const fixture = createFixture()
    await fixture.enter({}, { limitAsk: 1, limitKinds: ['loss', 'time'], pauseTime: null })
    fixture.respond(limits, { httpStatus: 400, message: 'Não.' })
    const store = new RequiredLimitsStore(fixture.root)
    store.type('loss', '100')
    store.type('time', '60')
    expect(await store.save()).toBe(false)
    expect([store.isBusy, fixture.root.session.player?.missingLimits]).toEqual([false, ['loss', 'time']])
  })
})

describe('limits before the first deposit, of which one is refused', () => {
  it('asks again only for those that are not set', async () => {
    const fixture = createFixture()
    await fixture.enter({}, { limitAsk: 1, limitKinds: ['loss', 'time'], pauseTime: null })
    const protection = { limitAsk: 1, limitKinds: ['time'], pauseTime: null }
    fixture.respond(limits, () => {
      fixture.respond('/api/app/user/userInfo', { data: { userInfo, paypackage, protection } })
      fixture.respond(limits, { httpStatus: 400, message: 'Não.' })
      return { data: overview }
    })
    const store = new RequiredLimitsStore(fixture.root)
    store.type('loss', '100')
    store.type('time', '60')
    expect(await store.save()).toBe(false)
    expect(store.kinds).toEqual(['time'])
    expect(fixture.root.alerts.toasts).toEqual([])
  })
})

describe('the address that is to be confirmed', () => {
  it('is called unconfirmed only when the server has said so', async () => {
    const fixture = createFixture()
    const protection = { limitAsk: 0 as const, pauseTime: null, emailAsk: 1 as const }
    await fixture.enter({}, protection)
    const store = new ConfirmEmailStore(fixture.root)
    fixture.respond('/api/app/user/userInfo', { httpStatus: 500, message: 'Erro.' })
    await store.check()
    expect(fixture.root.alerts.toasts).toEqual([])
    fixture.respond('/api/app/user/userInfo', { data: { userInfo, paypackage, protection } })
    await store.check()
    expect(fixture.root.alerts.toasts).toHaveLength(1)
  })
})

describe('a pause', () => {
  it('applies everywhere as soon as it begins', async () => {
    const fixture = createFixture()
    await fixture.enter()
    expect(fixture.root.session.isPaused).toBe(false)
    const until = '2031-01-01T00:00:00Z'
    fixture.respond(`${limits}/timeOut`, () => {
      fixture.respond('/api/app/user/userInfo', {
        data: { userInfo, paypackage, protection: { pauseTime: until, limitAsk: 0 } },
      })
      return { data: { ...overview, excludedUntil: until } }
    })
    const store = new LimitsStore(fixture.root)
    expect(await store.takeTimeOut(1)).toBe(true)
    expect(fixture.root.session.isPaused).toBe(true)
    expect(fixture.root.session.player?.pausedUntil).toBe(until)
  })

  it.each([
    [0, true],
    [1, false],
  ] as const)('that excludes a player with kyc %d asks for the CPF: %s', async (kyc, isAsked) => {
    const fixture = createFixture()
    await fixture.enter({ kyc })
    const store = new LimitsStore(fixture.root)
    fixture.respond(`${limits}/selfExclude`, { httpStatus: 500, message: 'x' })
    expect(await store.selfExclude(6)).toBe(false)
    expect(fixture.root.overlays.isOpen('editBank')).toBe(false)
    fixture.respond(`${limits}/selfExclude`, { data: overview })
    expect(await store.selfExclude(6)).toBe(true)
    expect(fixture.root.overlays.isOpen('editBank')).toBe(isAsked)
  })
})
