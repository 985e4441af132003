import { describe, expect, it } from 'vitest'
import { auditWallets } from '#server/jobs/walletAudit.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { createTestApp, type TestResponse } from './helpers/testApp.ts'

const t = await createTestApp({ PAYOUT_AUTO_LIMIT: '500' })
const { deps } = t
const api = '/sandbox/api'
type Player = Awaited<ReturnType<typeof t.createUser>>

const patch = async ({ username }: Player, body: object) => {
  const response = await t.call('PATCH', `${api}/users/${username}`, { body })
  expect(response.http, response.message).toBe(200)
}
const account = async ({ token }: Player) =>
  (await t.get<{ userInfo: Record<string, unknown> }>('/api/app/user/userInfo', { token })).data.userInfo
const betDice = ({ token }: Player, amount: number): Promise<TestResponse> =>
  t.post('/api/app/game/dice/bet', { amount, direction: 'under', chance: 50 }, { token })

const past = <Data>(what: string, { username }: Player, body: object) =>
  t.post<Data>(`${api}/${what}/${username}`, body)

/** Everything that may say that money is not where it should be. */
async function expectCleanBooks(): Promise<void> {
  expect(await deps.ledger.violations()).toEqual([])
  await auditWallets(deps, new Date(Date.now() + 60_000))
  expect(await deps.db.read('select user_id, account from wallet_differences')).toEqual([])
}

describe('a player', () => {
  it('has withdrawals that wait for a person, if QA says so', async () => {
    const withdrawal = async (payCardNo: string, fields: object) => {
      const player = await t.createUser({ kyc: 1, balance: 200, ...fields })
      const body = { payCardBank: 'CNPJ', payCardNo, ifsc: '', name: 'Loja', amount: 60 }
      const { data } = await t.post<{ orderId: string }>('/api/app/order/withdraw', body, {
        token: player.token,
      })
      await deps.db.write(`update withdrawals set status = 'requested', review = null where id = $1`, [
        data.orderId,
      ])
      return { player, id: data.orderId }
    }
    const held = await withdrawal('45723174000110', { holdWithdrawals: 1 })
    await withdrawal('11222333000181', {})
    await deps.clock.advance(6_000)
    await runJobs(deps)
    const waiting = async () =>
      (await t.get<{ orderId: string }[]>(`${api}/withdrawals`)).data.map(({ orderId }) => orderId)
    expect(await waiting()).toEqual([held.id])
    await patch(held.player, { holdWithdrawals: 0 })
    await runJobs(deps)
    expect(await waiting()).toEqual([])
  })

  it('stands at the edge of a level, and one bet or deposit brings the next', async () => {
    const player = await t.createUser({ balance: 50, paySumAmount: 100, gameSumAmount: 399 })
    expect(await account(player)).toMatchObject({ level: 0, paySumAmount: 100, gameSumAmount: 399 })
    expect((await betDice(player, 1)).http).toBe(200)
    expect(await account(player)).toMatchObject({ level: 1, gameSumAmount: 400 })
    // Reached already: given at once, but not against a level that is asked for.
    await patch(player, { paySumAmount: 2_000, gameSumAmount: 15_000 })
    expect(await account(player)).toMatchObject({ level: 4 })
    await patch(player, { paySumAmount: 0, gameSumAmount: 0, level: 0 })
    expect(await account(player)).toMatchObject({ level: 0, paySumAmount: 0, gameSumAmount: 0 })
    await patch(player, { paySumAmount: 5_000, gameSumAmount: 40_000, level: 2 })
    expect(await account(player)).toMatchObject({ level: 2, paySumAmount: 5_000 })
    await expectCleanBooks()
  })

  it('has limits at once, also after bets, and they can be removed at once', async () => {
    const player = await t.createUser({ balance: 1_000 })
    await betDice(player, 1)
    await patch(player, {
      limits: [
        { kind: 'loss', period: 'day', amount: 100 },
        { kind: 'time', period: 'week', amount: 90 },
        { kind: 'deposit', period: 'month', amount: 25.5 },
      ],
    })
    const { data } = await t.get<{ limits: object[] }>('/api/app/limits', { token: player.token })
    expect(data.limits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'time', period: 'week', amount: 90 }),
        expect.objectContaining({ kind: 'deposit', period: 'month', amount: 25.5 }),
      ]),
    )
    expect((await betDice(player, 150)).http).not.toBe(200)
    await patch(player, { limits: [{ kind: 'loss', period: 'day', amount: null }] })
    expect((await betDice(player, 150)).http).toBe(200)
  })

  it('is paused, and the pause ends', async () => {
    const player = await t.createUser({ balance: 10, freeBalance: 5 })
    const pausedUntil = new Date(deps.clock.now().getTime() + 3_600_000).toISOString()
    await patch(player, { pausedUntil })
    expect((await betDice(player, 1)).http).toBe(403)
    await patch(player, { pausedUntil: null })
    expect((await betDice(player, 1)).http).toBe(200)
    await expectCleanBooks()
  })

  it('has a language and an inbox', async () => {
    const player = await t.createUser({
      language: 'ru_RU',
      messages: [
        { kind: 'welcome', isRead: true },
        { kind: 'withdrawalRefused', params: { amount: 60.5, refusal: 'notOwnKey' } },
        { kind: 'levelUp', params: { level: 3 } },
      ],
    })
    const inbox = await t.get<{ list: object[]; unread: number }>('/api/app/messages', {
      token: player.token,
    })
    expect(inbox.data).toMatchObject({
      unread: 2,
      list: [
        { kind: 'levelUp', params: { level: 3 }, isRead: false },
        { kind: 'withdrawalRefused', params: { amount: 60.5, refusal: 'notOwnKey' }, isRead: false },
        { kind: 'welcome', isRead: true },
      ],
    })
    expect(await deps.db.read('select language from users where id = $1', [player.uId])).toEqual([
      { language: 'ru_RU' },
    ])
    const refused = await t.post(`${api}/users`, {
      username: 'x',
      password: 'x',
      messages: [{ kind: 'spam' }],
    })
    expect([refused.http, refused.message]).toEqual([400, expect.stringContaining('messages.0.kind')])
  })
})

