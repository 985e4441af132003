import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BusMessage } from '#server/messaging/bus.ts'
import { productionEnv } from './helpers/production.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

type Order = { orderId: string; status: string; amount: number; username: string }
const api = '/sandbox/api'
const minute = 60_000

async function order(token: string): Promise<string> {
  const { data } = await t.call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-50', {
    token,
    body: { gift: '1', pkgId: 'brl-50' },
    form: true,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return data.orderId
}
const balance = async (token: string, on: TestApp = t) =>
  (await on.get<{ balance: number; freeBalance: number }>('/api/app/user/getBalance', { token })).data
const faults = (body: object) => t.post(`${api}/faults`, body)

/** Everything sent on the bus while `work` ran. */
async function busMessagesDuring(work: () => Promise<unknown>): Promise<BusMessage[]> {
  const messages: BusMessage[] = []
  const stop = deps.bus.subscribe((message) => messages.push(message))
  const arrival = async (name: 'internal:begin' | 'internal:end') => {
    await deps.bus.publish(deps.db, { type: 'broadcast', name, payload: null })
    await expect.poll(() => messages.some((m) => m.type === 'broadcast' && m.name === name)).toBe(true)
  }
  // What was sent before may still be on its way.
  await arrival('internal:begin')
  messages.length = 0
  await work()
  await arrival('internal:end')
  stop()
  return messages
}

