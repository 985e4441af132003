import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const [gpu, page, frame, network] = [1_000_001, 1_000_002, 1_000_003, 1_000_004]
const system = vi.hoisted(() => ({ usedMs: 0, othersMs: 0, hasPage: true, relaunch: vi.fn() }))
vi.mock('electron', () => ({
  app: {
    getAppMetrics: () => [
      { pid: gpu, type: 'GPU', cpu: { cumulativeCPUUsage: 1 } },
      ...(system.hasPage
        ? [{ pid: page, type: 'Tab', cpu: { cumulativeCPUUsage: system.usedMs / 1_000 } }]
        : []),
      { pid: frame, type: 'Tab', cpu: { cumulativeCPUUsage: system.othersMs / 1_000 } },
      {
        pid: network,
        type: 'Utility',
        serviceName: 'network.mojom.NetworkService',
        cpu: { cumulativeCPUUsage: system.othersMs / 1_000 },
      },
    ],
    on: () => undefined,
  },
  session: {},
}))
// A machine whose processors are all in use.
vi.mock('node:os', () => ({ cpus: () => [{ times: { idle: 0, nice: 0 } }] }))
vi.mock('#main/recovery/relaunch.ts', () => ({ relaunch: system.relaunch }))

const { keepPageAlive } = await import('#main/recovery/keepPageAlive.ts')

const home = 'app://palpite/'
const kill = vi.spyOn(process, 'kill')

/** A page whose process answers or does not; what Electron only runs once the page has loaded waits for that here too. */
class Contents extends EventEmitter {
  isStuck = false
  isLoading = false
  readonly loadURL = vi.fn(() => new Promise<void>(() => undefined))
  readonly mainFrame = { executeJavaScript: () => this.#answer() }
  readonly isLoadingMainFrame = () => this.isLoading
  readonly getOSProcessId = () => page

  async executeJavaScriptInIsolatedWorld(): Promise<unknown> {
    if (this.isLoading) await new Promise<void>((resolve) => this.once('did-stop-loading', () => resolve()))
    return this.#answer()
  }

  #answer(): Promise<unknown> {
    return this.isStuck ? new Promise(() => undefined) : Promise.resolve(1)
  }
}

let contents: Contents
let window: EventEmitter

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  kill.mockReturnValue(true)
  system.usedMs = system.othersMs = 0
  system.hasPage = true
  contents = new Contents()
  window = Object.assign(new EventEmitter(), { webContents: contents, isDestroyed: () => false })
  keepPageAlive(window as unknown as BrowserWindow, { kiosk: true, home })
})
afterEach(() => {
  window.emit('closed')
  vi.useRealTimers()
})

it('leaves a page alone that loads for long and answers meanwhile', async () => {
  contents.isLoading = true
  contents.emit('did-navigate')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(kill).not.toHaveBeenCalled()
})

it('kills a page that is stuck while it loads', async () => {
  contents.isLoading = contents.isStuck = true
  contents.emit('did-navigate')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(kill).toHaveBeenCalledWith(page, 'SIGKILL')
})

it('starts the application again after pages that die while they load', async () => {
  contents.isLoading = true
  for (let death = 0; death < 6; death++) {
    contents.emit('did-navigate')
    await vi.advanceTimersByTimeAsync(1_000)
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    await vi.advanceTimersByTimeAsync(4_000)
  }
  expect(system.relaunch).toHaveBeenCalledTimes(1)
})

/** The page's process uses so much of each half second, and so much the one of a frame and the network's. */
async function work(seconds: number, usedMs: number, othersMs = 0): Promise<void> {
  for (let tick = 0; tick < seconds * 2; tick++) {
    system.usedMs += usedMs
    system.othersMs += othersMs
    await vi.advanceTimersByTimeAsync(500)
  }
}

/** The page dies; the process of the next one works as above. */
async function start(seconds: number, usedMs: number, othersMs = 0): Promise<void> {
  contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  await work(seconds, usedMs, othersMs)
}

it('kills a page that is stuck as soon beside a frame that is busy', async () => {
  contents.isStuck = true
  contents.emit('did-navigate')
  await work(5, 0, 20)
  expect(kill).toHaveBeenCalledWith(page, 'SIGKILL')
})

it('kills a page that does not come up as soon beside a frame and a network that are busy', async () => {
  await start(6.5, 0, 20)
  expect(kill).toHaveBeenCalledWith(page, 'SIGKILL')
})

it('waits longer for a page without a process while the network starts on a busy machine', async () => {
  system.hasPage = false
  await start(22, 0, 20)
  expect(kill).not.toHaveBeenCalled()
})

it('kills a page that does not come up within 6 s', async () => {
  await start(5.5, 0)
  expect(kill).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(kill).toHaveBeenCalledWith(page, 'SIGKILL')
})

it('gives a page that comes up on a busy machine the time it needs, up to four times as long', async () => {
  await start(22, 20)
  expect(kill).not.toHaveBeenCalled()
  contents.emit('did-navigate')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kill).not.toHaveBeenCalled()
})
