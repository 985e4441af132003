import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { Presence } from '#server/messaging/Presence.ts'
import { createListeners, type Bus } from '#server/messaging/bus.ts'
import { createLog } from '#server/observe/log.ts'

/** A bus to both processes; what is published while one is cut off does not reach it. */
function createNetwork() {
  const processes = new Set<Pick<ReturnType<typeof createListeners>, 'dispatch'>>()
  return {
    start() {
      const { dispatch, subscribe } = createListeners()
      const self = { dispatch }
      processes.add(self)
      const isWorking = { sends: true }
      const publish: Bus['publish'] = (_tx, message) => {
        if (!isWorking.sends) return Promise.reject(new Error('no connection'))
        for (const process of [...processes]) process.dispatch(message)
        return Promise.resolve()
      }
      const bus: Bus = {
        channel: undefined,
        publish,
        subscribe,
        publishAll: (tx, messages) =>
          Promise.all(messages.map((each) => publish(tx, each))).then(() => undefined),
        isConnected: () => processes.has(self),
        close: () => Promise.resolve(),
      }
      return {
        presence: new Presence({ bus, db: {} as Db, log: createLog('silent') }),
        isWorking,
        cutOff: () => void processes.delete(self),
        reconnect() {
          processes.add(self)
          dispatch({ type: 'gap' })
        },
      }
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a process that missed that the last player of another one left knows it soon after it is back', async () => {
  const network = createNetwork()
  const [here, there] = [network.start(), network.start()]
  there.presence.enter('ana')
  expect(here.presence.onlineCount).toBe(1)
  here.cutOff()
  there.presence.leave('ana')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(here.presence.onlineCount).toBe(1)
  here.reconnect()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(here.presence.onlineCount).toBe(0)
})

test('test accounts are not counted in any process, but may be connected', async () => {
  const network = createNetwork()
  const [here, there] = [network.start(), network.start()]
  await vi.advanceTimersByTimeAsync(20_000)
  there.presence.enter('teste', { isTester: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([there.presence.onlineCount, here.presence.onlineCount]).toEqual([0, 0])
  expect(here.presence.mayBeConnected('teste')).toBe(true)
  there.presence.enter('ana')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([there.presence.onlineCount, here.presence.onlineCount]).toEqual([1, 1])
  there.presence.leave('teste')
  there.presence.leave('ana')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([there.presence.onlineCount, here.presence.onlineCount]).toEqual([0, 0])
  expect(here.presence.mayBeConnected('teste')).toBe(false)
})

test('an announcement that could not be sent is sent later', async () => {
  const network = createNetwork()
  const [here, there] = [network.start(), network.start()]
  there.presence.enter('ana')
  there.isWorking.sends = false
  there.presence.leave('ana')
  await vi.advanceTimersByTimeAsync(1_000)
  there.isWorking.sends = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(here.presence.onlineCount).toBe(0)
})

test('a player of another process may be connected as long as that one has players, or may have some', async () => {
  const network = createNetwork()
  const [here, there] = [network.start(), network.start()]
  expect(here.presence.mayBeConnected('ana')).toBe(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(here.presence.mayBeConnected('ana')).toBe(false)
  there.presence.enter('ana')
  expect(here.presence.mayBeConnected('ana')).toBe(true)
})
