import type { PaymentRequest } from '#contract/ipc.ts'
import type { PaymentDeps, PaymentWindows } from './paymentWindows.ts'

/** The payment windows, whose code is loaded with the first payment. All calls keep their order. */
export interface PaymentOnDemand extends Omit<PaymentWindows, 'open'> {
  /** Throws like `PaymentWindows.open`. */
  open(request: PaymentRequest): Promise<void>
}

export function paymentOnDemand(deps: PaymentDeps): PaymentOnDemand {
  let loaded: Promise<PaymentWindows> | undefined
  let isHidden = false
  const load = async () => {
    const { createPaymentWindows } = await import('./paymentWindows.ts')
    const windows = createPaymentWindows(deps)
    windows.setHidden(isHidden)
    return windows
  }
  /** Nothing is open before the code is there; a failure to load it is that of `open`. */
  const whenLoaded = (work: (windows: PaymentWindows) => void) => {
    loaded?.then(work, () => undefined)
  }
  return {
    async open(request) {
      const windows = await (loaded ??= load())
      windows.open(request)
    },
    close: () => whenLoaded((windows) => windows.close()),
    setHidden(hidden) {
      isHidden = hidden
      whenLoaded((windows) => windows.setHidden(hidden))
    },
  }
}
