import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { houseDay } from '#contract/houseTime.ts'
import { cents } from '#contract/money.ts'
import { issueVoucher } from '#server/domain/payments/vouchers.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { sendPictures } from './helpers/sendPictures.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

const spec = await createTestApp()
const brazil = await createTestApp({ JURISDICTION: 'br' })

const minute = 60_000
/** A valid CPF that no player here uses. */
const otherCpf = '529.982.247-25'

interface UserInfo {
  userInfo: { payDiscount: object | null }
  protection: { limitAsk: number; pauseTime: string | null }
  paypackage: { pkgId: string | null; bouns: number }
}

async function order(app: TestApp, token: string, price = 100) {
  const { data } = await app.get<{ pkgId: string; price: number; curreny: string }[]>(
    '/api/app/order/getPrices',
    { token },
  )
  const pkg = data.find((one) => one.price === price && ['BRL', 'EXTPAY', ''].includes(one.curreny))
  return app.post<{ orderId: string }>(
    `/api/app/order/prePay/${pkg?.pkgId}`,
    { gift: 1, pkgId: pkg?.pkgId },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )
}

const setLimits = async (app: TestApp, token: string, kinds = ['loss', 'time']) => {
  for (const kind of kinds)
    expect((await app.post('/api/app/limits', { kind, period: 'month', amount: 1000 }, { token })).http).toBe(
      200,
    )
}
const userInfo = async (app: TestApp, token: string) =>
  (await app.get<UserInfo>('/api/app/user/userInfo', { token })).data
const balanceOf = async (app: TestApp, uId: string) => (await app.deps.ledger.wallet(app.deps.db, uId)).cash
const pay = (app: TestApp, orderId: string, body: object = {}) =>
  app.post(`/sandbox/api/orders/${orderId}/pay`, body)

describe('switches that are sent to a device', () => {
  it('match the default profile', async () => {
    expect((await spec.get('/api/app/main/appInfo')).data).toMatchObject({
      jurisdiction: 'spec',
      paymentMethods: ['pix', 'card'],
      usdt: true,
      bonuses: [...bonusKinds],
      limitsAtSignUp: [],
      idleCloseMinutes: null,
      kiosk: true,
      sports: { retirement: 'afterOneSet', superOver: true },
      notices: [],
    })
  })

  it('are the Brazilian rules with br', async () => {
    expect((await brazil.get('/api/app/main/appInfo')).data).toMatchObject({
      jurisdiction: 'br',
      paymentMethods: ['pix'],
      usdt: false,
      bonuses: ['cashback'],
      limitsAtSignUp: ['loss', 'time'],
      birthDate: true,
      identityPictures: true,
      vouchers: false,
      idleCloseMinutes: 30,
      kiosk: false,
      notices: ['risk', 'ownAccount', 'notIncome'],
    })
    const home = await brazil.get<{ onlineRule: object }>('/api/app/main/home')
    expect(home.data.onlineRule).toEqual({ multiplier: 1, jitter: false })
  })
})

describe('limits at sign-up', () => {
  it('are required until each kind is set, and no deposit is possible before that', async () => {
    const { token } = await brazil.createUser({ kyc: 1 })
    for (const [missing, words] of [
      [['loss', 'time'], 'Perda e Tempo'],
      [['time'], 'Tempo'],
    ] as const) {
      expect((await userInfo(brazil, token)).protection).toMatchObject({ limitAsk: 1, limitKinds: missing })
      const refused = await order(brazil, token)
      expect([refused.http, refused.message]).toEqual([403, expect.stringContaining(`faltam: ${words}.`)])
      await setLimits(brazil, token, [missing[0]])
    }
    expect((await userInfo(brazil, token)).protection.limitAsk).toBe(0)
    expect((await order(brazil, token)).http).toBe(200)
  })

  it('are not requested elsewhere', async () => {
    const { token } = await spec.createUser({ kyc: 1 })
    expect((await userInfo(spec, token)).protection.limitAsk).toBe(0)
    expect((await order(spec, token)).http).toBe(200)
  })
})

describe('the e-mail address', () => {
  it('must be confirmed before the first deposit', async () => {
    const { token, uId } = await brazil.createUser({ kyc: 1 })
    await setLimits(brazil, token)
    await brazil.deps.db.write('update users set email_confirmed_at = null where id = $1', [uId])
    expect((await userInfo(brazil, token)).protection).toMatchObject({ emailOpen: 1, emailAsk: 1 })
    const refused = await order(brazil, token)
    expect([refused.http, refused.message]).toEqual([403, expect.stringContaining('confirme seu e-mail')])
  })
})

