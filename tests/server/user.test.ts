import { describe, expect, inject, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { readIdentity, sealIdentity } from '#server/domain/accounts/kyc.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { exportText } from './helpers/exports.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const t = await createTestApp()
const { deps } = t

type Info = { userInfo: Record<string, unknown>; paypackage: Record<string, unknown> }
const info = async (token: string) =>
  (await t.get<Info>('/api/app/user/userInfo?loading=false', { token })).data

describe('the balance', () => {
  const url = '/api/app/user/getBalance'

  it('takes one SQL statement, which also checks the session', async () => {
    const { token } = await t.createUser({ balance: 12.34, freeBalance: 5 })
    await t.get(url, { token })
    const read = vi.spyOn(deps.db, 'read')
    expect((await t.get(url, { token })).data).toEqual({ balance: 12.34, freeBalance: 5 })
    // Where players are spread over nodes, the player's node is asked.
    expect(read).toHaveBeenCalledTimes(inject('citus') ? 0 : 1)
    read.mockRestore()
  })

  it('is refused as soon as the session has ended, or expired', async () => {
    for (const column of ['revoked_at', 'expires_at']) {
      const { token, uId } = await t.createUser()
      expect((await t.get(url, { token })).http).toBe(200)
      await deps.db.write(`update sessions set ${column} = $2 where user_id = $1`, [uId, deps.clock.now()])
      expect((await t.get(url, { token })).http).toBe(401)
      expect((await t.get(url, { token })).http).toBe(401)
    }
  })
})

describe('user info', () => {
  it('has every documented field, and no other', async () => {
    const { token, username, uId } = await t.createUser({
      balance: 12.34,
      freeBalance: 5,
      level: 3,
      lx: '20',
      kyc: 1,
    })
    const { userInfo, paypackage } = await info(token)
    expect(userInfo).toEqual({
      uId,
      name: 'Jogador de Teste',
      username,
      email: username,
      balance: 12.34,
      freeBalance: 5,
      payAmount: 0,
      yqm: expect.stringMatching(/^[2-9A-Z]{8}$/),
      level: 3,
      header: 0,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      extendInfo: null,
      paySumAmount: 0,
      wdSumAmount: 0,
      gameSumAmount: 0,
      level1Amount: 0,
      level2Amount: 0,
      level3Amount: 0,
      level1Person: 0,
      level2Person: 0,
      level3Person: 0,
      nextlevel: { gameSumAmount: 15000, paySumAmount: 2000 },
      payDiscount: null,
      kyc: 1,
      testFlag: '0',
      lx: '20',
      czflag: 0,
    })
    expect(paypackage).toEqual({ gift: 0, pkgId: 'fcbrl-20', price: 20, bouns: 0.05 })
  })

  it('sums up the deposits of the player and of invitees', async () => {
    const top = await t.createUser({ inviteCode: 'SUMS1' })
    const friend = await t.createUser({ inviteCode: 'SUMS1' })
    await deps.ledger.deposit(deps.db, {
      actor: testActor,
      userId: friend.uId,
      orderId: 'sums-1',
      principal: cents(5_000),
      bonus: cents(1_000),
      turnover: cents(7_000),
    })
    const ownInfo = await info(friend.token)
    expect(ownInfo.userInfo).toMatchObject({ paySumAmount: 50, balance: 50, freeBalance: 10, czflag: 1 })
    expect(ownInfo.paypackage).toMatchObject({ pkgId: 'btbrl-50', price: 50, bouns: 0.1 })
    const inviter = await info(top.token)
    expect(inviter.userInfo).toMatchObject({
      level1Person: 1,
      level1Amount: 50,
      level2Person: 0,
      level2Amount: 0,
    })
  })

  it('has no next level at the top', async () => {
    const { token } = await t.createUser({ level: 12 })
    expect((await info(token)).userInfo['nextlevel']).toBeNull()
  })

  it('shows a discount until it expires', async () => {
    const { token, username } = await t.createUser()
    const expiredTime = new Date(deps.clock.now().getTime() + 60_000).toISOString()
    await t.call('PATCH', `/sandbox/api/users/${username}`, {
      body: { payDiscount: { discount: 0.15, expiredTime }, gift: 1 },
    })
    const during = await info(token)
    expect(during.userInfo['payDiscount']).toEqual({ discount: 0.15, expiredTime })
    expect(during.paypackage['gift']).toBe(1)
    await deps.clock.advance(60_001)
    expect((await info(token)).userInfo['payDiscount']).toBeNull()
  })

  it.each([
    ['GET', '/api/app/user/userInfo'],
    ['GET', '/api/app/user/getBalance'],
    ['GET', '/api/app/user/getUserTest'],
    ['GET', '/api/app/user/setHeader/1'],
    ['POST', '/api/app/user/updateKyc'],
    ['GET', '/api/app/user/account'],
    ['GET', '/api/app/main/userGift'],
    ['POST', '/api/app/main/claimGift'],
  ] as const)('%s %s requires a login', async (method, url) => {
    for (const token of [undefined, 'no-such-token']) {
      const body = url.endsWith('updateKyc') ? { name: 'Ana', cardNo: '1' } : {}
      const response = await t.call(method, url, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body } : {}),
      })
      expect([response.http, response.status, response.data]).toEqual([401, 40101, null])
      expect(response.message).toBe('Sua sessão terminou. Entre novamente.')
    }
  })
})

