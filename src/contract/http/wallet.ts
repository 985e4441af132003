/** The wallets: the wire calls them `balance` and `freeBalance`, the code `cash` and `bonus`. */
export function fromWireWallet(wallet: 'balance' | 'freeBalance'): 'cash' | 'bonus' {
  return wallet === 'balance' ? 'cash' : 'bonus'
}

export function toWireWallet(wallet: 'cash' | 'bonus'): 'balance' | 'freeBalance' {
  return wallet === 'cash' ? 'balance' : 'freeBalance'
}
