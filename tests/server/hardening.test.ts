import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { settleDueRounds } from '#server/games/double/sharedRound.ts'
import { handlePaymentNotification } from '#server/domain/payments/payments.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { refundPayment } from '#server/domain/payments/returnedPayments.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { productionEnv } from './helpers/production.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t
const { db } = deps

describe('responses', () => {
  it('of calls are neither cached nor MIME-sniffed', async () => {
    for (const url of ['/api/app/main/appInfo', '/api/app/user/getBalance', '/api/nothing']) {
      const { headers } = await t.app.inject({ url })
      expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
    }
  })

  it('enforce HTTPS only where the public URL is HTTPS', async () => {
    const env = { ...productionEnv, PUBLIC_URL: 'https://palpite.test' }
    const production = await createTestApp(env, { beside: t })
    for (const url of ['/api/app/main/appInfo', '/api/docs/', '/home']) {
      const { headers } = await production.app.inject({ url })
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    }
    expect((await t.app.inject({ url: '/home' })).headers['strict-transport-security']).toBeUndefined()
  })

  it('of the documentation allow only own scripts and no framing', async () => {
    const production = await createTestApp(productionEnv, { beside: t })
    for (const path of ['/api/docs/', '/api/docs/json']) {
      const { statusCode, headers } = await production.app.inject({ url: path })
      expect(statusCode).toBe(200)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })
})

describe('a production server on the sandbox provider', () => {
  it('tells every client that it is a demonstration', async () => {
    const production = await createTestApp(productionEnv, { beside: t })
    const isDemonstration = async (app: typeof t) =>
      (await app.get<{ demonstration: boolean }>('/api/app/main/appInfo')).data.demonstration
    expect([await isDemonstration(production), await isDemonstration(t)]).toEqual([true, false])
  })
})

describe('the sandbox', () => {
  it.each([
    ['127.0.0.1:5250', 200],
    ['192.168.0.7:5250', 200],
    ['[::1]:5250', 200],
    ['localhost:5250', 200],
    ['venue-7:5250', 200],
    ['venue-7.local', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:5250', 403],
  ])('responds to the host name %s with %d', async (host, http) => {
    const response = await t.app.inject({ url: '/sandbox/api/outbox', headers: { host } })
    expect(response.statusCode).toBe(http)
    const file = await t.app.inject({ url: '/provider/sandbox/pay.css', headers: { host } })
    expect(file.statusCode).toBe(http)
  })

  it('shows and settles a payment under its own host name only', async () => {
    const { token } = await t.createUser({ kyc: 1 })
    const prePay = { gift: 1, pkgId: 'brl-100', isapp: 0 }
    const order = await t.post<{ url: string; orderId: string }>('/api/app/order/prePay/brl-100', prePay, {
      token,
    })
    const { pathname } = new URL(order.data.url)
    const statusesAt = async (host: string) => {
      const outcomes: number[] = []
      for (const [method, url] of [
        ['GET', pathname],
        ['GET', `${pathname}/state`],
        ['GET', `${pathname}/qr.svg`],
        ['POST', `${pathname}/pay`],
      ] as const) {
        outcomes.push((await t.app.inject({ method, url, headers: { host } })).statusCode)
      }
      return outcomes
    }
    const status = async () =>
      (await t.get<{ status: string }>(`/api/app/order/getStatus/${order.data.orderId}`, { token })).data
    const pending = await status()
    expect(await statusesAt('evil.example')).toEqual([403, 403, 403, 403])
    expect(await status()).toEqual(pending)
    expect(await statusesAt('localhost:5250')).toEqual([200, 200, 200, 200])
    expect(await status()).not.toEqual(pending)
  })
})

describe('support chat', () => {
  it('refuses an invalid message number', async () => {
    const { token } = await t.createUser()
    for (const url of ['after', 'before'].map((name) => `/api/app/chat/messages?${name}=2147483648`))
      expect((await t.get(url, { token })).http).toBe(400)
    expect((await t.post('/api/app/chat/read', { seq: 2_147_483_648 }, { token })).http).toBe(400)
    expect((await t.post('/api/app/chat/read', { seq: 2_147_483_647 }, { token })).http).toBe(200)
  })
})

describe('passwords', () => {
  const form = async (pwd: string) => ({
    ...(await t.captcha()),
    username: `${randomUUID()}@example.com`,
    pwd,
    pwd1: pwd,
    phone: '11987654321',
    country: '+55',
    regcode: '',
    isapp: 0,
  })

  it.each(['password1', 'Password1', 'abc12345', 'qwerty123'])('%s is too common', async (pwd) => {
    const response = await t.post('/api/auth/user/restRegister', await form(pwd))
    expect([response.http, response.message]).toEqual([400, pt_BR.errors.passwordCommon])
  })

  it('a reset refuses a common password too', async () => {
    const { username } = await t.createUser()
    const codes = async () =>
      (await t.get<{ code: string }[]>(`/sandbox/api/outbox?to=${username}`)).data.map(({ code }) => code)
    await t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email: username }, form: true })
    const body = { email: username, code: (await codes())[0] ?? '' }
    const { data: chkId } = await t.call<string>('POST', '/api/app/main/RESETPWD/checkEmail', {
      body,
      form: true,
    })
    const response = await t.post('/api/app/main/setPwd', { chkId, nPwd: 'iloveyou2' })
    expect([response.http, response.message]).toEqual([400, pt_BR.errors.passwordCommon])
    expect((await t.post('/api/app/main/setPwd', { chkId, nPwd: 'Quintal-verde-7' })).http).toBe(200)
  })
})

