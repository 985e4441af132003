import { toWireBalances } from '#contract/http/wallet.ts'
import type { TransactionResult } from '../games/providerRounds.ts'

/** What a provider's wallet call did, on the wire. */
export function presentTransaction({ transactionId, roundId, wallets, duplicate }: TransactionResult) {
  return { transactionId, roundId, ...toWireBalances(wallets), duplicate }
}