describe('balances', () => {
  it('match the ledger', async () => {
    const { token } = await t.createUser({ balance: 100.1, freeBalance: 0.5, turnover: 30 })
    expect((await t.get('/api/app/user/getBalance', { token })).data).toEqual({
      balance: 100.1,
      freeBalance: 0.5,
    })
    expect((await t.get('/api/app/user/account', { token })).data).toEqual({
      balance: 100.1,
      freeBalance: 0.5,
      wdAmount: 70.1,
      locked: 30,
      turnoverLeft: 30,
      held: 0,
    })
  })
})

describe('test account', () => {
  it('shows its own credentials and balance, also in user info', async () => {
    const { token, username } = await t.createUser({ testFlag: '1', balance: 8, password: 'Teste-999' })
    const credentials = { username, pwd: 'Teste-999', balance: 8 }
    expect((await t.get('/api/app/user/getUserTest', { token })).data).toEqual(credentials)
    expect((await info(token)).userInfo).toMatchObject({ testFlag: '1', extendInfo: credentials })
  })

  it('is refused for others', async () => {
    const { token } = await t.createUser()
    const response = await t.get('/api/app/user/getUserTest', { token })
    expect([response.http, response.message, response.data]).toEqual([
      403,
      'Esta conta não é de teste.',
      null,
    ])
  })
})

describe('avatar', () => {
  it('is one of 36', async () => {
    const { token } = await t.createUser()
    expect((await t.get('/api/app/user/setHeader/35', { token })).http).toBe(200)
    expect((await info(token)).userInfo['header']).toBe(35)
    for (const index of ['36', '-1', 'x', '1.5', '99999']) {
      expect((await t.get(`/api/app/user/setHeader/${index}`, { token })).http).toBe(400)
    }
    expect((await info(token)).userInfo['header']).toBe(35)
  })
})

describe('identity', () => {
  const verify = (token: string, name: string, cardNo: string) =>
    t.post('/api/app/user/updateKyc', { name, cardNo }, { token })

  it('is checked and stored encrypted, and returns the documented message', async () => {
    const { token, uId } = await t.createUser()
    const response = await verify(token, '  Maria  da Silva ', '529.982.247-25')
    expect([response.http, response.message]).toEqual([200, 'Terminar'])
    expect((await info(token)).userInfo).toMatchObject({ kyc: 1, name: 'Maria da Silva' })
    const [row] = await deps.db.read<{ all: string; cpf_encrypted: Buffer }>(
      'select users::text as all, cpf_encrypted from users where id = $1',
      [uId],
    )
    expect(row?.all).not.toContain('52998224725')
    expect(row?.cpf_encrypted.toString('latin1')).not.toContain('52998224725')
    expect(await readIdentity(deps, deps.db, uId)).toEqual({ name: 'Maria da Silva', cpf: '52998224725' })
    expect(JSON.stringify((await info(token)).userInfo)).not.toMatch(/529.?982/)
  })

  it.each([
    ['a wrong check digit', 'Maria Silva', '529.982.247-24', 'CPF inválido. Confira os 11 dígitos.'],
    ['all digits alike', 'Maria Silva', '111.111.111-11', 'CPF inválido. Confira os 11 dígitos.'],
    ['too few digits', 'Maria Silva', '5299822472', 'CPF inválido. Confira os 11 dígitos.'],
    ['no name', ' ', '111.444.777-35', 'Digite seu nome completo, como está no documento.'],
    [
      'a name without letters',
      '12345',
      '111.444.777-35',
      'Digite seu nome completo, como está no documento.',
    ],
  ])('refuses %s', async (_what, name, cpf, message) => {
    const { token } = await t.createUser()
    const response = await verify(token, name, cpf)
    expect([response.http, response.message]).toEqual([400, message])
    expect((await info(token)).userInfo['kyc']).toBe(0)
  })

  it('refuses unknown fields', async () => {
    const { token } = await t.createUser()
    const body = { name: 'Maria Silva', cardNo: '111.444.777-35', kyc: 1 }
    expect((await t.post('/api/app/user/updateKyc', body, { token })).message).toContain('kyc')
  })

  it('accepts a CPF for one account only, even with 10 parallel requests', async () => {
    const players = await Promise.all(Array.from({ length: 10 }, () => t.createUser()))
    const responses = await Promise.all(
      players.map(({ token }) => verify(token, 'Maria Silva', '390.533.447-05')),
    )
    expect(responses.map(({ http }) => http).sort()).toEqual([200, ...Array<number>(9).fill(403)])
    expect(responses.find(({ http }) => http === 403)?.message).toBe(
      'Não foi possível confirmar sua identidade. Fale com o atendimento.',
    )
  })

  it('is asked about five times a day at most, with one answer about every CPF', async () => {
    const owner = await t.createUser()
    const taken = randomCpf()
    expect((await verify(owner.token, 'Maria Silva', taken)).http).toBe(200)
    const { token } = await t.createUser()
    const answers = []
    for (let asked = 0; asked < 5; asked++) answers.push(await verify(token, 'Outra Pessoa', taken))
    expect(answers.map(({ http }) => http)).toEqual(Array<number>(5).fill(403))
    expect((await verify(token, 'Outra Pessoa', taken)).http).toBe(429)
  })

  it('cannot be changed once verified', async () => {
    const { token } = await t.createUser()
    await verify(token, 'Maria Silva', '111.444.777-35')
    expect((await verify(token, 'Maria Silva', '11144477735')).http).toBe(200)
    expect((await verify(token, 'Maria Silva', '853.513.468-93')).http).toBe(409)
  })
})

