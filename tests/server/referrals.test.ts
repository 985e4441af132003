import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { generatedName } from '#server/domain/accounts/publicIdentity.ts'
import { addMark } from '#server/domain/accounts/marks.ts'
import { applyReturns } from '#server/domain/payments/reversals.ts'
import { readSpreadReferrals } from '#server/domain/accounts/spreadReferrals.ts'
import { readExcluded } from '#server/domain/rewards/excludedTeam.ts'
import { isCountedBeforeSql, ownAccountsSql } from '#server/domain/rewards/ownAccounts.ts'
import { teamSql } from '#server/domain/rewards/referrals.ts'
import { correctedToRefund, playedRound } from './helpers/playedRound.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const t = await createTestApp({ PUBLIC_URL: 'https://palpite.test' })
const { deps } = t

type User = Awaited<ReturnType<typeof t.createUser>>
interface Overview {
  link: string
  team: { level: number; people: number; amount: number; bets: number }[]
  validPeople: number
  available: number
  today: number
  claimed: number
  nextAt: string
  days: { day: string; amounts: number[]; isClaimed: boolean }[]
}

/** Noon of a Wednesday in Brasília. */
const noon = new Date('2031-03-05T15:00:00Z')
const hour = 3_600_000
const day = 24 * hour

let codes = 0
const owner = (fields: Record<string, unknown> = {}) =>
  t.createUser({ inviteCode: `OWNER${++codes}`, kyc: 1, ...fields }) as Promise<User & { inviteCode: string }>
const overview = async (user: User) =>
  (await t.get<Overview>('/api/app/agent/overview', { token: user.token })).data