describe('users', () => {
  it('are created in any state, logged in', async () => {
    const response = await t.post<{ token: string; user: Record<string, unknown> }>(`${api}/users`, {
      username: 'Anything at all',
      password: 'x',
      balance: '1234.56',
      freeBalance: 7,
      level: 12,
      lx: 20,
      kyc: true,
      testFlag: 1,
      turnover: 0.1,
      inviteCode: 'OwnCode',
    })
    expect(response.status).toBe(0)
    expect(Object.keys(response.data).sort()).toEqual(['token', 'user'])
    expect(response.data.user).toMatchObject({
      username: 'anything at all',
      balance: 1234.56,
      freeBalance: 7,
      level: 12,
      lx: '20',
      kyc: 1,
      testFlag: '1',
      yqm: 'OwnCode',
    })
    const { token } = response.data
    expect(
      (await t.get<{ turnoverLeft: number }>('/api/app/user/account', { token })).data.turnoverLeft,
    ).toBe(0.1)
    const login = { ...(await t.captcha()), username: 'anything at all', pwd: 'x' }
    expect((await t.post('/api/auth/user/restLogin', login)).http).toBe(200)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it.each([
    [{ password: 'x' }, 'username'],
    [{ username: 'a' }, 'password'],
    [{ username: 'a', password: 'x', balance: -1 }, 'balance'],
    [{ username: 'a', password: 'x', balance: 1.234 }, 'balance'],
    [{ username: 'a', password: 'x', level: 13 }, 'level'],
    [{ username: 'a', password: 'x', kyc: 2 }, 'kyc'],
    [{ username: 'a', password: 'x', payDiscount: { discount: 2 } }, 'payDiscount.discount'],
    [{ username: 'a', password: 'x', money: 1 }, 'money'],
  ])('are refused with the name of the field: %j', async (body, field) => {
    const response = await t.post(`${api}/users`, body)
    expect(response.http).toBe(400)
    expect(response.message).toContain(field)
  })

  it('with the same password share one hash, computed once, and can log in; registered players do not', async () => {
    const hashOf = async (email: string) =>
      (
        await deps.db.read<{ hash: string }>('select password_hash as hash from users where email = $1', [
          email,
        ])
      )[0]?.hash
    const [first, second, other, changed] = await Promise.all(
      ['Igual-123', 'Igual-123', 'Outra-123', 'Antes-123'].map((password) => t.createUser({ password })),
    )
    if (!first || !second || !other || !changed) throw new Error('four players')
    await t.call('PATCH', `${api}/users/${changed.username}`, { body: { password: 'Igual-123' } })
    const shared = await hashOf(first.username)
    expect(shared).toMatch(/^\$argon2id\$/)
    expect([await hashOf(second.username), await hashOf(changed.username)]).toEqual([shared, shared])
    expect(await hashOf(other.username)).not.toBe(shared)
    const logIn = async (username: string, pwd: string) =>
      (await t.post('/api/auth/user/restLogin', { ...(await t.captcha()), username, pwd })).http
    expect(await logIn(second.username, 'Igual-123')).toBe(200)
    expect(await logIn(changed.username, 'Antes-123')).toBe(400)

    const registered = { username: 'registrado@test.com', pwd: 'Igual-123', pwd1: 'Igual-123' }
    const response = await t.post('/api/auth/user/restRegister', { ...(await t.captcha()), ...registered })
    expect(response.http, response.message).toBe(200)
    expect(await hashOf(registered.username)).not.toBe(shared)
  })

  it('are refused twice', async () => {
    const { username } = await t.createUser()
    expect((await t.post(`${api}/users`, { username, password: 'x' })).http).toBe(409)
  })

  it('can be changed, and their screens are notified', async () => {
    const { username, token, uId } = await t.createUser({ username: 'änd+ern@test.com', balance: 5, kyc: 1 })
    const messages = await busMessagesDuring(async () => {
      const response = await t.call<{ user: object }>(
        'PATCH',
        `${api}/users/${encodeURIComponent(username)}`,
        {
          body: {
            balance: 0,
            freeBalance: 2,
            turnover: 1,
            level: 4,
            kyc: 0,
            lx: '',
            lock: 1,
            gift: 1,
            password: 'y1',
          },
        },
      )
      expect(response.data.user).toMatchObject({ balance: 0, freeBalance: 2, level: 4, kyc: 0 })
    })
    expect(messages.filter((m) => 'userId' in m && m.userId === uId)).toMatchObject([
      { type: 'wallet', userId: uId, cash: 0, bonus: 200 },
      { type: 'event', userId: uId, event: { name: 'updateUserInfo' } },
    ])
    expect((await t.get('/api/app/main/userGift', { token })).data).toBe(1)
    expect((await t.get<{ lock: boolean }>('/api/app/order/getWithdraw', { token })).data.lock).toBe(true)
    expect((await t.call('PATCH', `${api}/users/nobody`, { body: {} })).http).toBe(404)
  })

  it('become test accounts with their current password', async () => {
    const { username, token, password } = await t.createUser()
    await t.call('PATCH', `${api}/users/${username}`, { body: { testFlag: '1' } })
    expect((await t.get<{ pwd: string }>('/api/app/user/getUserTest', { token })).data.pwd).toBe(password)
    await t.call('PATCH', `${api}/users/${username}`, { body: { testFlag: '0' } })
    expect((await t.get('/api/app/user/getUserTest', { token })).http).toBe(403)
  })
})

describe('events', () => {
  it('are pushed to one player', async () => {
    const { username, uId } = await t.createUser()
    const push = (event: string, payload: unknown) => t.post(`${api}/events/${username}`, { event, payload })
    const messages = await busMessagesDuring(async () => {
      await push('notice', 'Olá!')
      await push('insBalance', { balance: 9.5 })
      await push('userBetAmount', { bouns: 2, amount: 50 })
      await push('paySuccess', null)
    })
    const events = messages.flatMap((m) => (m.type === 'event' && m.userId === uId ? [m.event] : []))
    expect(events).toEqual([
      { name: 'notice', payload: { text: 'Olá!' } },
      { name: 'insBalance', payload: { balance: 9.5 } },
      { name: 'userBetAmount', payload: { bouns: 2, amount: 50 } },
      { name: 'paySuccess', payload: { orderId: '', amount: 0, time: expect.any(String) } },
    ])
    expect((await push('nonsense', {})).message).toContain('event')
    expect((await push('insBalance', {})).message).toContain('payload')
    expect((await t.post(`${api}/events/nobody`, { event: 'notice', payload: 'x' })).http).toBe(404)
  })
})

describe('orders', () => {
  it('are paid through the signed webhook, once', async () => {
    const { token, username } = await t.createUser({ kyc: 1 })
    const orderId = await order(token)
    const list = await t.get<Order[]>(`${api}/orders?username=${username.toUpperCase()}`)
    expect(list.data).toHaveLength(1)
    expect(list.data[0]).toMatchObject({ orderId, username, amount: 50, status: '00' })
    const paid = await t.post<Order>(`${api}/orders/${orderId}/pay`)
    expect(paid.data).toMatchObject({ orderId, status: '10' })
    await t.post(`${api}/orders/${orderId}/pay`)
    expect(await balance(token)).toEqual({ balance: 50, freeBalance: 0 })
  })

  it.each([
    ['cancel', '01'],
    ['fail', '-01'],
    ['expire', '01'],
  ])('can be ended by %s', async (action, status) => {
    const { token } = await t.createUser({ kyc: 1 })
    const orderId = await order(token)
    expect((await t.post<Order>(`${api}/orders/${orderId}/${action}`)).data.status).toBe(status)
    const orderStatus = await t.get(`/api/app/order/getStatus/${orderId}`, { token })
    expect(orderStatus.data).toEqual({ status, ...(action === 'expire' ? { expired: true } : {}) })
    // The receipt is that of the newest order, however it ended, and the records say how.
    const receipt = await t.get<Order>('/api/app/order/detail/last', { token })
    expect(receipt.data).toMatchObject({ orderId, status })
    const { data } = await t.get<{ list: { detail: { ended?: string } }[] }>(
      '/api/app/order/records?tab=deposits',
      { token },
    )
    const ended = { cancel: undefined, fail: 'failed', expire: 'expired' }[action]
    expect(data.list.map(({ detail }) => detail.ended)).toEqual([ended])
    expect((await balance(token)).balance).toBe(0)
  })

  it('that do not exist are not found', async () => {
    expect((await t.post(`${api}/orders/nothing/pay`)).http).toBe(404)
    expect((await t.post(`${api}/orders/nothing/steal`)).http).toBe(404)
  })
})

describe('withdrawals', () => {
  it('are decided by the operator', async () => {
    const { token } = await t.createUser({ kyc: 1, balance: 200, level: 5 })
    const withdraw = () =>
      t.post<{ orderId: string }>(
        '/api/app/order/withdraw',
        { payCardBank: 'CPF', payCardNo: '52998224725', ifsc: '52998224725', name: 'Ana Souza', amount: 60 },
        { token, headers: { 'idempotency-key': crypto.randomUUID() } },
      )
    const first = (await withdraw()).data.orderId
    const waiting = await t.get<{ orderId: string; key: string }[]>(`${api}/withdrawals`)
    expect(waiting.data.find(({ orderId }) => orderId === first)?.key).toBe('***.982.247-**')
    const refuse = `${api}/withdrawals/${first}/refuse`
    expect((await t.post(refuse, { reason: 'becauseWeSaySo' })).http).toBe(400)
    expect((await balance(token)).balance).toBe(140)
    expect((await t.post(refuse, { reason: 'notOwnKey' })).http).toBe(200)
    expect((await balance(token)).balance).toBe(200)
    const record = await t.get<{ detail: object }>(`/api/app/order/withdrawal/${first}`, { token })
    expect(record.data).toMatchObject({ status: '01', detail: { refusal: 'notOwnKey' } })
    const second = (await withdraw()).data.orderId
    expect((await t.post(`${api}/withdrawals/${second}/approve`)).http).toBe(200)
    expect((await balance(token)).balance).toBe(140)
    expect((await t.post(`${api}/withdrawals/${second}/refuse`)).http).toBe(409)
  })

  it('show the operator the reason for a review', async () => {
    const withdraw = async () => {
      const { token } = await t.createUser({ kyc: 1, balance: 200 })
      const body = { payCardBank: 'CNPJ', payCardNo: '45723174000110', ifsc: '', name: 'Loja', amount: 60 }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return (await t.post<{ orderId: string }>('/api/app/order/withdraw', body, { token, headers })).data
        .orderId
    }
    const ids = [await withdraw(), await withdraw()]
    const { data } = await t.get<{ orderId: string; review: string | null }[]>(`${api}/withdrawals`)
    const reviews = ids.map((id) => data.find(({ orderId }) => orderId === id)?.review)
    expect(reviews).toEqual(['sharedKey', 'sharedKey'])
    expect((await t.post(`${api}/withdrawals/${ids[0]}/approve`)).http).toBe(200)
    expect((await t.post(`${api}/withdrawals/${ids[1]}/refuse`)).http).toBe(200)
  })
})

describe('seeds', () => {
  it('decide what happens next', async () => {
    const { token, username } = await t.createUser({ balance: 10 })
    const serverSeed = '5ff5c610e633b2a91c46d1be1f74286b'
    const clientSeed = '854581b6f52eaa86503f1dc6433655f9'
    const before = await t.get<{ nextServerSeedHash: string }>('/api/app/game/seeds', { token })
    const fixed = await t.post<{ serverSeedHash: string }>(`${api}/seeds/${username}`, {
      serverSeed,
      clientSeed,
      nonce: 2,
    })
    const seeds = await t.get<object>('/api/app/game/seeds', { token })
    // The hash shown for the next seed is still valid.
    const { nextServerSeedHash } = before.data
    expect(seeds.data).toMatchObject({ ...fixed.data, nextServerSeedHash, clientSeed, nonce: 2 })
    // Known answer: nonce 2 with three mines has them at 13, 16 and 22.
    const bet = await t.post<{ roundId: string }>(
      '/api/app/game/mines/bet',
      { amount: 1, mineCount: 3 },
      { token, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    const opened = await t.post<{ status: string; mines: number[] }>(
      '/api/app/game/mines/open',
      { roundId: bet.data.roundId, tile: 13 },
      { token, headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    expect(opened.data.status).toBe('lost')
    expect([...opened.data.mines].sort((a, b) => a - b)).toEqual([13, 16, 22])
    expect((await t.post(`${api}/seeds/${username}`, { clientSeed })).message).toContain('serverSeed')
  })
})

describe('clock', () => {
  it('moves, and due jobs run at once', async () => {
    const { token } = await t.createUser({ kyc: 1 })
    const orderId = await order(token)
    const before = deps.clock.now().getTime()
    const moved = await t.post<{ now: string; offsetMs: number }>(`${api}/clock`, { advanceMs: 31 * minute })
    expect(Date.parse(moved.data.now)).toBeGreaterThanOrEqual(before + 31 * minute)
    const [row] = await deps.db.read<{ status: string }>('select status from orders where id = $1', [orderId])
    expect(row?.status).toBe('expired')
    const messages = await busMessagesDuring(async () => {
      const set = await t.post<{ now: string }>(`${api}/clock`, { now: '2031-05-06T07:08:09Z' })
      expect(set.data.now).toMatch(/^2031-05-06T07:08:/)
    })
    // Open pages load again what they show.
    expect(messages).toContainEqual({ type: 'broadcast', name: 'time:changed', payload: {} })
    expect((await t.get<{ serverTime: string }>('/api/app/main/appInfo')).data.serverTime).toMatch(
      /^2031-05-06/,
    )
    await t.post(`${api}/clock`, { now: before })
    const { offsetMs } = (await t.get<{ offsetMs: number }>(`${api}/clock`)).data
    expect(Math.abs(Date.now() + offsetMs - before)).toBeLessThan(minute)
  })

  it('stands still, in every process, until it is moved again', async () => {
    const other = await createTestApp({}, { beside: t })
    const now = '2031-05-06T07:08:09.000Z'
    const stopped = await t.post(`${api}/clock`, { now, stopped: true })
    expect(stopped.data).toMatchObject({ now, stopped: true })
    const readOther = async () => (await other.get<{ now: string; stopped: boolean }>(`${api}/clock`)).data
    await expect.poll(readOther).toMatchObject({ now, stopped: true })
    const later = await t.post(`${api}/clock`, { advanceMs: minute, stopped: true })
    expect(later.data).toMatchObject({ now: '2031-05-06T07:09:09.000Z', stopped: true })
    await t.post(`${api}/clock`, { advanceMs: 0 })
    await expect.poll(readOther).toMatchObject({ stopped: false })
    const first = deps.clock.now().getTime()
    expect(new Date(first).toISOString()).toMatch(/^2031-05-06T07:09/)
    await expect.poll(() => deps.clock.now().getTime()).toBeGreaterThan(first)
    await t.post(`${api}/clock`, { now: Date.now() })
  })

  it.each([{}, { advanceMs: 'x' }, { now: 'tomorrow' }, { advanceMs: 1, now: 1 }, { stopped: true }])(
    'refuses %j',
    async (body) => {
      expect((await t.post(`${api}/clock`, body)).http).toBe(400)
    },
  )
})

describe('feed', () => {
  it('lists the matches of a sport, and reports what is wrong with a script', async () => {
    const { data } = await t.get<{ matchId: string; sport: string; live: boolean }[]>(
      `${api}/feed?sport=tennis`,
    )
    expect(new Set(data.map(({ sport, live }) => `${sport} ${live}`))).toEqual(
      new Set(['tennis true', 'tennis false']),
    )
    expect((await t.get(`${api}/feed?sport=chess`)).message).toContain('sport')
    const response = await t.post(`${api}/feed`, { matchId: 'm1', homeScore: 1 })
    expect([response.http, response.status, response.message]).toEqual([404, 404, 'Esta partida não existe.'])
    expect((await t.post(`${api}/feed`, { homeScore: -1 })).message).toContain('homeScore')
  })

  it('creates a match: football, in an hour', async () => {
    const { data } = await t.post<{ matchId: string; sport: string; time: string; live: boolean }>(
      `${api}/feed`,
      {},
    )
    expect(data).toMatchObject({ sport: 'football', live: false, period: 0, homeScore: 0 })
    expect(data.matchId).toMatch(/^script-/)
    expect(Math.abs(Date.parse(data.time) - deps.clock.now().getTime() - 60 * minute)).toBeLessThan(minute)
    const listed = await t.get<{ matchId: string }[]>(`${api}/feed`)
    expect(listed.data.map(({ matchId }) => matchId)).toContain(data.matchId)
  })
})

describe('scripted matches', () => {
  type Listed = { matchId: string; period: number; homeScore: number }
  const listed = async () => (await t.get<Listed[]>(`${api}/feed?sport=badminton`)).data
  const ids = async () => (await listed()).map(({ matchId }) => matchId)
  const onBoard = async () => {
    const path = '/api/app/sports/matches?sport=badminton&when=upcoming'
    return (await t.get<{ matches: Listed[] }>(path)).data.matches.map(({ matchId }) => matchId)
  }
  const script = async (body: object) =>
    (await t.post<Listed>(`${api}/feed`, { sport: 'badminton', ...body })).data.matchId

  it('are all listed, however many there are, and can be removed or hidden', async () => {
    const many = await Promise.all(Array.from({ length: 71 }, () => script({ hidden: true })))
    const last = await script({ home: 'Última' })
    expect(await ids()).toEqual(expect.arrayContaining([...many, last]))
    // Hidden ones take no place from the others.
    const board = await onBoard()
    expect(board).toContain(last)
    expect(board.filter((id) => many.includes(id))).toEqual([])
    expect((await t.get(`/api/app/sports/match/${many[0]}`)).http).toBe(200)
    for (const matchId of [...many.slice(1), last])
      expect((await t.call('DELETE', `${api}/feed/${matchId}`)).http).toBe(200)
    expect(await onBoard()).not.toContain(last)
    expect((await ids()).filter((id) => many.includes(id) || id === last)).toEqual([many[0]])
    await t.post(`${api}/feed`, { matchId: many[0], hidden: false })
    expect(await onBoard()).toContain(many[0])
  })

  it('of the calendar go on without their script; one with open bets stays', async () => {
    const scripts = await deps.db.read<{ match_id: string }>('select match_id from feed_scripts')
    const [calendar] = (await listed()).filter(
      ({ matchId, period }) => period === 0 && !scripts.some((each) => each.match_id === matchId),
    )
    if (!calendar) throw new Error('no match of the calendar that has not begun')
    const { matchId } = calendar
    await t.post(`${api}/feed`, { matchId, finish: true, homeScore: 2 })
    await t.call('DELETE', `${api}/feed/${matchId}`)
    expect((await listed()).find((each) => each.matchId === matchId)).toMatchObject({
      period: 0,
      homeScore: 0,
    })
    expect((await t.call('DELETE', `${api}/feed/${matchId}`)).http).toBe(404)

    const key = 'winner:1:home:2'
    const own = await script({ odds: { [key]: 2 } })
    const { token } = await t.createUser({ balance: 50 })
    const legs = [{ matchId: own, key, odds: 2 }]
    const bet = await t.post('/api/app/sports/bet', { amount: 10, policy: 'any', legs }, { token })
    expect(bet.http, bet.message).toBe(200)
    const refused = await t.call('DELETE', `${api}/feed/${own}`)
    expect([refused.http, refused.data]).toEqual([400, { field: 'matchId', reason: 'open bets' }])
    expect(await ids()).toContain(own)
  })
})

describe('faults', () => {
  it('fail all calls except those of the sandbox, until they are ended', async () => {
    await faults({ failRate: 1 })
    const failed = await t.get('/api/app/main/home')
    expect([failed.http, failed.status]).toEqual([500, 500])
    expect(failed.message).toMatch(/Algo deu errado/)
    expect((await t.get('/api/auth/user/captcha/5')).http).toBe(500)
    expect((await t.get(`${api}/faults`)).data).toEqual({ failRate: 1, players: [] })
    await faults({})
    expect((await t.get('/api/app/main/home')).http).toBe(200)
  })

  it('have a status, a number of calls and a delay', async () => {
    await faults({ status: 503, count: 2, delayMs: 80 })
    const start = performance.now()
    const responses = [await t.get('/api/app/main/home'), await t.get('/api/app/main/home')]
    expect(performance.now() - start).toBeGreaterThanOrEqual(160)
    expect(responses.map(({ http, status }) => [http, status])).toEqual([
      [503, 503],
      [503, 503],
    ])
    expect((await t.get('/api/app/main/home')).http).toBe(200)
    await faults({})
  })

  it('log the player out when the status is 401', async () => {
    await faults({ status: 401, count: 1 })
    const response = await t.get('/api/app/main/home')
    expect([response.http, response.status]).toEqual([401, 40101])
  })

  it('apply to one player, or one path', async () => {
    const unlucky = await t.createUser()
    const lucky = await t.createUser()
    await faults({ failRate: 1, username: unlucky.username })
    expect((await t.get('/api/app/user/getBalance', { token: unlucky.token })).http).toBe(500)
    expect((await t.get('/api/app/user/getBalance', { token: lucky.token })).http).toBe(200)
    await faults({ failRate: 1, path: 'getBalance' })
    expect((await t.get('/api/app/user/getBalance', { token: lucky.token })).http).toBe(500)
    expect((await t.get('/api/app/user/userInfo', { token: lucky.token })).http).toBe(200)
    await faults({})
    expect((await faults({ username: 'nobody' })).http).toBe(404)
    expect((await faults({ failRate: 2 })).message).toContain('failRate')
  })

  it('of several players coexist, each with its own code and text', async () => {
    const [first, second] = [await t.createUser(), await t.createUser()]
    await faults({ code: 9999, message: 'Sem saldo', username: first.username })
    await faults({ status: 200, code: 40101, username: second.username, path: 'userInfo' })
    const failedCall = await t.get('/api/app/user/getBalance', { token: first.token })
    expect([failedCall.http, failedCall.status, failedCall.message]).toEqual([500, 9999, 'Sem saldo'])
    const out = await t.get('/api/app/user/userInfo', { token: second.token })
    expect([out.http, out.status]).toEqual([200, 40101])
    expect((await t.get('/api/app/user/getBalance', { token: second.token })).http).toBe(200)
    await faults({ username: first.username })
    expect((await t.get('/api/app/user/getBalance', { token: first.token })).http).toBe(200)
    await faults({ code: 1403, message: '', count: 1, username: first.username })
    const once = async () => (await t.get('/api/app/user/getBalance', { token: first.token })).status
    expect(await once()).toBe(1403)
    await faults({ delayMs: 600_000, path: 'nothing', username: first.username })
    await faults({ status: 503, count: 3, path: 'getBalance' })
    expect(await t.get(`${api}/faults`)).toMatchObject({
      data: {
        status: 503,
        count: 3,
        players: [
          { username: first.username, delayMs: 600_000, path: 'nothing' },
          { username: second.username, code: 40101, path: 'userInfo' },
        ],
      },
    })
    expect((await t.get('/api/app/user/getBalance', { token: second.token })).http).toBe(503)
    expect((await t.get(`${api}/faults`)).data).toMatchObject({ count: 2 })
    expect((await faults({ delayMs: 600_001 })).message).toContain('delayMs')
    await faults({})
    expect((await t.get(`${api}/faults`)).data).toEqual({ players: [] })
    expect((await t.get('/api/app/user/userInfo', { token: second.token })).status).toBe(0)
  })

  it('drop sockets in every process, and apply in every process', async () => {
    const other = await createTestApp({}, { beside: t })
    const messages = await busMessagesDuring(() => faults({ dropSockets: true, failRate: 1 }))
    expect(messages).toContainEqual({
      type: 'broadcast',
      name: 'internal:dropSockets',
      payload: { userId: null, awayMs: 0 },
    })
    await expect.poll(async () => (await other.get('/api/app/main/home')).http).toBe(500)
    await faults({})
    await expect.poll(async () => (await other.get('/api/app/main/home')).http).toBe(200)
  })
})

describe('reset', () => {
  it('empties the database while calls continue, in every process, and inserts the seed data again', async () => {
    const other = await createTestApp({}, { beside: t })
    const { token } = await t.createUser({ balance: 10 })
    await t.post(`${api}/clock`, { advanceMs: 60 * minute })
    await t.post(`${api}/captcha`, { kind: 'widget' })
    const runningCalls = Array.from({ length: 20 }, () => other.get('/api/app/user/userInfo', { token }))
    const response = await t.post(`${api}/reset`)
    expect(response.http).toBe(200)
    for (const { http } of await Promise.all(runningCalls)) expect([200, 401]).toContain(http)
    expect((await other.get('/api/app/user/userInfo', { token })).status).toBe(40101)
    expect((await other.get(`${api}/users`)).data).toEqual([])
    expect((await t.get<{ captcha: string }>('/api/app/main/appInfo')).data.captcha).toBe('image')
    await expect.poll(() => Math.abs(other.deps.clock.offset())).toBeLessThan(1000)
    const again = await other.createUser({ balance: 3, kyc: 1 })
    expect(await balance(again.token)).toEqual({ balance: 3, freeBalance: 0 })
    expect(
      (await t.get<unknown[]>('/api/app/order/getPrices', { token: again.token })).data.length,
    ).toBeGreaterThan(5)
    expect(await deps.ledger.violations()).toEqual([])
    await expect(deps.db.write('delete from transfers')).rejects.toThrow(/append-only/)
  })

  it('lets the clock run again; with a seed the matches are the same each time', async () => {
    const matchesAfter = async (body: object) => {
      await t.post(`${api}/clock`, { now: '2031-05-06T07:08:09Z', stopped: true })
      await t.post(`${api}/reset`, body)
      expect((await t.get<{ stopped: boolean }>(`${api}/clock`)).data.stopped).toBe(false)
      await t.post(`${api}/clock`, { now: '2031-05-06T07:08:09Z', stopped: true })
      const { data } = await t.get<{ version: number; live: boolean }[]>(`${api}/feed`)
      return data.map((match) => ({ ...match, version: 0 }))
    }
    const [first, again] = [await matchesAfter({ feedSeed: 'x' }), await matchesAfter({ feedSeed: 'x' })]
    expect(first.some(({ live }) => live)).toBe(true)
    expect(again).toEqual(first)
    expect(await matchesAfter({})).not.toEqual(first)
    await t.post(`${api}/clock`, { now: Date.now() })
  })
})

describe('the page', () => {
  it('is served with its files, may load nothing else, and leads to the back office', async () => {
    const root = mkdtempSync(join(tmpdir(), 'palpite-sandbox-'))
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Sandbox</title>')
    writeFileSync(join(root, 'assets/index-C0ffee.js'), 'void 0')
    const { app } = await createTestApp({ SANDBOX_ROOT: root, OFFICE_PORT: '5299' }, { beside: t })
    const page = await app.inject('/sandbox')
    expect([page.statusCode, page.body]).toEqual([200, '<!doctype html><title>Sandbox</title>'])
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(page.headers['cache-control']).toBe('no-store')
    expect((await app.inject('/sandbox/assets/index-C0ffee.js')).body).toBe('void 0')
    for (const path of ['assets/nothing.js', 'assets/..%2findex.html', 'index.html', 'api/nothing'])
      expect((await app.inject(`/sandbox/${path}`)).statusCode, path).toBe(404)
    const office = await app.inject({ url: '/sandbox/office', headers: { host: '127.0.0.1:5250' } })
    expect([office.statusCode, office.headers.location]).toEqual([302, 'http://127.0.0.1:5299'])
  })

  it('says how it is built where it is not', async () => {
    const { app } = await createTestApp({ SANDBOX_ROOT: '/nonexistent' }, { beside: t })
    const page = await app.inject('/sandbox')
    expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining('npm run build:sandbox')])
  })

  it('accepts no calls from pages of other sites', async () => {
    const headers = { origin: 'https://evil.example', host: 'localhost:5250' }
    expect((await t.post(`${api}/reset`, {}, { headers })).http).toBe(403)
    const own = { origin: 'http://localhost:5250', host: 'localhost:5250' }
    expect((await t.get(`${api}/clock`, { headers: own })).http).toBe(200)
  })
})

describe('in production', () => {
  it.each([
    ['with SANDBOX=0', { SANDBOX: '0' }],
    ['with NODE_ENV=production', productionEnv],
  ])('there is no sandbox: %s', async (_what, env) => {
    const strict = await createTestApp(env, { beside: t })
    for (const url of ['/sandbox', '/sandbox/', '/sandbox/office', `${api}/users`, `${api}/captcha/latest`]) {
      expect((await strict.get(url)).http).toBe(404)
    }
    for (const call of ['users', 'reset', 'clock', 'faults', 'captcha', 'links']) {
      const response = await strict.post(`${api}/${call}`)
      expect([response.http, response.status]).toEqual([404, 404])
    }
  })
})
