import type { z } from 'zod'
import { fromWireAmount, type Cents, type WalletBalances } from '../money.ts'
import { fromWireBalances } from './wallet.ts'
import type * as schema from './user.schema.ts'

/** The two wallets on /conta, in cents. `locked`: cash locked by turnover; `held`: withdrawals in progress. */
export interface AccountSummary extends WalletBalances {
  withdrawable: Cents
  locked: Cents
  turnoverLeft: Cents
  held: Cents
  /** What corrected results left owing; later winnings pay it off. */
  debt: Cents
}

export function fromWireAccount(wire: z.output<typeof schema.account.data>): AccountSummary {
  return {
    ...fromWireBalances(wire),
    withdrawable: fromWireAmount(wire.wdAmount),
    locked: fromWireAmount(wire.locked),
    turnoverLeft: fromWireAmount(wire.turnoverLeft),
    held: fromWireAmount(wire.held),
    debt: fromWireAmount(wire.debt ?? 0),
  }
}
