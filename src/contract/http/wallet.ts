/** The two wallets as the wire names them, and as we do. */
export function fromWireWallet(wallet: 'balance' | 'freeBalance'): 'cash' | 'bonus' {
  return wallet === 'balance' ? 'cash' : 'bonus'
}

export function toWireWallet(wallet: 'cash' | 'bonus'): 'balance' | 'freeBalance' {
  return wallet === 'cash' ? 'balance' : 'freeBalance'
}