describe('personal data', () => {
  const erase = (token: string, pwd: string) => t.post('/api/app/user/personalData/erase', { pwd }, { token })

  it('is exported to the player, with masked keys', async () => {
    const { token, username } = await t.createUser({ balance: 200 })
    await t.post('/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: '935.411.347-80' }, { token })
    const withdraw = { payCardBank: 'CPF', payCardNo: '93541134780', name: 'Rita Lima', amount: 60 }
    const key = { 'idempotency-key': 'export-1' }
    expect((await t.post('/api/app/order/withdraw', withdraw, { token, headers: key })).http).toBe(200)
    for (const limit of [
      { kind: 'loss', period: 'day', amount: 30 },
      { kind: 'time', period: 'week', amount: 90 },
    ])
      expect((await t.post('/api/app/limits', limit, { token })).http).toBe(200)
    await deps.db.write('update users set gift = true where email = $1', [username])
    await t.post('/api/app/main/claimGift', {}, { token })
    const file = await exportText(t, token, 'personalData')
    const data = JSON.parse(file) as Record<string, Record<string, unknown>[]>
    expect(data['user']).toMatchObject({ email: username, name: 'Rita Lima', cpf: '***.411.347-**' })
    expect(data['cards']).toMatchObject([{ type: 'CPF', key: '***.411.347-**', holder: 'Rita Lima' }])
    expect(data['withdrawals']).toMatchObject([{ paid_amount: 60, status: 'requested' }])
    expect(data['ledger']?.length).toBeGreaterThan(1)
    expect(data['sessions']).toHaveLength(1)
    expect(data['limits']).toEqual([
      { kind: 'loss', period: 'day', value: 30, next_value: null, next_from: null },
      { kind: 'time', period: 'week', value: 90, next_value: null, next_from: null },
    ])
    expect(data['messages']).toMatchObject([
      { kind: 'rewardClaimed', params: expect.stringContaining('gift') },
    ])
    expect(file).not.toMatch(/93541134780|argon2|token/)
  })

  it('has the date of birth, where the identity check has asked for it', async () => {
    const { token, uId } = await t.createUser()
    const identity = { name: 'Rita Lima', cpf: randomCpf(), birthDate: '1990-02-28' }
    await sealIdentity(deps, deps.db, uId, identity)
    const { user } = JSON.parse(await exportText(t, token, 'personalData')) as { user: object }
    expect(user).toMatchObject({ kyc_name: 'Rita Lima', birth_date: '1990-02-28', monthly_statement: false })
  })

  it('is erased permanently, and the ledger stays consistent', async () => {
    const { token, username, uId, password } = await t.createUser({
      balance: 0,
      kyc: 1,
      inviteCode: 'ERASE1',
    })
    await t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email: username }, form: true })
    const done = await erase(token, password)
    expect([done.http, done.message]).toEqual([200, 'Conta encerrada. Seus dados pessoais foram apagados.'])
    expect((await t.get('/api/app/user/userInfo', { token })).status).toBe(40101)
    const login = { ...(await t.captcha()), username, pwd: password }
    expect((await t.post('/api/auth/user/restLogin', login)).http).toBe(400)
    const [row] = await deps.db.read<{ all: string }>('select users::text as all from users where id = $1', [
      uId,
    ])
    expect(row?.all).not.toContain(username)
    expect(row?.all).not.toContain('Jogador de Teste')
    const mails = await deps.db.read('select 1 as one from outbox where "to" = $1', [username])
    expect(mails).toHaveLength(0)
    expect((await t.get('/api/app/main/invitation/ERASE1')).http).toBe(400)
    expect((await t.createUser({ username })).uId).not.toBe(uId)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('is not erased without the password; with money in it the account is closed, and stays', async () => {
    const playerWithMoney = await t.createUser({ balance: 0.01 })
    expect((await erase(playerWithMoney.token, 'Errada-123')).message).toBe('E-mail ou senha incorretos.')
    expect((await erase(playerWithMoney.token, playerWithMoney.password)).http).toBe(200)
    expect((await info(playerWithMoney.token)).userInfo['username']).toBe(playerWithMoney.username)
    for (let i = 0; i < 4; i++) await erase(playerWithMoney.token, 'Errada-123')
    expect((await erase(playerWithMoney.token, playerWithMoney.password)).http).toBe(429)
  })
})