describe('the code of a password reset', () => {
  it('allows twenty guesses a day across all codes', async () => {
    const { username: email } = await t.createUser()
    const send = () => t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email }, form: true })
    const guess = () =>
      t.call('POST', '/api/app/main/RESETPWD/checkEmail', { body: { email, code: 'wrong' }, form: true })
    let guesses = 0
    for (let hour = 0; hour < 8; hour++) {
      expect((await send()).http).toBe(200)
      for (let i = 0; i < 5; i++) if ((await guess()).http === 400) guesses++
      await deps.clock.advance(60 * 60_000)
    }
    expect(guesses).toBe(20)
    await deps.clock.advance(24 * 60 * 60_000)
    await send()
    expect((await guess()).http).toBe(400)
  })
})

describe('a payment that arrives after its player has closed the account', () => {
  it('is not credited but sent back', async () => {
    const player = await t.createUser({ kyc: 1 })
    const { data } = await t.post<{ orderId: string; payNo: string }>(
      '/api/app/order/prePay/brl-20',
      { gift: '1' },
      { token: player.token, form: true },
    )
    await db.write(`update orders set status = 'cancelled' where id = $1`, [data.orderId])
    const erased = await t.post(
      '/api/app/user/personalData/erase',
      { pwd: player.password },
      { token: player.token },
    )
    expect(erased.http).toBe(200)
    const [order] = await db.read<{ amount: number }>(
      'select principal - discount as amount from orders where id = $1',
      [data.orderId],
    )
    const amount = cents(order?.amount ?? 0)
    const status = { state: 'paid', payNo: data.payNo, amount, payerNumber: null } as const
    const notification = { id: data.orderId, status }
    await handlePaymentNotification(deps, notification)
    await handlePaymentNotification(deps, notification)
    expect((await deps.ledger.wallet(db, player.uId)).cash).toBe(0)
    const refund = vi.spyOn(deps.provider, 'refund')
    await runJobs(deps)
    await refundPayment(deps, data.orderId)
    expect(refund.mock.calls).toEqual([[data.orderId, amount]])
    expect(await db.read('select status, refusal from orders where id = $1', [data.orderId])).toEqual([
      { status: 'failed', refusal: 'accountClosed' },
    ])
  })
})

