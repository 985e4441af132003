import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const inspector = vi.hoisted(() => ({ url: vi.fn((): string | undefined => undefined) }))
vi.mock('node:inspector', () => inspector)
const { closeDebuggingPorts, waitForTestDriver } = await import('#main/debugging.ts')

const removeSwitch = vi.fn()
const application = (isPackaged: boolean, ...switches: string[]) =>
  ({
    isPackaged,
    commandLine: { removeSwitch, hasSwitch: (name: string) => switches.includes(name) },
  }) as unknown as Parameters<typeof closeDebuggingPorts>[0]

beforeEach(() => {
  vi.useFakeTimers()
  removeSwitch.mockClear()
  inspector.url.mockReturnValue(undefined)
})

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, '__playwright_run')
})

describe('closeDebuggingPorts', () => {
  it('closes them in a package built for venues', () => {
    closeDebuggingPorts(application(true))
    expect(removeSwitch.mock.calls).toEqual([['remote-debugging-port'], ['remote-debugging-pipe']])
  })

  it('leaves them open for QA and development', () => {
    inspector.url.mockReturnValue('ws://127.0.0.1:1')
    closeDebuggingPorts(application(true))
    inspector.url.mockReturnValue(undefined)
    closeDebuggingPorts(application(false))
    expect(removeSwitch).not.toHaveBeenCalled()
  })
})

describe('waitForTestDriver', () => {
  const state = async (attached: Promise<void>) => {
    let done = false
    void attached.then(() => (done = true))
    await vi.advanceTimersByTimeAsync(0)
    return done
  }

  it('resolves at once without a driver', async () => {
    expect(await state(waitForTestDriver(application(true, 'remote-debugging-port')))).toBe(true)
    inspector.url.mockReturnValue('ws://127.0.0.1:1')
    expect(await state(waitForTestDriver(application(false)))).toBe(true)
    expect('__playwright_run' in globalThis).toBe(false)
  })

  it('resolves when the driver signals', async () => {
    inspector.url.mockReturnValue('ws://127.0.0.1:1')
    const attached = waitForTestDriver(application(false, 'remote-debugging-port'))
    expect(await state(attached)).toBe(false)
    const run = Reflect.get(globalThis, '__playwright_run') as () => void
    run()
    expect(await state(attached)).toBe(true)
  })

  it('resolves after three seconds at the latest', async () => {
    inspector.url.mockReturnValue('ws://127.0.0.1:1')
    const attached = waitForTestDriver(application(false, 'remote-debugging-port'))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await state(attached)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await state(attached)).toBe(true)
  })

  it("leaves the signal to the driver's own loader", async () => {
    inspector.url.mockReturnValue('ws://127.0.0.1:1')
    const own = vi.fn()
    Object.assign(globalThis, { __playwright_run: own })
    expect(await state(waitForTestDriver(application(false, 'remote-debugging-port')))).toBe(true)
    expect(Reflect.get(globalThis, '__playwright_run')).toBe(own)
  })
})