describe('the past of a player', () => {
  it('has bets on other days, which bring rebates and long histories but move no money', async () => {
    const player = await t.createUser({ balance: 25, freeBalance: 5, turnover: 10, kyc: 1 })
    await past('bets', player, { amount: 1_000, daysAgo: 1 })
    await past('bets', player, { game: 'carnaval', amount: 0.2, count: 250, daysAgo: 3 })
    const [{ day } = { day: '' }] = await deps.db.read<{ day: string }>(
      'select ledger_day($1::timestamptz - interval $$3 days$$)::text as day',
      [deps.clock.now()],
    )
    expect(
      await deps.db.read('select day::text as day, stakes from bet_days where user_id = $1 and game = $2', [
        player.uId,
        'carnaval',
      ]),
    ).toEqual([{ day, stakes: 5_000 }])
    expect(await account(player)).toMatchObject({ balance: 25, freeBalance: 5, gameSumAmount: 1_050 })
    const { data } = await t.get<{ turnoverLeft: number }>('/api/app/user/account', { token: player.token })
    expect(data.turnoverLeft).toBe(10)
    const rebate = await t.post<{ amount: number }>(
      '/api/app/rewards/rebate/claim',
      {},
      { token: player.token },
    )
    expect(rebate.http, rebate.message).toBe(200)
    // Each has its own time, so that pages of a list follow each other.
    expect(
      await deps.db.read(
        'select count(distinct created_at)::int as times from game_rounds where user_id = $1 and settled_at = created_at',
        [player.uId],
      ),
    ).toEqual([{ times: 251 }])
    await expectCleanBooks()
  })

  it('has paid deposits, about which provider and books agree', async () => {
    const player = await t.createUser({ kyc: 1 })
    await past('deposits', player, { amount: 33.5, count: 3, daysAgo: 1 })
    expect(await account(player)).toMatchObject({ balance: 100.5, paySumAmount: 100.5 })
    const { data } = await t.get<{ list: { amount: number; status: string; time: string }[] }>(
      '/api/app/order/records?tab=deposits',
      { token: player.token },
    )
    expect(data.list.map(({ amount, status }) => [amount, status])).toEqual(
      Array.from({ length: 3 }, () => [33.5, '10']),
    )
    const differences = await t.post<unknown[]>(`${api}/reconcile`)
    expect(differences.data).toEqual([])
    await expectCleanBooks()
  })

  it('has invited as many as a step of the ladder asks for', async () => {
    const player = await t.createUser()
    await past('invitees', player, { count: 2, valid: false })
    const { data } = await past<{ validPeople: number }>('invitees', player, { count: 5 })
    expect(data.validPeople).toBe(5)
    const ladder = await t.get<{ steps: { people: number; state: string }[] }>('/api/app/agent/ladder', {
      token: player.token,
    })
    expect(ladder.data.steps.slice(0, 3).map(({ state }) => state)).toEqual(['ready', 'ready', 'locked'])
  })

  it('has checked in on the days before', async () => {
    const player = await t.createUser({ kyc: 1 })
    const { data } = await past('checkIns', player, { days: 6 })
    expect(data).toEqual({ state: 'available', streak: 6 })
    const claimed = await t.post<{ streak: number }>(
      '/api/app/rewards/signIn/claim',
      {},
      { token: player.token },
    )
    expect([claimed.http, claimed.message, claimed.data?.streak]).toEqual([200, expect.any(String), 7])
    // Refused as a whole, with the reason: today is taken, and so is any streak that ends now.
    const { gameSumAmount } = await account(player)
    for (const days of [0, 1, 7]) {
      const again = await past<object>('checkIns', player, { days })
      expect([again.http, again.data]).toEqual([
        400,
        { field: 'days', reason: expect.stringMatching(/^\d{4}-\d\d-\d\d is checked in$/) },
      ])
    }
    expect(await account(player)).toMatchObject({ gameSumAmount })
    await expectCleanBooks()
  })

  it.each([
    ['1', ['needsDeposit', 'notReady', 'available', 'claimed', 'expired']],
    ['2', ['needsDeposit', 'notReady', 'available', 'claimed']],
    ['3', ['notReady', 'available', 'claimed', 'expired']],
  ])('promotion %s: is brought to each of its states', async (id, states) => {
    for (const state of states) {
      const player = await t.createUser({ kyc: 1 })
      const brought = await past('promotions', player, { id, state })
      expect([brought.http, brought.data], state).toEqual([200, expect.objectContaining({ state })])
      const { data } = await t.get<{ state: string }>(`/api/app/promotions/${id}`, { token: player.token })
      expect(data.state).toBe(state)
    }
    const player = await t.createUser()
    const impossible = id === '3' ? 'needsDeposit' : 'expired'
    if (id !== '1') expect((await past('promotions', player, { id, state: impossible })).http).toBe(400)
  })

  it('promotions: the cashback of a weekend is there at a weekend too', async () => {
    const { now } = (await t.get<{ now: string }>(`${api}/clock`)).data
    await t.post(`${api}/clock`, { now: '2031-05-10T15:00:00Z' })
    const player = await t.createUser()
    expect((await past('promotions', player, { id: '2', state: 'available' })).data).toMatchObject({
      state: 'available',
    })
    await t.post(`${api}/clock`, { now })
    await expectCleanBooks()
  })
})

