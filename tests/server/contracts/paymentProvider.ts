import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import type { Charge, PaymentProvider } from '#server/providers/payment/PaymentProvider.ts'

/** A provider under test, and what its payers do. */
export interface PaymentPeer {
  provider: PaymentProvider
  /** The provider's clock. */
  now(): Date
  /** The payer pays; resolves when the provider knows. */
  pay(id: string): Promise<void>
  /** The payer's bank takes a payment back as a whole, because of fraud. */
  takeBack(id: string): Promise<void>
}

/** What the server relies on in every payment adapter. Call it in a `describe`. */
export function keepsPaymentContract(peer: () => PaymentPeer): void {
  const newCharge = (): Charge => ({
    id: randomUUID(),
    amount: cents(1_234),
    expiresAt: new Date(peer().now().getTime() + 30 * 60_000),
    returnUrl: 'https://palpite.example/paySuccess',
    payer: { name: 'Ana Souza', cpf: '52998224725' },
    methods: ['pix'],
    language: 'pt_BR',
  })

  it('knows nothing of a charge that it was never asked for', async () => {
    expect(await peer().provider.status(randomUUID())).toEqual({ state: 'none' })
  })

  it('opens one charge for an id, also for parallel calls', async () => {
    const { provider } = peer()
    const charge = newCharge()
    const opened = await Promise.all([
      provider.charge(charge),
      provider.charge(charge),
      provider.charge(charge),
    ])
    expect(new Set(opened.map(({ payNo }) => payNo)).size).toBe(1)
    expect(URL.canParse(opened[0]?.url ?? '')).toBe(true)
    expect(await provider.status(charge.id)).toMatchObject({
      state: 'pending',
      payNo: opened[0]?.payNo,
      amount: charge.amount,
    })
  })

  it('says that a charge is paid, whatever is asked for later, and lists it once', async () => {
    const { provider, pay } = peer()
    const charge = newCharge()
    const from = new Date(Date.now() - 60_000)
    const { payNo } = await provider.charge(charge)
    await pay(charge.id)
    await provider.cancel(charge.id).catch(() => undefined)
    expect(await provider.status(charge.id)).toMatchObject({ state: 'paid', payNo, amount: charge.amount })
    const found: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const range = { from, to: new Date(Date.now() + 60_000) }
      const page = await provider.listReceived(cursor === undefined ? range : { ...range, cursor })
      found.push(...page.list.filter(({ id }) => id === charge.id))
      cursor = page.next
    }
    expect(found).toMatchObject([{ id: charge.id, amount: charge.amount }])
  })

  it('closes a charge, twice without effect', async () => {
    const { provider } = peer()
    const charge = newCharge()
    await provider.charge(charge)
    await provider.cancel(charge.id)
    await provider.cancel(charge.id)
    expect(await provider.status(charge.id)).toMatchObject({ state: 'cancelled' })
  })

  it('sends a payment back, twice without effect', async () => {
    const { provider, pay } = peer()
    const charge = newCharge()
    await provider.charge(charge)
    await pay(charge.id)
    expect(await provider.returns(charge.id)).toEqual([])
    await provider.refund(charge.id, charge.amount)
    await provider.refund(charge.id, charge.amount)
    expect(await provider.returns(charge.id)).toMatchObject([{ cause: 'refund', amount: charge.amount }])
  })

  it('tells once, by what name and why, what a bank has taken back, also in its list', async () => {
    const { provider, pay, takeBack } = peer()
    const charge = newCharge()
    const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) }
    await provider.charge(charge)
    await pay(charge.id)
    await takeBack(charge.id)
    const taken = [{ id: expect.any(String) as string, cause: 'fraud', amount: charge.amount, state: 'done' }]
    expect(await provider.returns(charge.id)).toEqual(taken)
    expect(await provider.returns(charge.id)).toEqual(await provider.returns(charge.id))
    const { list } = await provider.listReceived(range)
    expect(list.find(({ id }) => id === charge.id)?.returns).toEqual(taken)
  })

  it('names what can be paid with', () => {
    expect(peer().provider.methods.length).toBeGreaterThan(0)
  })
}
