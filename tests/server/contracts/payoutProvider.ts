import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import type { Payout, PayoutProvider } from '#server/providers/payout/PayoutProvider.ts'

/** A provider under test, and what it and the payee's bank do. */
export interface PayoutPeer {
  provider: PayoutProvider
  /** How often it has paid this id. */
  paid(id: string): Promise<number>
  /** The payee's bank sends a payment back. */
  giveBack(id: string): Promise<void>
}

/** What the server relies on in every payout adapter. Call it in a `describe`. */
export function keepsPayoutContract(peer: () => PayoutPeer): void {
  const newPayout = (): Payout => ({
    id: randomUUID(),
    amount: cents(500),
    destination: { type: 'CPF', key: '52998224725', holder: 'Ana Souza' },
  })
  const untilDone = (provider: PayoutProvider, id: string) =>
    expect.poll(async () => (await provider.status(id)).state, { timeout: 10_000 })

  it('knows nothing of a payout that it was never asked for', async () => {
    expect(await peer().provider.status(randomUUID())).toEqual({ state: 'none', reference: null })
  })

  it('pays once for an id, also for parallel calls', async () => {
    const { provider, paid } = peer()
    const payout = newPayout()
    await Promise.all([provider.send(payout), provider.send(payout), provider.send(payout)])
    await untilDone(provider, payout.id).toBe('paid')
    await provider.send(payout)
    expect(await paid(payout.id)).toBe(1)
    expect((await provider.status(payout.id)).reference).not.toBeNull()
  })

  it('lists what it was asked for in a time, once, with our id', async () => {
    const { provider } = peer()
    const payout = newPayout()
    const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    const listed = async (range: { from: Date; to: Date }) => {
      const found: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await provider.listSent(cursor === undefined ? range : { ...range, cursor })
        found.push(...page.list.filter(({ id }) => id === payout.id))
        cursor = page.next
      }
      return found
    }
    expect(await listed({ from, to })).toEqual([])
    await provider.send(payout)
    await untilDone(provider, payout.id).toBe('paid')
    expect(await listed({ from, to })).toMatchObject([{ state: 'paid', amount: payout.amount, returned: 0 }])
    expect(await listed({ from: new Date(from.getTime() - 60_000), to: from })).toEqual([])
  })

  it('says that a payout has come back, and does not pay it again', async () => {
    const { provider, paid, giveBack } = peer()
    const payout = newPayout()
    await provider.send(payout)
    await untilDone(provider, payout.id).toBe('paid')
    await giveBack(payout.id)
    await untilDone(provider, payout.id).toBe('returned')
    await provider.send(payout)
    expect(await paid(payout.id)).toBe(1)
  })
}
