import { contextBridge, ipcRenderer } from 'electron'
import type { StaffBridge, StaffRequestName } from '#contract/staff.ts'

const requests = {
  'staff:lock': true,
  'staff:unlock': true,
  'staff:close': true,
  'staff:read': true,
  'staff:save': true,
  'staff:exportLog': true,
  'staff:printTest': true,
  'staff:restart': true,
  'staff:quit': true,
  'staff:turnOff': true,
} satisfies Record<StaffRequestName, true>

/** Of the staff panel's window only. */
const bridge = {
  async invoke(name, ...args) {
    if (!Object.hasOwn(requests, name)) throw new Error(`unknown request: ${String(name)}`)
    return ipcRenderer.invoke(name, ...args)
  },
} satisfies StaffBridge

contextBridge.exposeInMainWorld('staff', bridge)
