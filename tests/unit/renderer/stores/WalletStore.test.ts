import { describe, expect, it } from 'vitest'
import { userCalls } from '#contract/http/user.ts'
import { cents } from '#contract/money.ts'
import type { Api } from '#renderer/services/api.ts'
import { WalletStore } from '#renderer/stores/WalletStore.ts'

/** A wallet whose request resolves when `respond` is called. */
function createWallet() {
  let resolveRequest: (wire: { balance: number; freeBalance: number }) => void = () => undefined
  const requests: unknown[] = []
  const api = {
    call: (call: unknown) => {
      requests.push(call)
      return new Promise((resolve) => (resolveRequest = resolve))
    },
  } as unknown as Api
  return {
    wallet: new WalletStore(api),
    respond: (wire: Parameters<typeof resolveRequest>[0]) => resolveRequest(wire),
    requests,
  }
}

describe('the wallet', () => {
  it("shows the server's response", async () => {
    const { wallet, respond, requests } = createWallet()
    const refreshed = wallet.refresh()
    expect(wallet.isRefreshing).toBe(true)
    respond({ balance: 12.34, freeBalance: 5 })
    await refreshed
    expect(requests).toEqual([userCalls.getBalance])
    expect([wallet.cash, wallet.bonus, wallet.isRefreshing]).toEqual([1234, 500, false])
  })

  it('keeps a push that arrived while an older response was in transit', async () => {
    const { wallet, respond } = createWallet()
    const refreshed = wallet.refresh()
    wallet.push({ cash: cents(900) })
    respond({ balance: 10, freeBalance: 0 })
    await refreshed
    expect(wallet.cash).toBe(900)
    // The next request is newer than that push.
    const again = wallet.refresh()
    respond({ balance: 8, freeBalance: 0 })
    await again
    expect(wallet.cash).toBe(800)
  })
})

describe('while a round is revealed', () => {
  it('shows what it was told to, then the newest balances', () => {
    const { wallet } = createWallet()
    wallet.push({ cash: cents(100_00), bonus: cents(5_00) })
    const first = wallet.holdForReveal({ cash: cents(90_00), bonus: cents(5_00) })
    wallet.push({ cash: cents(274_10) })
    expect([wallet.cash, wallet.bonus]).toEqual([90_00, 5_00])
    expect(wallet.latest.cash).toBe(274_10)
    first()
    expect([wallet.cash, wallet.bonus]).toEqual([274_10, 5_00])
  })

  it('ends with the last of several rounds, and once', () => {
    const { wallet } = createWallet()
    const [first, second] = [10, 20].map((amount) =>
      wallet.holdForReveal({ cash: cents(amount), bonus: cents(0) }),
    )
    first?.()
    first?.()
    expect(wallet.cash).toBe(20)
    second?.()
    expect(wallet.cash).toBe(0)
  })

  it('shows nothing of a player who has logged out', () => {
    const { wallet } = createWallet()
    wallet.push({ cash: cents(100_00) })
    const end = wallet.holdForReveal({ cash: cents(90_00), bonus: cents(0) })
    wallet.clear()
    expect(wallet.cash).toBe(0)
    end()
    expect(wallet.cash).toBe(0)
  })
})