const claim = (user: User, key?: string) =>
  t.post<{ amount: number; through: string }>(
    '/api/app/agent/claim',
    {},
    { token: user.token, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
  )
const claimStep = (user: User, people: unknown) =>
  t.post<{ amount: number }>('/api/app/agent/ladder/claim', { people } as object, { token: user.token })
const deposit = (user: User, amount: number) =>
  deps.ledger.deposit(deps.db, {
    actor: testActor,
    userId: user.uId,
    orderId: randomUUID(),
    principal: cents(amount),
    bonus: cents(0),
    turnover: cents(0),
  })
const play = (user: User, stake: number) => playedRound(deps, { userId: user.uId, stake })
const wallet = (user: User) => deps.ledger.wallet(deps.db, user.uId)

/** Creates a player with three levels of invitees, who all have money to play. */
async function createTeam() {
  const top = await owner()
  const first = await owner({ inviteCode: top.inviteCode, balance: 10_000 })
  const firstCode = (await t.get<{ yqm: string }>('/api/app/agent/overview', { token: first.token })).data.yqm
  const second = await owner({ inviteCode: firstCode, balance: 10_000 })
  const secondCode = (await t.get<{ yqm: string }>('/api/app/agent/overview', { token: second.token })).data
    .yqm
  const third = await owner({ inviteCode: secondCode, balance: 10_000 })
  return { top, first, second, third }
}

beforeEach(async () => void (await deps.clock.moveTo(noon)))

describe('commissions', () => {
  it('are 0.30, 0.15 and 0.05 % of the bets of three levels, by day', async () => {
    const { top, first, second, third } = await createTeam()
    await play(first, 1_000_00)
    await play(second, 1_000_00)
    await play(third, 1_000_00)
    const seen = await overview(top)
    expect(seen.today).toBe(5)
    expect(seen.available).toBe(0)
    expect(seen.link).toMatch(/^https:\/\/palpite\.test\/yOWNER\d+$/)
    expect(seen.days).toHaveLength(14)
    expect(seen.days.at(-1)).toEqual({ day: '2031-03-05', amounts: [3, 1.5, 0.5], isClaimed: false })
    expect(seen.nextAt).toBe('2031-03-06T03:00:00.000Z')
    await deps.clock.advance(day)
    expect(await overview(top)).toMatchObject({ today: 0, available: 5, claimed: 0 })
  })

  it('count a bet played through the API, on its own day in Brasília', async () => {
    const { top, first } = await createTeam()
    // 23:30 in Brasília is the next day in UTC.
    await deps.clock.moveTo(new Date('2031-03-06T02:30:00Z'))
    const bet = await t.post(
      '/api/app/game/dice/bet',
      { amount: 100, direction: 'over', chance: 50 },
      { token: first.token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(bet.http).toBe(200)
    // The house edge of dice is a quarter of the edge at which bets count in full.
    expect((await overview(top)).days.at(-1)).toMatchObject({ day: '2031-03-05', amounts: [0.07, 0, 0] })
  })

  it("leave out the player's own accounts: same browser, payout key, or IP address at registration", async () => {
    const top = await owner()
    const friend = () => owner({ inviteCode: top.inviteCode, balance: 10_000, kyc: 1 })
    const [unrelated, device, key, address] = [await friend(), await friend(), await friend(), await friend()]
    for (const user of [unrelated, device, key, address]) await play(user, 1_000_00)
    expect((await overview(top)).today).toBe(12)

    const userOf = ({ uId }: User) => uId
    for (const user of [top, device]) await addMark(deps, deps.db, userOf(user), 'browser', 'browser-1')
    await addMark(deps, deps.db, unrelated.uId, 'browser', 'browser-2')
    expect((await overview(top)).today).toBe(9)

    const withdraw = (user: User) =>
      t.post(
        '/api/app/order/withdraw',
        { payCardBank: 'CNPJ', payCardNo: '11.222.333/0001-81', ifsc: '', name: 'Loja Azul', amount: 60 },
        { token: user.token, headers: { 'idempotency-key': randomUUID() } },
      )
    await t.call('PATCH', `/sandbox/api/users/${top.username}`, { body: { balance: 100, kyc: 1 } })
    expect([(await withdraw(top)).http, (await withdraw(key)).http]).toEqual([200, 200])
    expect((await overview(top)).today).toBe(6)

    for (const user of [top, address]) await addMark(deps, deps.db, userOf(user), 'address', '192.0.2.1')
    expect((await overview(top)).today).toBe(3)
    await deps.clock.advance(day)
    expect((await claim(top)).data.amount).toBe(3)
  })

  it('leave out whoever logged in with the same browser', async () => {
    const top = await owner()
    const friend = () => owner({ inviteCode: top.inviteCode, balance: 10_000 })
    const [unrelated, own] = [await friend(), await friend()]
    for (const user of [unrelated, own]) await play(user, 1_000_00)
    const logIn = async (user: User, headers: Record<string, string>) => {
      const body = { ...(await t.captcha()), username: user.username, pwd: user.password }
      // Phones of one model have the same fingerprint.
      const phone = { deviceid: 'one-model', ...headers }
      const { http, raw } = await t.post('/api/auth/user/restLogin', body, { headers: phone })
      expect(http).toBe(200)
      return String(raw.headers['set-cookie'] ?? '')
    }
    const cookie = await logIn(top, {})
    expect(cookie).toMatch(/^browser=[\w-]{22}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    await logIn(unrelated, {})
    expect((await overview(top)).today).toBe(6)
    // The same browser keeps its id, for longer.
    expect(await logIn(own, { cookie: `language=pt_BR; ${cookie.split(';')[0]}` })).toBe(cookie)
    expect((await overview(top)).today).toBe(3)
  })

  it("and neither the ladder, the list nor the promotion counts the player's own accounts", async () => {
    const top = await owner()
    const [friend, own] = [
      await owner({ inviteCode: top.inviteCode }),
      await owner({ inviteCode: top.inviteCode }),
    ]
    for (const user of [friend, own]) {
      await deposit(user, 100_00)
      await play(user, 100_00)
    }
    const seen = async () => {
      const { data: invited } = await t.get<{ list: { isValid: boolean }[] }>('/api/app/agent/invited', top)
      const { data: ladder } = await t.get<{ validPeople: number }>('/api/app/agent/ladder', top)
      const { data: promotion } = await t.get<{ state: string }>('/api/app/promotions/3', top)
      const valid = invited.list.filter(({ isValid }) => isValid).length
      const { validPeople } = await overview(top)
      return [valid, validPeople, ladder.validPeople, promotion.state]
    }
    expect(await seen()).toEqual([2, 2, 2, 'available'])
    const shareDevice = async (users: User[]) => {
      for (const { uId } of users) await addMark(deps, deps.db, uId, 'browser', 'browser-3')
    }
    await shareDevice([top, own])
    expect(await seen()).toEqual([1, 1, 1, 'available'])
    await shareDevice([friend])
    expect(await seen()).toEqual([0, 0, 0, 'notReady'])
    expect((await claimStep(top, 1)).http).toBe(400)
    expect((await wallet(top)).bonus).toBe(0)
  })

  it('leave out whoever has deposited with an earlier account, also when a bank took that deposit back', async () => {
    const [top, former] = [await owner(), await owner()]
    const friend = await owner({ inviteCode: top.inviteCode, balance: 10_000 })
    await deps.db.write('update users set created_at = $2 where id = $1', [
      former.uId,
      new Date(noon.getTime() - day),
    ])
    await play(friend, 1_000_00)
    for (const { uId } of [former, friend]) await addMark(deps, deps.db, uId, 'document', 'document-1')
    expect((await overview(top)).today).toBe(3)

    const body = { gift: 0, pkgId: 'brl-100', isapp: 0 }
    const order = await t.post<{ orderId: string }>('/api/app/order/prePay/brl-100', body, {
      token: former.token,
      form: true,
    })
    const id = order.data.orderId
    await t.post(`/sandbox/api/orders/${id}/pay`, {})
    expect((await overview(top)).today).toBe(0)
    await applyReturns(deps, id, [{ id: 'MED-1', amount: cents(100_00), cause: 'fraud', state: 'done' }])
    expect((await wallet(former)).depositSum).toBe(0)
    expect((await overview(top)).today).toBe(0)
    expect(await readExcluded(deps.db, top.uId)).toEqual([friend.uId])
  })

  it('store the IP address at registration only as a keyed index', async () => {
    const username = `p${randomUUID()}@gmail.com`
    const form = { name: '', cardNo: '', username, country: '+55', phone: '', pwd: 'Segura-123' }
    const body = { ...(await t.captcha()), ...form, pwd1: form.pwd, regcode: '', isapp: 0 }
    expect((await t.post('/api/auth/user/restRegister', body)).http).toBe(200)
    const [row] = await deps.db.read<{ mark: Buffer; text: string }>(
      `select m.mark, users::text || m::text as text from users join account_marks m on m.user_id = users.id
        where email = $1 and m.kind = 'address'`,
      [username],
    )
    expect(row?.mark).toHaveLength(32)
    expect(row?.text).not.toContain('127.0.0.1')
  })

  it('are claimed once, however often and concurrently they are requested', async () => {
    const { top, first } = await createTeam()
    await play(first, 1_000_00)
    await deps.clock.advance(day)
    const responses = await Promise.all(Array.from({ length: 8 }, () => claim(top, randomUUID())))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.filter(({ http }) => http === 409)).toHaveLength(7)
    expect((await claim(top)).message).toBe('Este prêmio já foi resgatado.')
    const { cash, turnoverLeft } = await wallet(top)
    expect([cash, turnoverLeft]).toEqual([3_00, 0])
    expect(await overview(top)).toMatchObject({ available: 0, claimed: 3 })
    expect((await overview(top)).days.find((one) => one.day === '2031-03-05')?.isClaimed).toBe(true)
  })

  it('return the same bytes for the same key', async () => {
    const { top, first } = await createTeam()
    await play(first, 1_000_00)
    await deps.clock.advance(day)
    const key = randomUUID()
    const [one, two] = [await claim(top, key), await claim(top, key)]
    expect(two.raw.body).toBe(one.raw.body)
    expect((await wallet(top)).cash).toBe(3_00)
  })

  it('of today cannot be claimed; those of several days are paid together; later days follow', async () => {
    const { top, first } = await createTeam()
    await play(first, 1_000_00)
    expect(await claim(top)).toMatchObject({ http: 400, message: 'Este prêmio ainda não está disponível.' })
    await deps.clock.advance(day)
    await play(first, 2_000_00)
    await deps.clock.advance(day)
    expect((await claim(top)).data).toEqual({ amount: 9, through: '2031-03-06' })
    await play(first, 500_00)
    await deps.clock.advance(day)
    expect((await claim(top)).data).toEqual({ amount: 1.5, through: '2031-03-07' })
    // Setting the clock back causes no second payment.
    await deps.clock.moveTo(new Date(noon.getTime() + day))
    expect((await claim(top)).http).toBe(409)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('leave out refunded stakes, open rounds and test accounts', async () => {
    const { top, first, second } = await createTeam()
    await t.call('PATCH', `/sandbox/api/users/${second.username}`, { body: { testFlag: 1 } })
    await play(second, 1_000_00)
    const [back, open] = [randomUUID(), randomUUID()]
    for (const roundId of [back, open]) {
      await deps.db.write(
        `insert into game_rounds (id, user_id, game, wallet, stake, status, created_at)
         values ($1, $2, 'double', 'cash', 10000, 'refunded', $3)`,
        [roundId, first.uId, noon],
      )
      await deps.ledger.holdStake(deps.db, {
        actor: testActor,
        userId: first.uId,
        roundId,
        amount: cents(100_00),
        wallet: 'cash',
      })
    }
    await deps.ledger.refundRound(deps.db, { actor: testActor, userId: first.uId, roundId: back })
    expect((await overview(top)).today).toBe(0)
    await deps.clock.advance(day)
    await deps.ledger.settleRound(deps.db, {
      actor: testActor,
      userId: first.uId,
      roundId: open,
      payout: cents(0),
      game: 'double',
    })
    expect(await overview(top)).toMatchObject({ available: 0, today: 0.3 })
  })

  it('are nothing on a day of which only a bet is left that was given back later', async () => {
    const { top, first } = await createTeam()
    await play(first, 1_000_00)
    await deps.clock.advance(day)
    expect((await claim(top)).http).toBe(200)
    // A corrected bet becomes a refund: the day of the correction has less than nothing.
    await correctedToRefund(deps, first.uId, 400_00)
    expect(await overview(top)).toMatchObject({ today: 0, available: 0 })
    await deps.clock.advance(day)
    expect(await overview(top)).toMatchObject({ available: 0 })
    expect(await claim(top)).toMatchObject({ http: 400, message: 'Este prêmio ainda não está disponível.' })
    // Nor does it lower what other days have earned.
    await play(first, 1_000_00)
    await deps.clock.advance(day)
    expect((await claim(top)).data.amount).toBe(3)
  })

  it('belong to one player only', async () => {
    const { top, first, second } = await createTeam()
    await play(second, 1_000_00)
    await deps.clock.advance(day)
    expect((await overview(top)).available).toBe(1.5)
    expect((await overview(first)).available).toBe(3)
    expect((await claim(second)).http).toBe(400)
    expect((await t.post('/api/app/agent/claim')).status).toBe(40101)
    expect((await t.get('/api/app/agent/overview')).http).toBe(401)
    const unknownField = await t.post('/api/app/agent/claim', { userId: top.uId }, { token: second.token })
    expect(unknownField).toMatchObject({
      http: 400,
      message: 'A solicitação tem um campo desconhecido: userId.',
    })
  })
})

describe('the team', () => {
  it('agrees with user info', async () => {
    const { top, first, second, third } = await createTeam()
    await deposit(first, 50_00)
    await deposit(second, 20_00)
    await deposit(third, 10_00)
    await play(second, 7_00)
    const { data } = await t.get<{ userInfo: Record<string, number> }>('/api/app/user/userInfo', {
      token: top.token,
    })
    const { team } = await overview(top)
    expect(team).toEqual([
      { level: 1, people: 1, amount: 50, bets: 0 },
      { level: 2, people: 1, amount: 20, bets: 7 },
      { level: 3, people: 1, amount: 10, bets: 0 },
    ])
    for (const { level, people, amount } of team) {
      expect(data.userInfo[`level${level}Person`]).toBe(people)
      expect(data.userInfo[`level${level}Amount`]).toBe(amount)
    }
  })

  it('has the same sums where players are spread over nodes, test accounts left out', async () => {
    const { top, first, second, third } = await createTeam()
    for (const user of [first, second, third]) await deposit(user, 30_00)
    expect(await readSpreadReferrals(deps.db, third.uId)).toEqual([])
    for (const isTest of [false, true]) {
      await deps.db.write('update users set test_flag = $2 where id = $1', [second.uId, isTest])
      const { data } = await t.get<{ userInfo: Record<string, number> }>('/api/app/user/userInfo', {
        token: top.token,
      })
      const levels = await readSpreadReferrals(deps.db, top.uId)
      expect(levels.map(({ people }) => people)).toEqual([1, isTest ? 0 : 1, 1])
      for (const { level, people, amount } of levels) {
        expect(data.userInfo[`level${level}Person`]).toBe(people)
        expect(data.userInfo[`level${level}Amount`]).toBe(amount / 100)
      }
    }
  })

  it('is listed by level, by public names, in pages, newest first', async () => {
    const top = await owner()
    let newest = ''
    for (let index = 0; index < 21; index++) {
      await deps.clock.advance(1000)
      newest = (await t.createUser({ inviteCode: top.inviteCode })).uId
    }
    interface Page {
      list: { player: string; isValid: boolean; time: string }[]
      next: number | null
    }
    const read = async (query: string) => t.get<Page>(`/api/app/agent/invited${query}`, { token: top.token })
    const page = (await read('')).data
    expect(page.list).toHaveLength(20)
    expect(page.next).toBe(20)
    expect(page.list[0]).toMatchObject({ player: generatedName(newest), isValid: false })
    expect(Date.parse(page.list[0]?.time ?? '')).toBeGreaterThan(Date.parse(page.list[1]?.time ?? ''))
    expect((await read('?level=1&offset=20')).data).toMatchObject({ list: [{}], next: null })
    expect((await read('?level=2')).data.list).toEqual([])
    for (const query of ['?level=4', '?level=0', '?offset=-1', '?level=x', '?user=1']) {
      expect((await read(query)).http, query).toBe(400)
    }
  })

  it("cannot be self-joined: a player's own code and e-mail create no second account", async () => {
    const top = await owner()
    const response = await t.post('/api/auth/user/restRegister', {
      ...(await t.captcha()),
      name: '',
      cardNo: '',
      username: top.username,
      country: '+55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: top.inviteCode,
      isapp: 0,
    })
    expect(response).toMatchObject({
      http: 409,
      message: 'Já existe uma conta com este e-mail. Entre ou redefina a senha.',
    })
    expect((await overview(top)).team[0]?.people).toBe(0)
  })
})

describe('the ladder', () => {
  async function validInvitee(inviteCode: string, deposited = 100_00, staked = 100_00) {
    const friend = await t.createUser({ inviteCode })
    if (deposited > 0) await deposit(friend, deposited)
    if (staked > 0) await play(friend, staked)
    return friend
  }
  const ladder = async (token?: string) =>
    (
      await t.get<{ validPeople: number; steps: { people: number; reward: number; state: string }[] }>(
        '/api/app/agent/ladder',
        token ? { token } : {},
      )
    ).data

  it('shows its nine steps to everyone as locked', async () => {
    const { steps } = await ladder()
    expect(steps.map(({ people }) => people)).toEqual([1, 5, 10, 30, 50, 100, 300, 500, 1000])
    expect(steps.every(({ state, reward }) => state === 'locked' && reward > 0)).toBe(true)
  })

  it.each([
    [100_00, 100_00, 1],
    [99_99, 99_99, 0],
    [100_00, 99_99, 0],
    [150_00, 0, 0],
  ])('counts an invitee with %i deposited and %i bet as %i', async (deposited, staked, expected) => {
    const top = await owner()
    await validInvitee(top.inviteCode, deposited, staked)
    expect((await ladder(top.token)).validPeople).toBe(expected)
  })

  it('does not count a stake that may still be refunded', async () => {
    const top = await owner()
    const friend = await validInvitee(top.inviteCode, 100_00, 0)
    const roundId = randomUUID()
    await deps.ledger.holdStake(deps.db, {
      actor: testActor,
      userId: friend.uId,
      roundId,
      amount: cents(100_00),
      wallet: 'cash',
    })
    expect((await ladder(top.token)).validPeople).toBe(0)
    await deps.ledger.settleRound(deps.db, {
      actor: testActor,
      userId: friend.uId,
      roundId,
      payout: cents(0),
      game: 'double',
    })
    expect((await ladder(top.token)).validPeople).toBe(1)
  })

  it('pays each step once, also for parallel claims', async () => {
    const top = await owner()
    expect((await claimStep(top, 1)).http).toBe(400)
    await validInvitee(top.inviteCode)
    expect((await ladder(top.token)).steps[0]?.state).toBe('ready')
    const responses = await Promise.all(Array.from({ length: 8 }, () => claimStep(top, 1)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.filter(({ http }) => http === 409)).toHaveLength(7)
    expect((await claimStep(top, 1)).message).toBe('Este prêmio já foi resgatado.')
    expect((await claimStep(top, 5)).message).toBe('Este prêmio ainda não está disponível.')
    const { bonus, turnoverLeft } = await wallet(top)
    expect([bonus, turnoverLeft]).toEqual([25, 25])
    expect((await ladder(top.token)).steps[0]?.state).toBe('claimed')
    // A refused early claim does not use up the step: with five invitees it pays.
    for (let index = 0; index < 4; index++) await validInvitee(top.inviteCode)
    expect((await claimStep(top, 5)).data.amount).toBe(1)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('refuses an unknown step', async () => {
    const top = await owner()
    await validInvitee(top.inviteCode)
    for (const people of [2, 0, -1, 1.5, '1', null]) {
      expect((await claimStep(top, people)).http, String(people)).toBe(400)
    }
  })
})

it('those who earn the player nothing are the same, whether compared in the database or by their marks, as where players are spread', async () => {
  const inviters = await deps.db.read<{ id: string }>(
    'select distinct invited_by as id from users where invited_by is not null',
  )
  // On nodes no statement compares players of several of them, so it is that of a database which has all.
  await deps.db.write('create schema one')
  for (const table of ['users', 'wallets', 'orders', 'account_marks'])
    await deps.db.write(`create table one.${table} as select * from ${table}`)
  let found = 0
  for (const { id } of inviters) {
    const rows = await deps.db.tx(async (tx) => {
      await tx.query('set local search_path = one, public')
      return tx.query<{ id: string }>(
        `with ${teamSql}, ${ownAccountsSql}
         select u.id from team join users u on u.id = team.id
           where u.id in (select id from own) or ${isCountedBeforeSql('u')}`,
        [id],
      )
    })
    found += rows.length
    const excluded = await readExcluded(deps.db, id)
    expect(excluded.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
    // However many they are, and however few are looked at together.
    for (const atOnce of [1, 2])
      expect((await readExcluded(deps.db, id, atOnce)).toSorted()).toEqual(excluded.toSorted())
  }
  expect(found).toBeGreaterThan(3)
})
