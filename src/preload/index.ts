import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Bridge, IpcEventName, IpcRequestName } from '#contract/ipc.ts'

/** The channels to and from main; any other name is refused here already. */
const requests = {
  'host:info': true,
  'http:send': true,
  'session:clear': true,
  'realtime:connect': true,
  'realtime:disconnect': true,
  'realtime:offGame': true,
  'realtime:watchFeed': true,
  'payment:open': true,
  'payment:close': true,
  'export:download': true,
  'clipboard:write': true,
} satisfies Record<IpcRequestName, true>

const events = {
  'session:changed': true,
  'realtime:event': true,
  'realtime:status': true,
  'payment:closed': true,
} satisfies Record<IpcEventName, true>

const bridge = {
  async invoke(name, ...args) {
    if (!Object.hasOwn(requests, name)) throw new Error(`unknown request: ${String(name)}`)
    return ipcRenderer.invoke(name, ...args)
  },
  on(name, listener) {
    if (!Object.hasOwn(events, name)) throw new Error(`unknown event: ${String(name)}`)
    // The event object is not passed on: it contains ipcRenderer.
    const forward = (_event: IpcRendererEvent, payload: unknown) => listener(payload as never)
    ipcRenderer.on(name, forward)
    return () => {
      ipcRenderer.off(name, forward)
    }
  },
} satisfies Bridge

contextBridge.exposeInMainWorld('bridge', bridge)
