import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { orderCalls } from '#contract/http/order.ts'
import { minesCalls } from '#contract/http/mines.ts'
import { userCalls } from '#contract/http/user.ts'
import { ignoreCallError } from '#renderer/stores/SessionStore.ts'
import { createFixture, paypackage, settled, userInfo, type Fixture } from './rootFixture.ts'

const home = appInfoCalls.home.path

async function callHome(fixture: Fixture, ownFailure = false) {
  await fixture.root.api.call(appInfoCalls.home, {}, { ownFailure }).catch(ignoreCallError)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('error catalogue', () => {
  it.each([
    { httpStatus: 401, status: 40101 },
    { httpStatus: 200, status: 40101 },
  ])('%o logs out and opens the login', async (failure) => {
    const fixture = createFixture()
    await fixture.enter()
    fixture.respond(home, failure)
    await callHome(fixture, true)
    await settled()
    expect(fixture.root.session.hasToken).toBe(false)
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
  })

  it('a refusal of the session before leaves the new one, without a message', async () => {
    const fixture = createFixture()
    await fixture.enter()
    const data = { reason: 'idle' }
    fixture.respond(home, { httpStatus: 401, status: 40101, message: 'Saiu.', data, isOfOldSession: true })
    await callHome(fixture)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.root.session.hasToken).toBe(true)
    expect(fixture.root.overlays.current).toBeNull()
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('1403 goes to the error page for every caller', async () => {
    const fixture = createFixture()
    fixture.respond(home, { httpStatus: 500, status: 1403, message: 'fechado' })
    await callHome(fixture, true)
    expect(fixture.visited).toEqual(['/error?reason=closed'])
  })

  it('an error with a message is an alert after 500 ms, the same one once', async () => {
    const fixture = createFixture()
    fixture.respond(home, { httpStatus: 400, status: 400, message: 'Não deu.' })
    await Promise.all([callHome(fixture), callHome(fixture)])
    expect(fixture.root.alerts.alerts).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(fixture.root.alerts.alerts.map(({ message }) => message)).toEqual([{ text: 'Não deu.' }])
    expect(fixture.visited).toEqual([])
  })

  it('without a message it goes to the error page, once for five calls', async () => {
    const fixture = createFixture()
    fixture.respond(home, { httpStatus: 502 })
    await Promise.all([
      callHome(fixture),
      callHome(fixture),
      callHome(fixture),
      callHome(fixture),
      callHome(fixture),
    ])
    expect(fixture.visited).toEqual(['/error'])
  })

  it('nothing is shown for a caller that shows its own failure', async () => {
    const fixture = createFixture()
    fixture.respond(home, { httpStatus: 400, status: 400, message: 'Não deu.' })
    await callHome(fixture, true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.visited).toEqual([])
  })

  it('no response at all says that the internet is slow', async () => {
    const fixture = createFixture()
    fixture.respond(home, { networkError: true })
    const pending = callHome(fixture)
    await vi.advanceTimersByTimeAsync(5_000)
    await pending
    await vi.advanceTimersByTimeAsync(500)
    expect(fixture.root.alerts.current?.message).toEqual({ key: 'errors.slowInternet' })
  })

  it('no response to what the page loads by itself is said by the strip alone; one to a press by an alert', async () => {
    const fixture = createFixture()
    await fixture.enter()
    for (const path of [userCalls.userInfo.path, appInfoCalls.appInfo.path])
      fixture.respond(path, { networkError: true })
    fixture.root.session.renew()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fixture.root.session.hasFailed).toBe(true)
    expect(fixture.root.alerts.current).toBeUndefined()
    fixture.root.session.renew()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fixture.root.alerts.current).toBeUndefined()
    void fixture.root.session.refresh().catch(ignoreCallError)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fixture.root.alerts.current?.message).toEqual({ key: 'errors.slowInternet' })
  })

  it('no response to what the page loads by itself is an alert where the server responds to other calls', async () => {
    const fixture = createFixture()
    await fixture.enter()
    fixture.respond(userCalls.userInfo.path, { networkError: true })
    fixture.root.session.renew()
    await vi.advanceTimersByTimeAsync(5_000)
    // It is tried again.
    expect(fixture.root.alerts.current).toBeUndefined()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fixture.root.alerts.current?.message).toEqual({ key: 'errors.slowInternet' })
    // Once.
    fixture.root.alerts.confirm()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('no response for a moment to what the page loads by itself is no alert, however often', async () => {
    const fixture = createFixture()
    await fixture.enter()
    for (let time = 0; time < 3; time++) {
      fixture.respond(userCalls.userInfo.path, { networkError: true })
      fixture.root.session.renew()
      await vi.advanceTimersByTimeAsync(2_350)
      expect(fixture.root.session.hasFailed).toBe(true)
      fixture.respond(userCalls.userInfo.path, { data: { userInfo, paypackage } })
      await vi.advanceTimersByTimeAsync(60_000)
      expect(fixture.root.session.hasFailed).toBe(false)
      expect(fixture.root.alerts.current).toBeUndefined()
    }
  })

  it('no response to what the page loads by itself is no alert while the page connects again', async () => {
    const fixture = createFixture()
    await fixture.root.start()
    await fixture.enter()
    fixture.emitStatus('online')
    fixture.emitStatus('connecting')
    fixture.respond(userCalls.userInfo.path, { networkError: true })
    fixture.root.session.renew()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('user info that fails is no alert while a place on the page says so', async () => {
    const fixture = createFixture()
    await fixture.enter()
    const { session, alerts } = fixture.root
    fixture.respond(userCalls.userInfo.path, { httpStatus: 500, status: 500, message: 'Não deu.' })
    session.failurePlaces++
    await session.refresh().catch(ignoreCallError)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.hasFailed).toBe(true)
    expect(alerts.current).toBeUndefined()
    // What else fails there is told.
    fixture.respond(home, { httpStatus: 400, status: 400, message: 'Não deu.' })
    await callHome(fixture)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(alerts.current?.message).toEqual({ text: 'Não deu.' })
    alerts.confirm()
    session.failurePlaces--
    await session.refresh().catch(ignoreCallError)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(alerts.current?.message).toEqual({ text: 'Não deu.' })
  })

  it('9999 of a bet opens the deposit of the game', async () => {
    const fixture = createFixture()
    fixture.respond(minesCalls.bet.path, {
      httpStatus: 500,
      status: 9999,
      message: 'Saldo insuficiente. Deposite ou diminua a aposta.',
    })
    await fixture.root.api.call(minesCalls.bet, { body: { amount: 1, mineCount: 3 } }).catch(ignoreCallError)
    expect(fixture.root.overlays.isOpen('gameDeposit')).toBe(true)
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it.each([
    [
      'Saldo insuficiente. Deposite ou diminua a aposta.',
      'Saldo insuficiente. Deposite ou diminua a aposta.',
    ],
    ['', '-'],
  ])('9999 elsewhere alerts "%s" as "%s", then opens the deposit', async (message, text) => {
    const fixture = createFixture()
    await fixture.enter({ kyc: 1 })
    fixture.respond(orderCalls.getWithdraw.path, { httpStatus: 500, status: 9999, message })
    await fixture.root.api.call(orderCalls.getWithdraw, {}).catch(ignoreCallError)
    expect(fixture.root.alerts.current?.message).toEqual({ text })
    expect(fixture.root.overlays.current).toBeNull()
    fixture.root.alerts.confirm()
    expect(fixture.root.overlays.isOpen('deposit')).toBe(true)
  })
})