describe('the date of birth', () => {
  const check = (app: TestApp, token: string, birthDate?: string) =>
    app.post('/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: randomCpf(), birthDate }, { token })
  /** The house's day so many years ago, moved by days. */
  const yearsAgo = (years: number, days = 0) => {
    const day = new Date(`${houseDay(brazil.deps.clock.now())}T12:00:00Z`)
    day.setUTCFullYear(day.getUTCFullYear() - years)
    day.setUTCDate(day.getUTCDate() + days)
    return day.toISOString().slice(0, 10)
  }

  it('is asked for, and nobody under 18 is verified', async () => {
    const { token, uId } = await brazil.createUser()
    for (const [birthDate, words] of [
      [undefined, 'data de nascimento'],
      [yearsAgo(-1), 'data de nascimento'],
      [yearsAgo(200), 'data de nascimento'],
      [yearsAgo(17), '18 anos'],
      [yearsAgo(18, 2), '18 anos'],
    ] as const) {
      const { http, message } = await check(brazil, token, birthDate)
      expect([http, message]).toEqual([400, expect.stringContaining(words)])
    }
    expect((await check(brazil, token, yearsAgo(18, -1))).http).toBe(409)
    await sendPictures(brazil, token)
    const [user] = await brazil.deps.db.read<{ birth_date_encrypted: Buffer }>(
      'select birth_date_encrypted from users where id = $1',
      [uId],
    )
    expect(user?.birth_date_encrypted.toString('latin1')).not.toContain(yearsAgo(18, -1))
  })

  it('is not asked for elsewhere', async () => {
    const { token } = await spec.createUser()
    expect((await check(spec, token)).http).toBe(200)
  })
})

describe('vouchers', () => {
  it('are neither issued nor redeemed with br', async () => {
    const issue = (jurisdiction: string) =>
      issueVoucher(
        { ...brazil.deps, config: { ...brazil.deps.config, jurisdiction } },
        { amount: cents(10_00), lifetimeMs: 60 * minute },
      )
    await expect(issue('br')).rejects.toThrow()
    const { token } = await brazil.createUser({ kyc: 1 })
    // Issued before the profile changed.
    const { code } = await issue('spec')
    const redeem = await brazil.post('/api/app/vouchers/redeem', { code }, { token })
    expect([redeem.http, redeem.message]).toEqual([404, expect.stringContaining('Código')])
  })
})

describe('bonus on a deposit', () => {
  it('is neither offered nor paid with br, whichever deposit it is', async () => {
    const { token, uId } = await brazil.createUser({ kyc: 1 })
    await setLimits(brazil, token)
    for (const deposits of [1, 2]) {
      expect((await userInfo(brazil, token)).paypackage.pkgId).toBeNull()
      const prices = await brazil.get<{ gift: number }[]>('/api/app/order/getPrices', { token })
      expect(prices.data.every(({ gift }) => gift === 0)).toBe(true)
      const paid = await order(brazil, token)
      await pay(brazil, paid.data.orderId)
      const wallet = await brazil.deps.ledger.wallet(brazil.deps.db, uId)
      expect([wallet.cash, wallet.bonus]).toEqual([deposits * 100_00, 0])
    }
    const promotions = await brazil.get('/api/app/promotions', { token })
    expect(JSON.stringify(promotions.data)).not.toContain('firstDeposit')
  })
})

describe('an invitation', () => {
  it('promises a welcome bonus only where a deposit can have one', async () => {
    for (const [app, bonus] of [
      [spec, 0.05],
      [brazil, 0],
    ] as const) {
      const { token } = await app.createUser()
      const { data } = await app.get<{ userInfo: { yqm: string } }>('/api/app/user/userInfo', { token })
      const invitation = await app.get(`/api/app/main/invitation/${data.userInfo.yqm}`)
      expect(invitation.data).toMatchObject({ bouns: bonus })
    }
  })
})

describe('payment from the own account only', () => {
  it("returns another person's payment, records the reason, and tells the player", async () => {
    const { token, uId } = await brazil.createUser({ kyc: 1 })
    await setLimits(brazil, token)
    const { data } = await order(brazil, token)
    expect(await pay(brazil, data.orderId, { payerCpf: otherCpf })).toMatchObject({
      http: 200,
      data: { status: '-01' },
    })
    expect(await balanceOf(brazil, uId)).toBe(0)
    const status = await brazil.get<{ status: string }>(`/api/app/order/getStatus/${data.orderId}`, { token })
    expect(status.data.status).toBe('-01')
    const records = await brazil.get<{ list: { status: string; detail: object }[] }>(
      '/api/app/order/records?tab=deposits',
      { token },
    )
    expect(records.data.list[0]).toMatchObject({ status: '01', detail: { refusal: 'payerMismatch' } })
    const inbox = await brazil.get<{ list: { kind: string; params: object }[] }>('/api/app/messages', {
      token,
    })
    expect(inbox.data.list[0]).toMatchObject({ kind: 'depositReturned', params: { amount: 100 } })

    // The money is returned once, when the jobs run next.
    await brazil.post('/sandbox/api/clock', { advanceMs: 1_000 })
    const [refund] = await brazil.deps.db.read<{ refunded: boolean; notified: boolean }>(
      `select p.refunded_at is not null as refunded, o.refunded_at is not null as notified
        from orders o join sandbox_provider.payments p on p.order_id = o.id where o.id = $1`,
      [data.orderId],
    )
    expect(refund).toEqual({ refunded: true, notified: true })
    // The same notice again, and one that names the player after all, have no effect.
    await pay(brazil, data.orderId)
    expect(await balanceOf(brazil, uId)).toBe(0)
    expect((await order(brazil, token)).http).toBe(200)
    expect(await brazil.deps.ledger.violations()).toEqual([])
  })

  it("accepts the player's own payment", async () => {
    const { token, uId } = await brazil.createUser({ kyc: 1 })
    await setLimits(brazil, token)
    const { data } = await order(brazil, token)
    await pay(brazil, data.orderId)
    expect(await balanceOf(brazil, uId)).toBe(100_00)
  })

  it('checks no payer elsewhere, and stores no CPF unencrypted', async () => {
    const { token, uId } = await spec.createUser({ kyc: 1 })
    const { data } = await order(spec, token)
    await pay(spec, data.orderId, { payerCpf: otherCpf })
    expect(await balanceOf(spec, uId)).toBe(100_00)
    const [books] = await spec.deps.db.read<{ line: string }>(
      'select p::text as line from sandbox_provider.payments p where order_id = $1',
      [data.orderId],
    )
    expect(books?.line).not.toContain('52998224725')
    expect(await pay(spec, data.orderId, { payerCpf: '111.111.111-11' })).toMatchObject({ http: 400 })
  })
})

describe('crypto', () => {
  it('is no destination with br, even if enabled for the player', async () => {
    const { token } = await brazil.createUser({ kyc: 1, lx: '20', balance: 500 })
    const limits = await brazil.get('/api/app/order/getWithdraw', { token })
    expect(JSON.stringify(limits.data)).not.toContain('"USDT"')
    const refused = await brazil.post(
      '/api/app/order/withdraw',
      {
        payCardBank: 'USDT',
        payCardNo: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        ifsc: '',
        name: '',
        amount: 100,
        whatsapp: '',
      },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(refused.http).toBe(403)
  })
})

describe('own account', () => {
  interface Limits {
    cardInfo: Record<string, { payCardNo: string; name: string }> & { CHANNEL: string[] }
    ownCpf?: object
  }
  const ownCpf = '935.411.347-80'
  const other = '529.982.247-25'

  it('with br the only destination is the verified CPF, which need not be typed', async () => {
    const { token } = await brazil.createUser({ balance: 500, level: 12 })
    const withdraw = (body: object) =>
      brazil.post(
        '/api/app/order/withdraw',
        { payCardBank: 'CPF', ifsc: '', name: 'Rita Lima', whatsapp: '', amount: 60, ...body },
        { token, headers: { 'idempotency-key': randomUUID() } },
      )
    const limits = async () => (await brazil.get<Limits>('/api/app/order/getWithdraw', { token })).data
    const setCard = (payCardNo: string) =>
      brazil.post(
        '/api/app/order/setCard',
        { payCardBank: 'CPF', payCardNo, ifsc: '', name: 'Rita Lima', whatsapp: '' },
        { token },
      )
    expect((await limits()).cardInfo.CHANNEL).toEqual(['CPF'])
    expect((await setCard(other)).http).toBe(200)
    expect(await withdraw({ payCardNo: other })).toMatchObject({
      http: 403,
      message: 'Confirme sua identidade antes de retirar.',
    })
    const form = { name: 'Rita Lima', cardNo: ownCpf, birthDate: '1990-12-31' }
    await brazil.post('/api/app/user/updateKyc', form, { token })
    await sendPictures(brazil, token)
    expect((await limits()).cardInfo['CPF']).toMatchObject({ payCardNo: '***.411.347-**', name: 'Rita Lima' })
    // It is the destination already, so the form has nothing to begin with.
    expect((await limits()).ownCpf).toBeUndefined()

    const refusal = { http: 403, message: 'A retirada só pode ir para o CPF confirmado desta conta.' }
    expect(await withdraw({ payCardNo: other })).toMatchObject(refusal)
    expect(await withdraw({ payCardNo: '***.982.247-**' })).toMatchObject(refusal)
    expect(await withdraw({ payCardBank: 'CNPJ', payCardNo: '11.222.333/0001-81' })).toMatchObject(refusal)
    expect(await setCard(other)).toMatchObject(refusal)

    expect((await withdraw({ payCardNo: '***.411.347-**', name: 'Outra Pessoa' })).http).toBe(200)
    expect((await withdraw({ payCardNo: ownCpf })).http).toBe(200)
    const rows = await brazil.deps.db.read<{ key_masked: string; holder: string }>(
      `select w.key_masked, w.holder from withdrawals w join users u on u.id = w.user_id
        where u.kyc_name = 'Rita Lima'`,
    )
    expect(rows).toEqual(Array(2).fill({ key_masked: '***.411.347-**', holder: 'Rita Lima' }))
  })

  it('without the rule any valid CPF and CNPJ may be used', async () => {
    const { token } = await spec.createUser({ kyc: 1, balance: 500, level: 12 })
    const response = await spec.post(
      '/api/app/order/withdraw',
      { payCardBank: 'CPF', payCardNo: other, ifsc: '', name: 'Rita Lima', whatsapp: '', amount: 60 },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(response.http).toBe(200)
  })
})

describe('idle close', () => {
  const url = '/api/app/user/getBalance'

  it('ends a session after 30 minutes without a call, and states the reason every time', async () => {
    const { token } = await brazil.createUser()
    await brazil.get(url, { token })
    await brazil.deps.clock.advance(29 * minute)
    expect((await brazil.get(url, { token })).http).toBe(200)
    await brazil.deps.clock.advance(31 * minute)
    for (let call = 0; call < 2; call++) {
      const response = await brazil.get(url, { token })
      expect(response).toMatchObject({ http: 401, status: 40101, data: { reason: 'idle' } })
      expect(response.message).toBe(
        'Sua sessão foi encerrada após 30 minutos de inatividade. Entre novamente.',
      )
    }
  })

  it('ends a session that has made no call at all since the login', async () => {
    const { token } = await brazil.createUser()
    await brazil.deps.clock.advance(31 * minute)
    expect(await brazil.get(url, { token })).toMatchObject({ http: 401, data: { reason: 'idle' } })
  })

  it('also ends one that makes no call but has a real-time connection', async () => {
    const { token, uId } = await brazil.createUser()
    await brazil.get(url, { token })
    const notices: (string | undefined)[] = []
    const stop = brazil.deps.bus.subscribe((message) => {
      if (message.type === 'sessionEnded') notices.push(message.notice)
    })
    await brazil.post('/sandbox/api/clock', { advanceMs: 31 * minute })
    const [open] = await brazil.deps.db.read(
      'select 1 as open from sessions where user_id = $1 and revoked_at is null',
      [uId],
    )
    expect(open).toBeUndefined()
    await expect
      .poll(() => notices)
      .toContain('Sua sessão foi encerrada após 30 minutos de inatividade. Entre novamente.')
    stop()
  })

  it('is not the reason for a session that ended otherwise, and never happens with spec', async () => {
    const loggedOut = await brazil.createUser()
    await brazil.post('/api/app/user/logout', {}, { token: loggedOut.token })
    expect(await brazil.get(url, { token: loggedOut.token })).toMatchObject({ http: 401, data: null })
    const { token } = await spec.createUser()
    await spec.get(url, { token })
    await spec.deps.clock.advance(24 * 60 * minute)
    expect((await spec.get(url, { token })).http).toBe(200)
  })
})

describe('a pause', () => {
  it('is part of user info, and removes every offer from it', async () => {
    const { token, username } = await spec.createUser({ kyc: 1, gift: 1 })
    await spec.call('PATCH', `/sandbox/api/users/${username}`, { body: { payDiscount: { discount: 0.1 } } })
    expect((await userInfo(spec, token)).protection.pauseTime).toBeNull()
    await spec.post('/api/app/limits/selfExclude', { months: 6 }, { token })
    const paused = await userInfo(spec, token)
    expect(paused.userInfo).toMatchObject({ payDiscount: null })
    expect(Date.parse(paused.protection.pauseTime ?? '')).toBeGreaterThan(
      spec.deps.clock.now().getTime() + 180 * 24 * 60 * minute,
    )
    expect(paused.paypackage).toMatchObject({ gift: 0, pkgId: null, bouns: 0 })
  })
})
