import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { handlePaymentNotification } from '#server/domain/payments/payments.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp } from './helpers/testApp.ts'

const world = await createTestApp()
const { deps, get, post } = world

interface Limits {
  ownCpf: { payCardNo: string } | null
}

/** A verified player with R$ 30 of a deposit that was not bet, below the minimum, and R$ 20 of bonus. */
async function depositor() {
  const username = `pause${randomCpf()}@example.com`
  const created = await post<{ token: string }>('/sandbox/api/users', {
    username,
    password: 'Segura-123',
    balance: 30,
    freeBalance: 20,
    turnover: 70,
    kyc: 1,
  })
  const token = created.data.token
  const [user] = await deps.db.read<{ id: string }>('select id from users where email = $1', [username])
  const id = user?.id ?? ''
  const { data } = await get<Limits>('/api/app/order/getWithdraw', { token })
  const key = data.ownCpf?.payCardNo ?? ''
  const withdraw = (amount: number) => {
    const form = { payCardBank: 'CPF', payCardNo: key, ifsc: key, name: 'Jogador de Teste', whatsapp: '' }
    return post('/api/app/order/withdraw', { ...form, amount }, { token })
  }
  return { id, token, withdraw }
}

describe.each([
  ['time-out', '/api/app/limits/timeOut', { days: 1 }],
  ['self-exclusion', '/api/app/limits/selfExclude', { months: 120 }],
])('in a %s', (_, path, body) => {
  it('bonuses end, and all cash is payable whatever its turnover and the minimum', async () => {
    const { id, token, withdraw } = await depositor()
    expect(await withdraw(30)).toMatchObject({ http: 400 })

    expect((await post(path, body, { token })).http).toBe(200)

    expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 3000, bonus: 0, turnoverLeft: 0 })
    const { data } = await get('/api/app/user/account', { token })
    expect(data).toMatchObject({ balance: 30, wdAmount: 30, locked: 0, turnoverLeft: 0 })
    for (const amount of [0.05, 29.95]) expect(await withdraw(amount)).toMatchObject({ http: 200 })
    expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 0, heldWithdrawals: 3000 })
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('an order that is paid then credits what was paid, which can be withdrawn at once', async () => {
    const { id, token, withdraw } = await depositor()
    const { data } = await post<{ orderId: string; payNo: string }>(
      '/api/app/order/prePay/fcbrl-20',
      { gift: '1' },
      { token, form: true },
    )
    expect((await post(path, body, { token })).http).toBe(200)
    await handlePaymentNotification(deps, {
      id: data.orderId,
      status: { state: 'paid', payNo: data.payNo, amount: cents(2000), payerNumber: null },
    })
    expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 5000, bonus: 0, turnoverLeft: 0 })
    expect((await withdraw(50)).http).toBe(200)
  })

  it('a bet from before pays: cash to the cash, and what was bet of a bonus ends with it', async () => {
    const { id, token } = await depositor()
    const actor = { kind: 'job', id: 'test' } as const
    const stakes = (['cash', 'bonus'] as const).map((wallet) => ({ wallet, roundId: `${wallet} ${id}` }))
    await deps.db.tx(async (tx) => {
      for (const stake of stakes)
        await deps.ledger.holdStake(tx, { userId: id, actor, amount: cents(500), ...stake })
    })
    expect((await post(path, body, { token })).http).toBe(200)
    expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 2500, bonus: 0 })
    await deps.db.tx(async (tx) => {
      for (const { roundId } of stakes)
        await deps.ledger.settleRound(tx, { userId: id, actor, roundId, payout: cents(1200) })
    })
    expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 3700, bonus: 0, withdrawable: 3700 })
  })
})

it('a bonus that was bet before a pause ends with it, also when the bet is settled, cashed out or refunded later', async () => {
  const { id, token } = await depositor()
  const actor = { kind: 'job', id: 'test' } as const
  const bet = (roundId: string) =>
    deps.db.tx((tx) =>
      deps.ledger.holdStake(tx, { userId: id, actor, amount: cents(500), wallet: 'bonus', roundId }),
    )
  const settle = (roundId: string) =>
    deps.db.tx((tx) => deps.ledger.settleRound(tx, { userId: id, actor, roundId, payout: cents(1200) }))
  for (const name of ['won', 'void']) await bet(`${name} ${id}`)
  expect((await post('/api/app/limits/timeOut', { days: 1 }, { token })).http).toBe(200)
  await deps.clock.advance(25 * 3_600_000)
  await settle(`won ${id}`)
  await settle(`won ${id}`)
  await deps.db.tx((tx) => deps.ledger.refundRound(tx, { userId: id, actor, roundId: `void ${id}` }))
  expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 3000, bonus: 0, turnoverLeft: 0 })
  // A bonus of afterwards is as any other.
  await deps.db.tx((tx) =>
    deps.ledger.grantBonus(tx, {
      userId: id,
      actor,
      kind: 'gift',
      refId: `later ${id}`,
      wallet: 'bonus',
      amount: cents(500),
      turnover: cents(1000),
    }),
  )
  await bet(`later ${id}`)
  await settle(`later ${id}`)
  expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ bonus: 1200, turnoverLeft: 500 })
  expect(await deps.db.read('select what from ledger_violations')).toEqual([])
})

it('an amount of which the fees to USDT leave nothing is refused, and the least that is paid is said', async () => {
  const { id, token } = await depositor()
  await deps.db.write(`update users set lx = '20' where id = $1`, [id])
  expect((await post('/api/app/limits/timeOut', { days: 1 }, { token })).http).toBe(200)
  const withdraw = (amount: number) =>
    post(
      '/api/app/order/withdraw',
      { payCardBank: 'USDT', payCardNo: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', amount, pwd: 'Segura-123' },
      { token },
    )
  expect(await withdraw(5)).toMatchObject({ http: 400, message: 'Montante mínimo de retirada:R$5.62' })
  expect(await deps.ledger.wallet(deps.db, id)).toMatchObject({ cash: 3000, heldWithdrawals: 0 })
  expect((await withdraw(5.62)).http).toBe(200)
})
