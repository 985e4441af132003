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
