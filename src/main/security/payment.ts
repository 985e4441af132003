import { isOnOrigins } from './urls.ts'

export interface PaymentPolicy {
  /** All origins of our server. */
  serverOrigins: readonly string[]
  /** Origins of providers' pages. */
  paymentOrigins: readonly string[]
}

/** The return path on our server, to which the provider sends the payer back. */
const returnPath = '/paySuccess'

/** What the payment window does with an address. */
export function paymentVerdict(address: string, policy: PaymentPolicy): 'show' | 'returned' | 'refuse' {
  if (isOnOrigins(address, policy.serverOrigins)) {
    return new URL(address).pathname === returnPath ? 'returned' : 'show'
  }
  return isOnOrigins(address, policy.paymentOrigins) ? 'show' : 'refuse'
}
