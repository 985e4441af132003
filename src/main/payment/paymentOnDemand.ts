import type { PaymentRequest } from '#contract/ipc.ts'
import { onDemand } from '../onDemand.ts'
import type { createPaymentWindows, PaymentDeps, PaymentWindows } from './paymentWindows.ts'

/** The payment windows, whose code is loaded with the first payment. All calls keep their order. */
export interface PaymentOnDemand extends Omit<PaymentWindows, 'open'> {
  /** Throws like `PaymentWindows.open`, and when the code does not load: the next payment loads it again. */
  open(request: PaymentRequest): Promise<void>
}

export function paymentOnDemand(
  deps: PaymentDeps,
  loadWindows: () => Promise<{ createPaymentWindows: typeof createPaymentWindows }> = () =>
    import('./paymentWindows.ts'),
): PaymentOnDemand {
  let isHidden = false
  const payment = onDemand(async () => {
    const { createPaymentWindows: create } = await loadWindows()
    const windows = create(deps)
    windows.setHidden(isHidden)
    return windows
  })
  return {
    async open(request) {
      const windows = await payment.load()
      windows.open(request)
    },
    close: () => payment.whenLoaded((windows) => windows.close()),
    setHidden(hidden) {
      isHidden = hidden
      payment.whenLoaded((windows) => windows.setHidden(hidden))
    },
  }
}
