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
