/** The wallets: the wire calls them `balance` and `freeBalance`, the code `cash` and `bonus`. */
import { fromWireAmount, toWireAmount, type Cents, type WalletBalances, type WalletName } from '../money.ts'

type WalletWire = 'balance' | 'freeBalance'
type BalancesWire = Record<WalletWire, number>

/** The wallet of a bet or a round; a bet without one is paid in cash. */
export function fromWireWallet(wallet: WalletWire = 'balance'): WalletName {
  return wallet === 'balance' ? 'cash' : 'bonus'
}

export function toWireWallet(wallet: WalletName): WalletWire {
  return wallet === 'cash' ? 'balance' : 'freeBalance'
}

/** Both balances, from amounts with at most two decimals to cents. */
export function fromWireBalances({ balance, freeBalance }: BalancesWire): WalletBalances {
  return { cash: fromWireAmount(balance), bonus: fromWireAmount(freeBalance) }
}

/** Both balances, from cents to amounts with at most two decimals. */
export function toWireBalances({ cash, bonus }: WalletBalances): BalancesWire {
  return { balance: toWireAmount(cash), freeBalance: toWireAmount(bonus) }
}

/** The balances of a request that sets wallets, from cents to amounts. */
export function toWireBalancesIn({ cash, bonus }: Partial<WalletBalances>): Partial<BalancesWire> {
  return {
    balance: cash === undefined ? undefined : toWireAmount(cash),
    freeBalance: bonus === undefined ? undefined : toWireAmount(bonus),
  }
}

/** The balances of a request, already parsed to cents by its schema (`balancesIn`). */
export function fromWireBalancesIn({
  balance,
  freeBalance,
}: Partial<Record<WalletWire, Cents>>): Partial<WalletBalances> {
  return { cash: balance, bonus: freeBalance }
}
