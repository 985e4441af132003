import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mainCalls } from '#contract/http/main.ts'
import { orderCalls } from '#contract/http/order.ts'
import { gameCalls } from '#contract/http/game.ts'
import { ignoreCallError } from '#renderer/stores/SessionStore.ts'
import { createWorld, settled, type World } from './rootWorld.ts'

const home = mainCalls.home.path

async function callHome(world: World, ownFailure = false) {
  await world.root.api.call(mainCalls.home, {}, { ownFailure }).catch(ignoreCallError)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('error catalogue', () => {
  it.each([
    { httpStatus: 401, status: 40101 },
    { httpStatus: 200, status: 40101 },
  ])('%o logs out and opens the login', async (failure) => {
    const world = createWorld()
    await world.enter()
    world.respond(home, failure)
    await callHome(world, true)
    await settled()
    expect(world.root.session.hasToken).toBe(false)
    expect(world.root.overlays.isOpen('login')).toBe(true)
  })

  it('1403 goes to the error page for every caller', async () => {
    const world = createWorld()
    world.respond(home, { httpStatus: 500, status: 1403, message: 'fechado' })
    await callHome(world, true)
    expect(world.visited).toEqual(['/error?reason=closed'])
  })

  it('an error with a message is an alert after 500 ms, the same one once', async () => {
    const world = createWorld()
    world.respond(home, { httpStatus: 400, status: 400, message: 'Não deu.' })
    await Promise.all([callHome(world), callHome(world)])
    expect(world.root.alerts.alerts).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(world.root.alerts.alerts.map(({ message }) => message)).toEqual([{ text: 'Não deu.' }])
    expect(world.visited).toEqual([])
  })

  it('without a message it goes to the error page, once for five calls', async () => {
    const world = createWorld()
    world.respond(home, { httpStatus: 502 })
    await Promise.all([callHome(world), callHome(world), callHome(world), callHome(world), callHome(world)])
    expect(world.visited).toEqual(['/error'])
  })

  it('nothing is shown for a caller that shows its own failure', async () => {
    const world = createWorld()
    world.respond(home, { httpStatus: 400, status: 400, message: 'Não deu.' })
    await callHome(world, true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(world.root.alerts.current).toBeUndefined()
    expect(world.visited).toEqual([])
  })

  it('no response at all says that the internet is slow', async () => {
    const world = createWorld()
    world.respond(home, { networkError: true })
    const pending = callHome(world)
    await vi.advanceTimersByTimeAsync(5_000)
    await pending
    await vi.advanceTimersByTimeAsync(500)
    expect(world.root.alerts.current?.message).toEqual({ key: 'errors.slowInternet' })
  })

  it('9999 of a bet opens the deposit of the game', async () => {
    const world = createWorld()
    world.respond(gameCalls.minesBet.path, { httpStatus: 500, status: 9999, message: 'Saldo insuficiente.' })
    await world.root.api
      .call(gameCalls.minesBet, { body: { amount: 1, mineCount: 3 } })
      .catch(ignoreCallError)
    expect(world.root.overlays.isOpen('gameDeposit')).toBe(true)
    expect(world.root.alerts.current).toBeUndefined()
  })

  it.each([
    ['Saldo insuficiente.', 'Saldo insuficiente.'],
    ['', '-'],
  ])('9999 elsewhere alerts "%s" as "%s", then opens the deposit', async (message, text) => {
    const world = createWorld()
    await world.enter({ kyc: 1 })
    world.respond(orderCalls.getWithdraw.path, { httpStatus: 500, status: 9999, message })
    await world.root.api.call(orderCalls.getWithdraw, {}).catch(ignoreCallError)
    expect(world.root.alerts.current?.message).toEqual({ text })
    expect(world.root.overlays.current).toBeNull()
    world.root.alerts.confirm()
    expect(world.root.overlays.isOpen('deposit')).toBe(true)
  })
})
