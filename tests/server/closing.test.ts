import { expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { makeAdjustment } from '#server/domain/payments/adjustments.ts'
import { listReversals } from '#server/domain/payments/reversals.ts'
import { handlePayoutNotification } from '#server/domain/payments/payouts.ts'
import { saveDestination } from '#server/domain/payments/withdrawals.ts'
import { writeOffDebts } from '#server/domain/payments/writeOffDebts.ts'
import { changePlayerStatus } from '#server/domain/protection/playerStatus.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { returnSandboxPayout } from '#server/providers/payout/sandbox/SandboxPayouts.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp } from './helpers/testApp.ts'

const world = await createTestApp()
const { deps, get, post } = world
const password = 'Segura-123'

/** A verified player with a rest that no withdrawal may be as small as, and a bonus. */
async function playerWith(balance: number) {
  const username = `closing${randomCpf()}@example.com`
  const { uId, token } = await world.createUser({ username, password, balance, freeBalance: 5, kyc: 1 })
  const close = (giveUp?: number) =>
    post<{ erased: number }>(
      '/api/app/user/personalData/erase',
      { pwd: password, ...(giveUp === undefined ? {} : { giveUp }) },
      { token },
    )
  const logIn = async () =>
    post<{ access_token: string }>('/api/auth/user/restLogin', {
      ...(await world.captcha()),
      username,
      pwd: password,
    })
  const withdraw = async (amount: number, as = token) => {
    const { data } = await get<{ ownCpf: { payCardNo: string } }>('/api/app/order/getWithdraw', { token: as })
    const key = data.ownCpf.payCardNo
    const form = { payCardBank: 'CPF', payCardNo: key, ifsc: key, name: 'Jogador de Teste', whatsapp: '' }
    return post<{ orderId: string }>('/api/app/order/withdraw', { ...form, amount }, { token: as })
  }
  const isErased = async () => {
    const [row] = await deps.db.read<{ is: boolean }>(
      'select erased_at is not null as is from users where id = $1',
      [uId],
    )
    return row?.is
  }
  return { uId, token, close, logIn, withdraw, isErased }
}

/** A corrected ticket took back what the wallet no longer had. */
async function oweForTicket(userId: string, amount: number) {
  const actor = { kind: 'job', id: 'test' } as const
  const owe = { userId, actor, ticketId: `owed ${userId}`, number: 1, amount: cents(amount) }
  await deps.db.tx(async (tx) => {
    await deps.ledger.oweForTicket(tx, owe)
    const change = { cash: cents(-amount), bonus: cents(0) }
    await deps.ledger.correctTicket(tx, { ...owe, wallet: 'cash', change, stake: cents(0) })
  })
}

const bet = (token: string) =>
  post('/api/app/game/dice/bet', { amount: 0.1, direction: 'over', chance: 50 }, { token })

/** The sandbox approves after five seconds, and pays. */
async function payOut() {
  await deps.clock.advance(60_000)
  await runJobs(deps)
  await runJobs(deps)
}

it.each([0.05, 49.99])(
  'an account with R$ %d is closed: the rest is paid out, then the person is erased',
  async (rest) => {
    const { uId, token, close, logIn, withdraw, isErased } = await playerWith(rest)
    expect((await withdraw(rest)).http).toBe(400)

    expect(await close()).toMatchObject({ http: 200, data: { erased: 0 } })
    expect(await deps.ledger.wallet(deps.db, uId)).toMatchObject({ cash: Math.round(rest * 100), bonus: 0 })
    expect((await bet(token)).http).toBe(403)
    const info = await get<{ protection: object }>('/api/app/user/userInfo', { token })
    expect(info.data.protection).toMatchObject({ closed: 1 })
    await runJobs(deps)
    expect(await isErased()).toBe(false)
    // Whoever logs out meanwhile gets in again.
    const again = await logIn()
    expect((await withdraw(rest, again.data.access_token)).http).toBe(200)
    await payOut()
    expect(await isErased()).toBe(true)
    expect((await get('/api/app/user/userInfo', { token })).http).toBe(401)
    expect((await logIn()).http).toBe(400)
    expect(await deps.ledger.violations()).toEqual([])
  },
)

it('what a bank sends back after the person was erased is reported to the staff, who take it to pay it by hand', async () => {
  const { uId, close, withdraw, isErased } = await playerWith(40)
  await close()
  const { data } = await withdraw(40)
  await payOut()
  expect(await isErased()).toBe(true)
  const alert = vi.spyOn(deps.log, 'error')
  await returnSandboxPayout(deps, data.orderId)
  for (let times = 1; times <= 2; times++) await handlePayoutNotification(deps, { id: data.orderId })
  expect(alert.mock.calls).toEqual([
    [{ userId: uId, cents: 4000, cause: 'payoutReturned' }, 'money has come to an erased account'],
  ])
  alert.mockRestore()
  expect(await deps.ledger.wallet(deps.db, uId)).toMatchObject({ cash: 4000 })
  const adjust = (amount: number) =>
    deps.db.tx((tx) =>
      makeAdjustment(deps, tx, {
        userId: uId,
        account: 'cash',
        amount: cents(amount),
        kind: 'other',
        reason: 'paid by bank transfer',
        staffId: 'test',
      }),
    )
  await expect(adjust(1)).rejects.toThrow('notFound')
  await adjust(-4000)
  expect(await deps.ledger.wallet(deps.db, uId)).toMatchObject({ cash: 0 })
  expect(await deps.ledger.violations()).toEqual([])
})

it('the rest is given up only as the amount that is there, by a posting of the player that the office sees', async () => {
  const { uId, close, isErased } = await playerWith(49.99)
  expect((await close(49.98)).http).toBe(409)
  expect(await deps.ledger.wallet(deps.db, uId)).toMatchObject({ cash: 4999, bonus: 500 })

  expect(await close(49.99)).toMatchObject({ http: 200, data: { erased: 1 } })
  expect(await isErased()).toBe(true)
  expect(await deps.ledger.wallet(deps.db, uId)).toMatchObject({ cash: 0, bonus: 0 })
  const { list } = await deps.ledger.entriesOf(uId)
  expect(list).toContainEqual(expect.objectContaining({ kind: 'adjust', refType: 'closing' }))
  expect(
    await deps.db.read('select amount, kind, made_by from adjustments where user_id = $1', [uId]),
  ).toEqual([{ amount: -4999, kind: 'givenUp', made_by: 'player' }])
  expect(await deps.ledger.violations()).toEqual([])
})

it('a rest can be given up later, while the account is closing', async () => {
  const { close, isErased } = await playerWith(0.01)
  expect(await close()).toMatchObject({ data: { erased: 0 } })
  expect(await close(0.01)).toMatchObject({ data: { erased: 1 } })
  expect(await isErased()).toBe(true)
})

it('what is in an account that the staff closed stays payable; then the player is logged out', async () => {
  const { uId, token, close, logIn, withdraw, isErased } = await playerWith(12.34)
  await deps.db.tx((tx) =>
    changePlayerStatus(deps, tx, {
      userId: uId,
      status: 'closed',
      until: null,
      reason: 'terms',
      note: 'seen by a test',
      staffId: 'staff-1',
    }),
  )
  expect(await bet(token)).toMatchObject({
    http: 403,
    message: expect.stringMatching(/^Sua conta foi encerrada: /),
  })
  expect((await close()).http).toBe(403)
  const { data } = await logIn()
  expect((await withdraw(12.34, data.access_token)).http).toBe(200)
  await payOut()
  expect((await get('/api/app/user/userInfo', { token: data.access_token })).http).toBe(401)
  expect((await logIn()).http).toBe(403)
  expect(await isErased()).toBe(false)
})

it('a suspension by the house outlasts the wish to close the account: with another one the person would be free of it', async () => {
  const { uId, close, isErased } = await playerWith(0)
  const decide = (status: 'suspended' | 'active') =>
    deps.db.tx((tx) =>
      changePlayerStatus(deps, tx, {
        userId: uId,
        status,
        until: null,
        reason: status === 'active' ? null : 'terms',
        note: '',
        staffId: 'staff-1',
      }),
    )
  await decide('suspended')
  expect(await close()).toMatchObject({ http: 403, message: expect.stringMatching(/suspensa/) })
  expect(await isErased()).toBe(false)
  await decide('active')
  expect((await close()).data).toEqual({ erased: 1 })
})

it.each([
  { cash: 50, owed: 100, left: 5_000, erased: 0 },
  { cash: 150, owed: 100, left: 0, erased: 1 },
])('R$ $cash left to the house pay what is owed (R$ $owed) first', async ({ cash, owed, left, erased }) => {
  const { uId, close } = await playerWith(cash)
  await oweForTicket(uId, owed * 100)
  expect((await close(cash)).data).toEqual({ erased })
  const wallets = await deps.db.read('select cash, debt from wallets where user_id = $1', [uId])
  expect(wallets).toEqual([{ cash: 0, debt: left }])
  const house = await deps.db.read<{ sum: number }>(
    `select coalesce(sum(amount), 0)::bigint as sum from adjustments where user_id = $1`,
    [uId],
  )
  // What pays a debt is no gain of the house by an adjustment.
  expect(house).toEqual([{ sum: Math.min(owed - cash, 0) * 100 }])
})

it('what is left to the house pays a deposit that the bank took back', async () => {
  const { uId, close } = await playerWith(50)
  await deps.db.write(
    `insert into deposit_reversals (user_id, provider, id, order_id, cause, amount, taken, at)
     values ($1, 'sandbox', $1, $1, 'fraud', 10000, 2000, now())`,
    [uId],
  )
  expect((await close(50)).data).toEqual({ erased: 0 })
  expect(await listReversals(deps.db, { userId: uId, withDebt: true })).toMatchObject([{ debt: 3_000 }])
})

it('whoever has money and owes something is told that the data stays until it is paid', async () => {
  const { uId, close } = await playerWith(50)
  await oweForTicket(uId, 700)
  expect(await close()).toMatchObject({
    http: 200,
    data: { erased: 0 },
    message: expect.stringMatching(/retire tudo.*valor em aberto.*quando ele for pago ou perdoado/),
  })
})

it('whoever owes something is closed, and erased when it is written off: another account would owe nothing', async () => {
  const { uId, token, close, logIn, isErased } = await playerWith(0)
  await oweForTicket(uId, 700)
  expect(await close()).toMatchObject({
    http: 200,
    data: { erased: 0 },
    message: expect.stringMatching(/^Conta encerrada\. Como ainda há um valor em aberto/),
  })
  await runJobs(deps)
  expect(await isErased()).toBe(false)
  expect((await get('/api/app/user/userInfo', { token })).http).toBe(401)
  expect((await logIn()).http).toBe(403)

  await deps.db.tx((tx) =>
    writeOffDebts(deps, tx, { userId: uId, staffId: 'staff-1', reason: 'seen by a test' }),
  )
  await runJobs(deps)
  expect(await isErased()).toBe(true)
})

it('a call that was under way stores no key in an erased account', async () => {
  const { uId, close } = await playerWith(0)
  await close()
  const key = randomCpf()
  const destination = { type: 'CPF', key, holder: 'Rita Lima', whatsapp: '' } as const
  await expect(saveDestination(deps, uId, destination, true)).rejects.toMatchObject({ key: 'loggedOut' })
  expect(await deps.db.read('select from payout_keys where user_id = $1', [uId])).toEqual([])
})
