import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Relaunching from '#main/recovery/relaunch.ts'

const app = vi.hoisted(() => ({ relaunch: vi.fn(), exit: vi.fn() }))
vi.mock('electron', () => ({ app }))

afterEach(() => vi.useRealTimers())

let relaunching: typeof Relaunching
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(process, 'uptime').mockReturnValue(60)
  app.exit.mockClear()
  relaunching = await import('#main/recovery/relaunch.ts')
})

it('waits until the session of the customer is ended', async () => {
  let finish = (): void => undefined
  relaunching.beforeEnd(() => new Promise((resolve) => (finish = resolve)))
  relaunching.relaunch('a test')
  relaunching.relaunch('a test')
  await vi.advanceTimersByTimeAsync(500)
  expect(app.exit).not.toHaveBeenCalled()
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
})

it.each<[string, () => Promise<void>]>([
  ['hangs', () => new Promise(() => undefined)],
  ['fails', () => Promise.reject(new Error('failed'))],
])('does not wait for work that %s', async (_what, work) => {
  relaunching.beforeEnd(work)
  relaunching.relaunch('a test')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(app.exit).toHaveBeenCalledOnce()
})

it('lets an application that has just started live for some seconds', async () => {
  vi.spyOn(process, 'uptime').mockReturnValue(1)
  relaunching.relaunch('a test')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(app.exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(app.exit).toHaveBeenCalledOnce()
})
