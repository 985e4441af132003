import type { AppDeps } from '../../deps.ts'
import { StartError } from '../../config/startError.ts'
import type { PaymentProvider } from './PaymentProvider.ts'
import { createSandboxProvider } from './sandbox/SandboxProvider.ts'

/** The configured provider. Throws a StartError for one that this build does not include. */
export function createProvider(deps: Pick<AppDeps, 'db' | 'config' | 'clock'>): PaymentProvider {
  const { paymentProvider } = deps.config
  if (paymentProvider === 'sandbox') return createSandboxProvider(deps)
  throw new StartError(`PAYMENT_PROVIDER ${paymentProvider} is not supported by this build; use sandbox`)
}
