import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { issueVoucher } from '#server/domain/payments/vouchers.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

stopTime()
const world = await createTestApp()
const { deps, get, post, createUser } = world

// 15:00 on a Wednesday in São Paulo.
beforeEach(() => deps.clock.moveTo(new Date('2027-03-10T18:00:00Z')))

const minute = 60_000
const day = 86_400_000

interface Overview {
  limits: {
    kind: string
    period: string
    amount: number | null
    used: number
    next: { amount: number | null; from: string } | null
  }[]
  excludedUntil: string | null
  realityCheck: number
}

const url = '/api/app/limits'
const setLimit = (token: string, kind: string, period: string, amount: number | null) =>
  post<Overview>(url, { kind, period, amount }, { token })
const limitOf = ({ limits }: Overview, kind: string, period: string) =>
  limits.find((limit) => limit.kind === kind && limit.period === period)
const bet = (token: string, amount: number, wallet = 'balance') =>
  post(
    '/api/app/game/mines/bet',
    { amount, mineCount: 24, wallet },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )
const stop = (token: string) => get('/api/app/game/stopGame', { token })

/** Sets seeds whose first rolls are all below 98, so every bet on a roll over 98 loses. */
async function drawLosses(username: string): Promise<void> {
  const { http } = await post(`/sandbox/api/seeds/${username}`, {
    serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
    clientSeed: '86ff027f15c48241af7f54a726690ee7',
    nonce: 0,
  })
  expect(http).toBe(200)
}

const rollOver98 = (token: string, amount: number) =>
  post<{ status: string }>('/api/app/game/dice/bet', { amount, direction: 'over', chance: 2 }, { token })

async function order(app: TestApp, token: string, price: number) {
  const { data } = await app.get<{ pkgId: string; price: number; curreny: string }[]>(
    '/api/app/order/getPrices',
    { token },
  )
  const pkg = data.find((one) => one.price === price && ['BRL', 'EXTPAY', ''].includes(one.curreny))
  return app.post<{ orderId: string }>(
    `/api/app/order/prePay/${pkg?.pkgId}`,
    { gift: 0, pkgId: pkg?.pkgId },
    { token },
  )
}