describe('outcomes', () => {
  it.each([
    [{ game: 'carnaval', freeSpins: true }, (round: Round) => round.freeStops.length > 0],
    [{ game: 'amazonia', max: 0 }, (round: Round) => round.multiplier === 0 && round.freeStops.length === 0],
    [{ game: 'ouro-da-serra', min: 5, freeSpins: false }, (round: Round) => round.multiplier >= 5],
  ])('of a slot are those that were asked for: %j', async (wanted, isRight) => {
    const player = await t.createUser({ balance: 100 })
    expect((await past('outcomes', player, wanted)).http).toBe(200)
    const row = await playSlotRound(player, wanted.game)
    expect(isRight(row)).toBe(true)
  })

  it('of dice and limbo too; an impossible one is refused', async () => {
    const player = await t.createUser({ balance: 100 })
    const dice = await past<{ result: number }>('outcomes', player, { game: 'dice', min: 99.9 })
    const bet = await betDice(player, 1)
    expect(bet.data).toMatchObject({ outcome: { roll: dice.data.result } })
    expect(dice.data.result).toBeGreaterThanOrEqual(99.9)
    expect((await past('outcomes', player, { game: 'limbo', min: 500 })).http).toBe(200)
    const limbo = await t.post<{ payout: number }>(
      '/api/app/game/limbo/bet',
      { amount: 1, target: 500 },
      { token: player.token },
    )
    expect(limbo.data.payout).toBe(500)
    expect((await past('outcomes', player, { game: 'dice', freeSpins: true })).http).toBe(400)
  })
})

