import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HangWatch } from '#main/recovery/watchForHang.ts'

const share = vi.hoisted(() => ({ weight: 1 }))
vi.mock('#main/recovery/TickWeight.ts', () => ({
  TickWeight: class {
    readonly next = () => share.weight
    readonly reset = () => undefined
  },
}))

const { watchForHang } = await import('#main/recovery/watchForHang.ts')

const isProbed = () => true
let watch: HangWatch
let settle: { resolve(): void; reject(error: Error): void }
const onHung = vi.fn()
const probe = vi.fn(
  () =>
    new Promise<void>((resolve, reject) => {
      settle = { resolve, reject }
    }),
)

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  share.weight = 1
  watch = watchForHang(isProbed, probe, onHung)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

it('reports a probe without a response, repeatedly until it gets one', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onHung).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onHung).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onHung).toHaveBeenCalledTimes(2)
  // No more of them wait for an answer, however long it takes.
  expect(probe).toHaveBeenCalledTimes(8)
})

it('goes on with another probe when one is lost', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  // The first has no answer; the second does.
  settle.resolve()
  await vi.advanceTimersByTimeAsync(500)
  expect(watch.misses).toBe(0)
})

it.each(['resolve', 'reject'] as const)('stops waiting when the probe gets a response: %s', async (how) => {
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    settle[how](new Error('refused'))
  }
  expect(onHung).not.toHaveBeenCalled()
  expect(probe.mock.calls.length).toBeGreaterThan(9)
})

it('forgets the probe of a process that is gone', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  watch.reset()
  expect(watch.misses).toBe(0)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onHung).not.toHaveBeenCalled()
})

it('reports sooner when another process does not respond either', async () => {
  watch.stop()
  const others = { misses: 0 }
  watch = watchForHang(isProbed, probe, onHung, () => others)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(onHung).not.toHaveBeenCalled()
  others.misses = 4
  await vi.advanceTimersByTimeAsync(500)
  expect(onHung).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_500)
  expect(onHung).toHaveBeenCalledTimes(1)
})

it('does not count while this process is late itself: the machine is busy, or was asleep', async () => {
  await vi.advanceTimersByTimeAsync(4_000)
  const { misses } = watch
  // As fake timers run, but with a clock that has gone on.
  const now = vi.spyOn(performance, 'now')
  for (let tick = 1; tick <= 20; tick++) {
    now.mockReturnValue(4_000 + tick * 1_500)
    await vi.advanceTimersByTimeAsync(500)
  }
  now.mockRestore()
  expect(watch.misses).toBe(misses)
  expect(onHung).not.toHaveBeenCalled()
})

it('waits longer while the machine is busy and the process gets on', async () => {
  share.weight = 0.25
  await vi.advanceTimersByTimeAsync(16_000)
  expect(onHung).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onHung).toHaveBeenCalledTimes(1)
})
