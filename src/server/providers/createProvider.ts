import type { AppDeps } from '../app.ts'
import { StartError } from '../startError.ts'
import type { PaymentProvider } from './PaymentProvider.ts'
import { createSandboxProvider } from './sandbox/SandboxProvider.ts'

/** The provider that the configuration names. */
export function createProvider(deps: Pick<AppDeps, 'db' | 'config'>): PaymentProvider {
  const { paymentProvider } = deps.config
  if (paymentProvider === 'sandbox') return createSandboxProvider(deps)
  throw new StartError(`PAYMENT_PROVIDER ${paymentProvider} is not part of this build; use sandbox`)
}
