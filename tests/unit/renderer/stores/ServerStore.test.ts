import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HttpReply } from '#contract/ipc.ts'
import { ServerStore } from '#renderer/stores/ServerStore.ts'

const ok: HttpReply = { networkError: false, httpStatus: 200, body: { status: 0, message: '', data: null } }
const refused: HttpReply = { networkError: false, httpStatus: 503, body: { status: 50301 } }
const none: HttpReply = { networkError: true, httpStatus: 0, body: null }

let answer: HttpReply
const ask = vi.fn(() => Promise.resolve(answer))
const onBack = vi.fn()
let server: ServerStore

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  answer = none
  server = new ServerStore(ask, onBack)
})
afterEach(() => void vi.useRealTimers())

it('the server is asked until it responds, then everything is loaded once', async () => {
  server.note(none)
  await vi.advanceTimersByTimeAsync(1_300)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(server.isUnreachable).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask.mock.calls.length).toBeGreaterThan(14)
  expect(onBack).not.toHaveBeenCalled()
  answer = ok
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onBack).toHaveBeenCalledTimes(1)
  expect(server.isUnreachable).toBe(false)
  const asked = ask.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(asked)
})

it('a refusal of the server itself is a response', async () => {
  server.note(refused)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})

it('another call that gets a response ends the wait', async () => {
  server.note(none)
  server.note(ok)
  expect(onBack).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).not.toHaveBeenCalled()
})

it('a call that fails every time is not repeated without end', async () => {
  answer = ok
  onBack.mockImplementation(() => server.note(none))
  server.note(none)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(onBack.mock.calls.length).toBeLessThan(12)
})

it('a call that fails every time is not repeated with every other call that gets a response', async () => {
  answer = ok
  onBack.mockImplementation(() => server.note(none))
  server.note(none)
  for (let second = 0; second < 120; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    server.note(ok)
  }
  expect(onBack.mock.calls.length).toBeLessThan(12)
})
