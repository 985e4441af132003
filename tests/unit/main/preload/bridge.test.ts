import { beforeEach, expect, it, vi } from 'vitest'
import type { Bridge, IpcEventName, IpcRequestName } from '#contract/ipc.ts'

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  ipcRenderer: { invoke: vi.fn(() => Promise.resolve('response')), on: vi.fn(), off: vi.fn() },
}))
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: unknown) => electron.exposed.set(name, value) },
  ipcRenderer: electron.ipcRenderer,
}))
// The page's window, which the staff's gesture is watched in.
vi.stubGlobal('addEventListener', vi.fn())
await import('../../../../src/preload/index.ts')
const bridge = electron.exposed.get('bridge') as Bridge

beforeEach(() => vi.clearAllMocks())

it('exposes two functions and nothing else', () => {
  expect([...electron.exposed.keys()]).toEqual(['bridge'])
  expect(Object.keys(bridge).sort()).toEqual(['invoke', 'on'])
})

it('passes on the channels of the contract', async () => {
  await expect(bridge.invoke('realtime:offGame', { gameCode: 'mines' })).resolves.toBe('response')
  expect(electron.ipcRenderer.invoke).toHaveBeenCalledExactlyOnceWith('realtime:offGame', {
    gameCode: 'mines',
  })
})

it.each(['unknown', 'toString', '__proto__', 'constructor', 'ELECTRON_BROWSER_REQUIRE', ''])(
  'refuses the channel %s',
  async (name) => {
    await expect(bridge.invoke(name as IpcRequestName)).rejects.toThrow('unknown request')
    expect(() => bridge.on(name as IpcEventName, vi.fn())).toThrow('unknown event')
    expect(electron.ipcRenderer.invoke).not.toHaveBeenCalled()
    expect(electron.ipcRenderer.on).not.toHaveBeenCalled()
  },
)

it('passes on the payload without the event object, until the listener is unsubscribed', () => {
  const listener = vi.fn()
  const unsubscribe = bridge.on('session:changed', listener)
  const [name, forward] = electron.ipcRenderer.on.mock.calls[0] as unknown as [
    string,
    (event: object, payload: unknown) => void,
  ]
  expect(name).toBe('session:changed')
  forward({ sender: 'ipcRenderer' }, { hasSession: true })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ hasSession: true })
  unsubscribe()
  expect(electron.ipcRenderer.off).toHaveBeenCalledExactlyOnceWith('session:changed', forward)
})