describe('the next rounds of a player', () => {
  const known = {
    dice: ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'],
    limbo: ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'],
    luckyColor: ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'],
    mines: ['5ff5c610e633b2a91c46d1be1f74286b', '854581b6f52eaa86503f1dc6433655f9'],
    rowDouble: ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'],
  } as const
  const plays = {
    dice: ['dice/bet', { amount: 1, direction: 'under', chance: 50 }, { roll: [28.07, 29.02, 5.86] }],
    limbo: ['limbo/bet', { amount: 1, target: 2 }, { result: [17.41, 1.69, 2.88] }],
    luckyColor: ['luckyColor/bet', { stakes: [{ pick: '0', amount: 1 }] }, { digit: [9, 1, 6] }],
    mines: ['mines/betPlay', { amount: 1, mineCount: 3, tiles: [0] }, {}],
    rowDouble: ['rowDouble/betPlay', { amount: 1, mode: 'easy', tiles: [0] }, {}],
  } as const
  type Game = keyof typeof known
  const foretold = async (player: Player, query: string) =>
    (
      await t.get<{ nonce: number; outcomes: Record<string, unknown>[] }>(
        `${api}/rounds/${player.username}?${query}`,
      )
    ).data

  it.each(Object.keys(known) as Game[])('of %s are foretold by the seeds that QA has given', async (game) => {
    const player = await t.createUser({ balance: 100 })
    const [serverSeed, clientSeed] = known[game]
    expect((await past('seeds', player, { serverSeed, clientSeed })).http).toBe(200)
    const { outcomes } = await foretold(player, `game=${game}&count=3`)
    expect(outcomes).toHaveLength(3)
    const [path, body, results] = plays[game]
    // docs/product.md, "Known answers".
    for (const [name, values] of Object.entries(results))
      expect(outcomes.map((outcome) => outcome[name])).toEqual(values)
    for (const outcome of outcomes) {
      const { data, message } = await t.post<Record<string, unknown>>(`/api/app/game/${path}`, body, {
        token: player.token,
      })
      expect(data['outcome'] ?? data, message).toMatchObject(outcome)
    }
    expect(await foretold(player, `game=${game}`)).toMatchObject({ nonce: 3 })
  })

  it('of mines and tower follow their parameters; slots have theirs too', async () => {
    const player = await t.createUser({ balance: 100 })
    const nonce = 2
    for (const [game, query, outcome] of [
      ['mines', 'mineCount=3', { mines: [22, 16, 13] }],
      ['mines', 'mineCount=1', { mines: [22] }],
      ['rowDouble', 'mode=hard', { safe: [[0], [0], [0], [1], [0], [1], [0], [0], [1]] }],
    ] as const) {
      const [serverSeed, clientSeed] = known[game]
      await past('seeds', player, { serverSeed, clientSeed, nonce })
      const [first] = (await foretold(player, `game=${game}&${query}`)).outcomes
      expect(first).toMatchObject(outcome)
    }
    const { outcomes } = await foretold(player, 'game=carnaval&count=1')
    await past('bets', player, { game: 'carnaval', amount: 1 })
    const rows = await deps.db.read('select outcome from game_rounds where user_id = $1', [player.uId])
    expect(rows).toEqual(outcomes.map((outcome) => ({ outcome })))
  })

  it('are of nobody else, and of no game without seeds of the player', async () => {
    const player = await t.createUser()
    expect((await foretold(player, 'game=dice')).outcomes).toHaveLength(10)
    for (const query of ['game=double', 'game=dice&count=101', 'game=mines&mineCount=25', 'count=3'])
      expect((await t.get(`${api}/rounds/${player.username}?${query}`)).http, query).toBe(400)
    expect((await t.get(`${api}/rounds/nobody@sandbox.test?game=dice`)).http).toBe(404)
  })
})

interface Round {
  multiplier: number
  freeStops: unknown[]
}

/** Plays one round as the frame of a slot does, by the sandbox's own call for bets. */
async function playSlotRound(player: Player, game: string): Promise<Round> {
  await past('bets', player, { game, amount: 1 })
  const [row] = await deps.db.read<{ multiplier: number; outcome: { freeStops: unknown[] } }>(
    'select multiplier::float8 as multiplier, outcome from game_rounds where user_id = $1 and game = $2',
    [player.uId, game],
  )
  if (!row) throw new Error('no round')
  return { multiplier: row.multiplier, freeStops: row.outcome.freeStops }
}