describe('the open sessions of a player', () => {
  interface Open {
    sessionId: string
    createdTime: string
    activeTime: string
    deviceType: string
    current: boolean
  }
  const sessionsUrl = '/api/app/user/sessions'
  const list = async (token: string) => (await t.get<Open[]>(sessionsUrl, { token })).data
  const logIn = async (username: string, pwd: string) => {
    const body = { ...(await t.captcha()), username, pwd }
    return (await t.post<{ access_token: string }>('/api/auth/user/restLogin', body)).data.access_token
  }

  it('say on which kind of device each was opened', async () => {
    const { token, username, password } = await t.createUser()
    const phone =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
    const body = { ...(await t.captcha()), username, pwd: password }
    await t.post('/api/auth/user/restLogin', body, { headers: { 'user-agent': phone } })
    expect((await list(token)).map(({ deviceType }) => deviceType)).toEqual(['computer', 'android'])
  })

  it('list the current one first, and can be ended one by one or all at once', async () => {
    const { token, username, password } = await t.createUser()
    const second = await logIn(username, password)
    const third = await logIn(username, password)
    const open = await list(token)
    expect(open.map(({ current }) => current)).toEqual([true, false, false])
    const mine = (await list(second))[0]
    const after = await t.post<Open[]>(`${sessionsUrl}/end`, { sessionId: mine?.sessionId }, { token })
    expect(after.data).toHaveLength(2)
    expect((await t.get(sessionsUrl, { token: second })).http).toBe(401)
    expect((await t.post<Open[]>(`${sessionsUrl}/end`, {}, { token })).data).toMatchObject([
      { current: true },
    ])
    expect((await t.get(sessionsUrl, { token: third })).http).toBe(401)
    expect((await t.get(sessionsUrl, { token })).http).toBe(200)
  })

  it('are all ended but this one, also those that the list is too short for', async () => {
    const { token, uId } = await t.createUser()
    await deps.db.write(
      `insert into sessions (id, token_hash, user_id, device_id, created_at, expires_at)
       select id || n, sha256((id || n)::bytea), user_id, '', created_at - make_interval(mins => n), expires_at
         from sessions, generate_series(1, 60) n where user_id = $1`,
      [uId],
    )
    expect((await t.post<Open[]>(`${sessionsUrl}/end`, {}, { token })).data).toHaveLength(1)
    const open = await deps.db.read('select from sessions where user_id = $1 and revoked_at is null', [uId])
    expect(open).toHaveLength(1)
  })

  it('cannot be seen or ended by anyone else', async () => {
    const [ana, rita] = [await t.createUser(), await t.createUser()]
    const [open] = await list(ana.token)
    await t.post(`${sessionsUrl}/end`, { sessionId: open?.sessionId }, { token: rita.token })
    expect(await list(ana.token)).toHaveLength(1)
    expect((await list(rita.token)).map(({ sessionId }) => sessionId)).not.toContain(open?.sessionId)
    expect((await t.get(sessionsUrl)).http).toBe(401)
  })
})