describe('limits', () => {
  it('need a login and valid values', async () => {
    expect((await get(url)).http).toBe(401)
    const { token } = await createUser()
    const { data } = await get<Overview>(url, { token })
    expect(data.limits).toHaveLength(9)
    expect(data.limits.every(({ amount }) => amount === null)).toBe(true)
    expect((await setLimit(token, 'loss', 'year', 1)).http).toBe(400)
    expect((await setLimit(token, 'loss', 'day', -1)).http).toBe(400)
    expect((await setLimit(token, 'loss', 'day', 1.234)).http).toBe(400)
    expect((await setLimit(token, 'time', 'day', 1.5)).http).toBe(400)
  })

  it('are lowered at once and raised after 24 hours', async () => {
    const { token } = await createUser()
    await setLimit(token, 'loss', 'day', 100)
    const lower = await setLimit(token, 'loss', 'day', 50)
    expect(limitOf(lower.data, 'loss', 'day')).toMatchObject({ amount: 50, next: null })
    const higher = await setLimit(token, 'loss', 'day', 80)
    expect(limitOf(higher.data, 'loss', 'day')).toMatchObject({
      amount: 50,
      next: {
        amount: 80,
        from: '2027-03-11T18:00:00.000Z',
      },
    })
    await deps.clock.advance(day - minute)
    expect(limitOf((await get<Overview>(url, { token })).data, 'loss', 'day')?.amount).toBe(50)
    await deps.clock.advance(2 * minute)
    expect(limitOf((await get<Overview>(url, { token })).data, 'loss', 'day')).toMatchObject({
      amount: 80,
      next: null,
    })
  })

  it('limit deposits per day', async () => {
    const { token } = await createUser({ kyc: 1 })
    await setLimit(token, 'deposit', 'day', 150)
    const first = await order(world, token, 100)
    expect(first.http).toBe(200)
    await post(`/sandbox/api/orders/${first.data.orderId}/pay`, {})
    const second = await order(world, token, 100)
    expect(second).toMatchObject({
      http: 400,
      message: 'Este valor passa do limite que você definiu em Jogo responsável.',
    })
    expect(limitOf((await get<Overview>(url, { token })).data, 'deposit', 'day')?.used).toBe(100)
    await deps.clock.advance(day)
    expect((await order(world, token, 100)).http).toBe(200)
  })

  it('count an order that is still to be paid when a voucher is redeemed, and none that has ended', async () => {
    const { token } = await createUser({ kyc: 1 })
    await setLimit(token, 'deposit', 'day', 150)
    const redeem = async () => {
      const { code } = await issueVoucher(deps, { amount: cents(100_00), lifetimeMs: day })
      return post(
        '/api/app/vouchers/redeem',
        { code },
        { token, headers: { 'idempotency-key': randomUUID() } },
      )
    }
    const first = await order(world, token, 100)
    expect(first.http).toBe(200)
    expect(await redeem()).toMatchObject({ http: 400, message: expect.stringContaining('limite') })
    // The order that waits is offered again, whatever the limit.
    expect(await order(world, token, 100)).toMatchObject({ data: { orderId: first.data.orderId } })
    await post(`/api/app/order/cancel/${first.data.orderId}`, {}, { token })
    expect((await redeem()).http).toBe(200)
    await deps.clock.advance(day)
    expect((await order(world, token, 100)).http).toBe(200)
    await deps.clock.advance(31 * minute)
    expect((await redeem()).http).toBe(200)
  })

  it('limit losses per day, including open stakes', async () => {
    const { token, username } = await createUser({ balance: 1000, freeBalance: 100 })
    await drawLosses(username)
    await setLimit(token, 'loss', 'day', 30)
    expect((await rollOver98(token, 20)).data.status).toBe('lost')
    expect((await bet(token, 11)).message).toBe(
      'Este valor passa do limite que você definiu em Jogo responsável.',
    )
    expect((await bet(token, 10)).http).toBe(200)
    expect(limitOf((await get<Overview>(url, { token })).data, 'loss', 'day')?.used).toBe(30)
    await stop(token)
    await deps.clock.advance(day)
    expect((await bet(token, 30)).http).toBe(200)
  })

  it('hold for many concurrent bets', async () => {
    const { token, uId, username } = await createUser({ balance: 1000 })
    await drawLosses(username)
    await setLimit(token, 'loss', 'month', 50)
    const responses = await Promise.all(Array.from({ length: 12 }, () => rollOver98(token, 30)))
    const { cash } = await deps.ledger.wallet(deps.db, uId)
    expect(cash).toBe(970_00)
    const refused = responses.filter(
      ({ message }) => message === 'Este valor passa do limite que você definiu em Jogo responsável.',
    )
    expect(refused).toHaveLength(11)
  })

  it('count the time played, and stop play when it is used up', async () => {
    const { token } = await createUser({ balance: 100, kyc: 1 })
    await setLimit(token, 'time', 'day', 10)
    for (let step = 0; step < 4; step++) {
      await deps.clock.advance(3 * minute)
      await get('/api/app/user/getBalance', { token })
    }
    expect(limitOf((await get<Overview>(url, { token })).data, 'time', 'day')?.used).toBe(12)
    expect((await bet(token, 1)).message).toBe(
      'O tempo de jogo que você definiu em Jogo responsável acabou por este período.',
    )
    expect((await order(world, token, 100)).http).toBe(400)
    // A long gap between calls is not counted as play, and the next day starts at zero.
    await deps.clock.advance(day)
    expect((await bet(token, 1)).http).toBe(200)
  })

  it('count the time on two devices at once as what it is', async () => {
    const { token, username, password } = await createUser({ balance: 100, kyc: 1 })
    const login = { ...(await world.captcha()), username, pwd: password }
    const phone = (await post<{ access_token: string }>('/api/auth/user/restLogin', login)).data.access_token
    const used = async () => limitOf((await get<Overview>(url, { token })).data, 'time', 'day')?.used
    for (const device of [token, phone]) await get('/api/app/user/getBalance', { token: device })
    for (let step = 0; step < 4; step++)
      for (const device of [token, phone]) {
        await deps.clock.advance(2 * minute)
        await get('/api/app/user/getBalance', { token: device })
      }
    expect(await used()).toBe(16)
    // Both at the same moment, after a while on one of them alone.
    await deps.clock.advance(2 * minute)
    await Promise.all([token, phone].map((device) => get('/api/app/user/getBalance', { token: device })))
    expect(await used()).toBe(18)
  })
})