describe('a job', () => {
  const failFor = (broken: string) => (first: { userId: string }) => first.userId === broken

  it('continues after a row that fails: withdrawals', async () => {
    const players = [
      await t.createUser({ balance: 100, kyc: 1 }),
      await t.createUser({ balance: 100, kyc: 1 }),
    ]
    // A payout key shared by two players would require a review by the operator.
    const keys = ['52998224725', '11144477735']
    for (const [at, { token }] of players.entries()) {
      const body = {
        payCardBank: 'CPF',
        payCardNo: keys[at],
        name: 'Ana',
        amount: 60,
        ifsc: '',
        whatsapp: '',
      }
      const response = await t.post('/api/app/order/withdraw', body, { token })
      expect([response.http, response.message]).toEqual([200, expect.any(String)])
    }
    await deps.clock.advance(10 * 60_000)
    const complete = deps.ledger.completeWithdrawal
    const isBroken = failFor(players[0]?.uId ?? '')
    vi.spyOn(deps.ledger, 'completeWithdrawal').mockImplementation((tx, withdrawal) => {
      if (isBroken(withdrawal)) throw new Error('broken row')
      return complete(tx, withdrawal)
    })
    await runJobs(deps)
    vi.restoreAllMocks()
    const statusOf = async (user: { uId: string }) =>
      (await db.read<{ status: string }>('select status from withdrawals where user_id = $1', [user.uId]))[0]
        ?.status
    expect(await Promise.all(players.map(statusOf))).toEqual(['approved', 'paid'])
  })

  it('continues after a row that fails: bets on double', async () => {
    const players = [await t.createUser({ balance: 100 }), await t.createUser({ balance: 100 })]
    await settleDueRounds(deps)
    const startsAt = (Math.floor(deps.clock.now().getTime() / 15_000) + 1) * 15_000
    await deps.clock.moveTo(new Date(startsAt))
    for (const { token } of players) {
      const bet = await t.post('/api/app/game/double/bet', { amount: 1, colour: 'red' }, { token })
      expect(bet.http).toBe(200)
    }
    await deps.clock.moveTo(new Date(startsAt + 14_000))
    const settle = deps.ledger.settleRound
    const isBroken = failFor(players[0]?.uId ?? '')
    vi.spyOn(deps.ledger, 'settleRound').mockImplementation((tx, round) => {
      if (isBroken(round)) throw new Error('broken row')
      return settle(tx, round)
    })
    await settleDueRounds(deps)
    vi.restoreAllMocks()
    const statusOf = async (user: { uId: string }) =>
      (await db.read<{ status: string }>('select status from game_rounds where user_id = $1', [user.uId]))[0]
        ?.status
    expect(await Promise.all(players.map(statusOf))).toEqual(['open', 'settled'])
    await settleDueRounds(deps)
    expect(await Promise.all(players.map(statusOf))).toEqual(['settled', 'settled'])
  })

  it('continues after a row that fails: payments to be sent back', async () => {
    const user = await t.createUser({ kyc: 1 })
    for (const id of ['back-1', 'back-2']) {
      await db.write(
        `insert into orders (id, user_id, package_id, pay_no, provider, principal, bonus, discount, status,
           waive_promotions, offer, is_app, created_at, expires_at, closed_at, refusal)
         values ($1, $2, 'brl-20', $1, 'sandbox', 2000, 0, 0, 'failed', true, 'deposit', false, $3, $3, $3, 'payerMismatch')`,
        [id, user.uId, deps.clock.now()],
      )
      await db.tx((tx) => deps.queue.add(tx, 'refundPayment', id))
    }
    const refund = vi
      .spyOn(deps.provider, 'refund')
      .mockImplementation((id) =>
        id === 'back-1' ? Promise.reject(new Error('provider down')) : Promise.resolve(),
      )
    await runJobs(deps)
    expect(refund).toHaveBeenCalledTimes(2)
    expect(
      await db.read(`select id from orders where user_id = $1 and refunded_at is null`, [user.uId]),
    ).toEqual([{ id: 'back-1' }])
    vi.restoreAllMocks()
  })

  it('continues after a table that fails: expired rows', async () => {
    await db.write(`insert into attempts (key, at) values ('old', now() - interval '9 days')`)
    await db.write('alter table captchas rename to captchas_away')
    await expect(deleteExpired(deps)).rejects.toThrow('deleting expired rows failed')
    await db.write('alter table captchas_away rename to captchas')
    expect(await db.read(`select 1 from attempts where key = 'old'`)).toEqual([])
  })
})
