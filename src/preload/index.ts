import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { languageArgument, type Bridge, type IpcEventName, type IpcRequestName } from '#contract/ipc.ts'
import { watchStaffGesture, type PressTarget } from './staffGesture.ts'

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
  'receipt:print': true,
  'frame:read': true,
  'frame:type': true,
  'frame:focused': true,
  'staff:open': true,
} satisfies Record<IpcRequestName, true>

const events = {
  'session:changed': true,
  'realtime:event': true,
  'realtime:status': true,
  'payment:closed': true,
  'frame:field': true,
  'frame:exit': true,
  'scanner:read': true,
  'customer:idle': true,
  'terminal:service': true,
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

/** The page's; this file is compiled without the names of a browser. */
declare const localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }

/** The page finds the language of this installation as if its player had chosen it. */
function presetLanguage(): void {
  const argument = process.argv.find((text) => text.startsWith(languageArgument))
  if (argument === undefined || localStorage.getItem('language') !== null) return
  localStorage.setItem('language', argument.slice(languageArgument.length))
}

presetLanguage()
contextBridge.exposeInMainWorld('bridge', bridge)

watchStaffGesture(globalThis as typeof globalThis & PressTarget, () => {
  ipcRenderer.invoke('staff:open').catch((error: unknown) => console.warn('staff panel', error))
})