describe('pauses', () => {
  it('stop bets, deposits and offers until they end, and cannot be shortened', async () => {
    const { token } = await createUser({ balance: 100, kyc: 1, gift: 1 })
    const { data } = await post<Overview>(`${url}/timeOut`, { days: 2 }, { token })
    expect(data.excludedUntil?.slice(0, 16)).toBe('2027-03-12T18:00')
    expect(await bet(token, 1)).toMatchObject({
      http: 403,
      message: 'Sua conta está em pausa. Você ainda pode retirar seu saldo.',
    })
    expect((await order(world, token, 100)).http).toBe(403)
    expect((await get<number>('/api/app/main/userGift', { token })).data).toBe(0)
    const shorter = await post<Overview>(`${url}/timeOut`, { days: 1 }, { token })
    expect(shorter.data.excludedUntil).toBe(data.excludedUntil)
    await deps.clock.advance(2 * day)
    expect((await bet(token, 1)).http).toBe(200)
  })

  it('last 1 to 42 days, or 6 months and more', async () => {
    const { token } = await createUser()
    for (const days of [0, 43, 1.5]) {
      expect((await post(`${url}/timeOut`, { days }, { token })).http).toBe(400)
    }
    expect((await post(`${url}/selfExclude`, { months: 5 }, { token })).http).toBe(400)
    const { data } = await post<Overview>(`${url}/selfExclude`, { months: 6 }, { token })
    expect(data.excludedUntil?.slice(0, 10)).toBe('2027-09-10')
    await post(`${url}/timeOut`, { days: 1 }, { token })
    expect((await get<Overview>(url, { token })).data.excludedUntil).toBe(data.excludedUntil)
  })

  it('a self-exclusion without end outlives every other pause, and its mail names no day', async () => {
    const { token, username, password } = await createUser({ balance: 100 })
    const { data } = await post<Overview>(`${url}/selfExclude`, { months: null }, { token })
    expect(isWithoutEnd(data.excludedUntil ?? '')).toBe(true)
    for (const [call, body] of [
      ['selfExclude', { months: 6 }],
      ['timeOut', { days: 1 }],
    ] as const)
      await post(`${url}/${call}`, body, { token })
    await deps.clock.advance(20 * 365 * day)
    const login = { ...(await world.captcha()), username, pwd: password }
    const { data: again } = await post<{ access_token: string }>('/api/auth/user/restLogin', login)
    expect((await rollOver98(again.access_token, 1)).message).toContain('em pausa')
    const mails = (
      await get<{ subject: string; text: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)
    ).data
    const started = mails.filter(({ subject }) => subject === 'Sua autoexclusão começou')
    expect(started).toHaveLength(3)
    expect(mails.some(({ subject, text }) => `${subject} ${text}`.includes('9999'))).toBe(false)
  })
})

describe('reality check', () => {
  it('reports the time and the net result of the session', async () => {
    const { token, uId } = await createUser({ balance: 100 })
    expect((await post<Overview>(`${url}/realityCheck`, { minutes: 30 }, { token })).data.realityCheck).toBe(
      30,
    )
    expect((await post(`${url}/realityCheck`, { minutes: 29 }, { token })).http).toBe(400)
    await deps.clock.advance(31 * minute)
    await deps.ledger.instantRound(deps.db, {
      actor: testActor,
      userId: uId,
      roundId: randomUUID(),
      stake: 10_00 as never,
      payout: 4_00 as never,
      wallet: 'cash',
    })
    const { data } = await get<{ minutes: number; net: number; realityCheck: number }>(`${url}/session`, {
      token,
    })
    expect(data).toMatchObject({ minutes: 31, net: -6, realityCheck: 30 })
  })
})
