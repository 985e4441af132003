import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import {
  paymentBarChanged,
  type PaymentBar,
  type PaymentBarBridge,
  type PaymentBarRequestName,
} from '#contract/paymentBar.ts'

const requests = {
  'paymentBar:read': true,
  'paymentBar:cancel': true,
  'paymentBar:retry': true,
  'paymentBar:continue': true,
  'paymentBar:type': true,
  'paymentBar:keyboard': true,
} satisfies Record<PaymentBarRequestName, true>

/** Of the payment window's own page only; the provider's page has no preload script. */
const bridge = {
  async invoke(name, ...args) {
    if (!Object.hasOwn(requests, name)) throw new Error(`unknown request: ${String(name)}`)
    return ipcRenderer.invoke(name, ...args)
  },
  onChanged(listener) {
    // The event object is not passed on: it contains ipcRenderer.
    ipcRenderer.on(paymentBarChanged, (_event: IpcRendererEvent, bar: PaymentBar) => listener(bar))
  },
} satisfies PaymentBarBridge

contextBridge.exposeInMainWorld('paymentBar', bridge)
