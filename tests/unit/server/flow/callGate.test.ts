import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallGate } from '#server/flow/callGate.ts'

/** A call that runs until the test ends it. */
function call(gate: CallGate, key: string, atOnce = 2) {
  let started = false
  let end = () => {}
  const result = gate.run(key, atOnce, () => {
    started = true
    return new Promise<string>((resolve) => (end = () => resolve(key)))
  })
  const failure = result.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { hasStarted: () => started, end: () => end(), result, failure }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const running = (calls: ReturnType<typeof call>[]) => calls.filter(({ hasStarted }) => hasStarted()).length
const refused = { key: 'tooManyCalls', httpStatus: 429, retryAfter: 2 }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a gate for calls', () => {
  it('runs two calls per key at a time, in the order of arrival', async () => {
    const gate = new CallGate()
    const calls = Array.from({ length: 5 }, () => call(gate, 'ana'))
    expect(running(calls)).toBe(2)
    calls[1]?.end()
    await settle()
    expect(calls.map(({ hasStarted }) => hasStarted())).toEqual([true, true, true, false, false])
    for (const { end } of calls) {
      end()
      await settle()
    }
    expect(running(calls)).toBe(5)
  })

  it('does not delay other keys', () => {
    const gate = new CallGate()
    for (let i = 0; i < 100; i++) call(gate, 'ana')
    expect(call(gate, 'bia').hasStarted()).toBe(true)
  })

  it('frees the place of a call that failed', async () => {
    const gate = new CallGate()
    const failing = gate.run('ana', 1, () => Promise.reject(new Error('broken')))
    const next = call(gate, 'ana', 1)
    await expect(failing).rejects.toThrow('broken')
    await settle()
    expect(next.hasStarted()).toBe(true)
  })

  it('refuses calls beyond the queue at once, and never runs them', async () => {
    const gate = new CallGate({ waitingPerKey: 3 })
    const calls = Array.from({ length: 6 }, () => call(gate, 'ana'))
    expect(await calls[5]?.failure).toMatchObject(refused)
    for (const { end } of calls) {
      end()
      await settle()
    }
    expect(running(calls)).toBe(5)
  })

  it('refuses calls that have waited too long, and frees their places', async () => {
    const gate = new CallGate({ waitMs: 1_000 })
    const [first, late] = [call(gate, 'ana', 1), call(gate, 'ana', 1)]
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await late.failure).toMatchObject(refused)
    const last = call(gate, 'ana', 1)
    first.end()
    await settle()
    expect([late.hasStarted(), last.hasStarted()]).toEqual([false, true])
  })

  it('never queues more calls than its limit, and leaves room for new callers', async () => {
    const gate = new CallGate({ waiting: 800, waitingPerKey: 250 })
    const floods = Array.from({ length: 20 }, (_, player) =>
      Array.from({ length: 252 }, () => call(gate, `flood ${player}`)),
    ).flat()
    let refusals = 0
    for (const { failure } of floods) void failure.then(() => refusals++)
    await settle()
    const waiting = floods.length - running(floods) - refusals
    expect(waiting).toBeGreaterThan(600)
    expect(waiting).toBeLessThan(800)
    const newcomer = Array.from({ length: 6 }, () => call(gate, 'bia'))
    let isRefused = false
    for (const { failure } of newcomer) void failure.then(() => (isRefused = true))
    await settle()
    expect([running(newcomer), isRefused]).toEqual([2, false])
  })
})
