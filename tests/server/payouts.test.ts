import { afterEach, describe, expect, it, vi } from 'vitest'
import { handlePayoutNotification, sendPayout } from '#server/domain/payments/payouts.ts'
import { approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { ProviderRefusedError } from '#server/providers/errors.ts'
import { takeBackPayment } from '#server/providers/payment/sandbox/payments.ts'
import { returnSandboxPayout } from '#server/providers/payout/sandbox/SandboxPayouts.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { keepsPaymentContract } from './contracts/paymentProvider.ts'
import { keepsPayoutContract } from './contracts/payoutProvider.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, deps, player } = server
const { db } = deps
afterEach(() => void vi.restoreAllMocks())

/** A withdrawal of R$ 60 that was approved and not sent. */
async function approved(): Promise<{ owner: TestPlayer; id: string }> {
  const owner = await player({ balance: 100 })
  const body = { payCardBank: 'CPF', payCardNo: randomCpf(), name: 'Ana', amount: 60, ifsc: '', whatsapp: '' }
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', { player: owner, body })
  await approveWithdrawal(deps, testActor, data.orderId)
  return { owner, id: data.orderId }
}

async function stateOf(owner: TestPlayer) {
  const [row] = await db.read<{ id: string; status: string }>(
    'select id, status from withdrawals where user_id = $1',
    [owner.userId],
  )
  const { cash, heldWithdrawals } = await deps.ledger.wallet(db, owner.userId)
  return { status: row?.status, cash, held: heldWithdrawals }
}

const timesPaid = async (id: string) =>
  (await db.read('select 1 from sandbox_provider.payouts where id = $1', [id])).length
const messagesOf = async ({ userId }: TestPlayer) =>
  (
    await db.read<{ kind: string }>(
      `select kind from messages where user_id = $1 and kind like 'withdrawal%' order by seq`,
      [userId],
    )
  ).map(({ kind }) => kind)

describe('the sandbox keeps the contract of a payout provider', () => {
  keepsPayoutContract(() => ({
    provider: deps.payout,
    paid: timesPaid,
    giveBack: (id) => returnSandboxPayout(deps, id),
  }))
})

describe('the sandbox keeps the contract of a payment provider', () => {
  keepsPaymentContract(() => ({
    provider: deps.provider,
    now: () => deps.clock.now(),
    pay: async (id) => {
      await db.write(
        `update sandbox_provider.payments set result = 'paid', settled_at = now() where order_id = $1`,
        [id],
      )
    },
    takeBack: (id) => takeBackPayment(deps, id),
  }))
})

describe('an approved withdrawal', () => {
  it('is sent by a job, and paid; the player sees it as pending until then', async () => {
    const { owner, id } = await approved()
    expect(await stateOf(owner)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
    const { data } = await call<{ withdrawal: { status: string } }>('GET', '/api/app/order/open', {
      player: owner,
    })
    expect(data.withdrawal.status).toBe('00')
    const published = vi.spyOn(deps.bus, 'publish')
    await runJobs(deps)
    await runJobs(deps)
    expect(await stateOf(owner)).toEqual({ status: 'paid', cash: 4_000, held: 0 })
    expect(await messagesOf(owner)).toEqual(['withdrawalPaid'])
    const told = published.mock.calls.flatMap(([, message]) =>
      message.type === 'event' && message.event.name === 'account:withdrawalPaid' ? [message] : [],
    )
    expect(told, 'once').toMatchObject([
      { userId: owner.userId, event: { payload: { orderId: id, amount: 60 } } },
    ])
  })

  it('whose answer was lost is asked about, and not sent twice', async () => {
    const { owner, id } = await approved()
    const { send } = deps.payout
    const sending = vi.spyOn(deps.payout, 'send').mockImplementationOnce(async (payout) => {
      await send(payout)
      throw new Error('connection reset')
    })
    await expect(sendPayout(deps, id)).rejects.toThrow('did not answer')
    expect(await stateOf(owner)).toEqual({ status: 'approved', cash: 4_000, held: 6_000 })
    await sendPayout(deps, id)
    await sendPayout(deps, id)
    expect(sending).toHaveBeenCalledTimes(1)
    expect(await stateOf(owner)).toEqual({ status: 'paid', cash: 4_000, held: 0 })
  })

  it('is not sent while the provider does not say what became of it', async () => {
    const { owner, id } = await approved()
    const sending = vi.spyOn(deps.payout, 'send').mockRejectedValueOnce(new Error('reset'))
    await expect(sendPayout(deps, id)).rejects.toThrow()
    vi.spyOn(deps.payout, 'status').mockRejectedValueOnce(new Error('down'))
    await expect(sendPayout(deps, id)).rejects.toThrow()
    expect(sending).toHaveBeenCalledTimes(1)
    expect(await stateOf(owner)).toMatchObject({ status: 'approved' })
    await sendPayout(deps, id)
    expect(await stateOf(owner)).toMatchObject({ status: 'paid' })
    expect(await timesPaid(id)).toBe(1)
  })

  it('that is sent and not paid yet is asked about until it is', async () => {
    const { owner, id } = await approved()
    const sent = { state: 'sent', reference: 'e2e' } as const
    vi.spyOn(deps.payout, 'send').mockResolvedValue(sent)
    const status = vi.spyOn(deps.payout, 'status').mockResolvedValue(sent)
    for (let i = 0; i < 3; i++) await expect(sendPayout(deps, id)).rejects.toThrow('not paid yet')
    expect(await stateOf(owner)).toEqual({ status: 'sent', cash: 4_000, held: 6_000 })
    expect(deps.payout.send).toHaveBeenCalledTimes(1)
    status.mockResolvedValue({ state: 'paid', reference: 'e2e' })
    await sendPayout(deps, id)
    expect(await stateOf(owner)).toMatchObject({ status: 'paid', held: 0 })
  })

  it('that the provider refuses gives the money back and tells the player, once', async () => {
    const { owner, id } = await approved()
    vi.spyOn(deps.payout, 'send').mockRejectedValue(new ProviderRefusedError('unknown key'))
    await sendPayout(deps, id)
    await sendPayout(deps, id)
    expect(await stateOf(owner)).toEqual({ status: 'failed', cash: 10_000, held: 0 })
    expect(await messagesOf(owner)).toEqual(['withdrawalRefused'])
  })

  it('that comes back after it was paid is credited with its fee, once', async () => {
    const { owner, id } = await approved()
    await db.write('update withdrawals set fee = 100 where id = $1', [id])
    await sendPayout(deps, id)
    await returnSandboxPayout(deps, id)
    await Promise.all(Array.from({ length: 5 }, () => handlePayoutNotification(deps, { id })))
    expect(await stateOf(owner)).toEqual({ status: 'returned', cash: 10_000, held: 0 })
    expect(await messagesOf(owner)).toEqual(['withdrawalPaid', 'withdrawalReturned'])
  })

  it('is paid once, however many processes and notifications come together', async () => {
    const { owner, id } = await approved()
    await Promise.all([
      ...Array.from({ length: 5 }, () => sendPayout(deps, id)),
      ...Array.from({ length: 5 }, () =>
        handlePayoutNotification(deps, { id, status: { state: 'paid', reference: 'e2e' } }),
      ),
    ])
    expect(await stateOf(owner)).toEqual({ status: 'paid', cash: 4_000, held: 0 })
    expect(await messagesOf(owner)).toEqual(['withdrawalPaid'])
  })
})

it('leaves the ledger consistent', async () => {
  expect(await deps.ledger.violations()).toEqual([])
})
