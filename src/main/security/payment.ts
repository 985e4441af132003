import { isOnOrigins } from './urls.ts'

export interface PaymentPolicy {
  /** Our server, by every name it has. */
  serverOrigins: readonly string[]
  /** Providers' pages that are elsewhere. */
  paymentOrigins: readonly string[]
}

/** Where the provider sends the payer back to, on our server. */
const returnPath = '/paySuccess'

/** What the payment window does with an address. */
export function paymentVerdict(address: string, policy: PaymentPolicy): 'show' | 'returned' | 'refuse' {
  if (isOnOrigins(address, policy.serverOrigins)) {
    return new URL(address).pathname === returnPath ? 'returned' : 'show'
  }
  return isOnOrigins(address, policy.paymentOrigins) ? 'show' : 'refuse'
}
