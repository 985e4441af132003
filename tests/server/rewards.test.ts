import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { promotionCalls } from '#contract/http/promotions.ts'
import { referralCalls } from '#contract/http/referrals.ts'
import { rewardCalls } from '#contract/http/rewards.ts'
import { cents } from '#contract/money.ts'
import { correctedToRefund, playedRound } from './helpers/playedRound.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const { deps, call, get, post, createUser } = await createTestApp()

// 15:00 in São Paulo.
beforeEach(() => deps.clock.moveTo(new Date('2027-03-10T18:00:00Z')))

const day = 86_400_000

interface RebateData {
  state: string
  day: string
  bets: number
  amount: number
  rate: number
  today: { bets: number; amount: number }
  table: { level: number; rate: number }[]
  history: { day: string; amount: number }[]
}
interface CheckInData {
  state: string
  today: string
  streak: number
  days: { day: number; amount: number; state: string }[]
  checked: string[]
  total: number
}

const rebateUrl = '/api/app/rewards/rebate'
const signInUrl = '/api/app/rewards/signIn'

function bet(userId: string, stake: number, game = 'double') {
  return playedRound(deps, { userId, stake, game })
}

const walletOf = (userId: string) => deps.ledger.wallet(deps.db, userId)

describe('rebate', () => {
  it('shows guests the table, 0.1% to 1.0%, and asks them to log in', async () => {
    const { data } = await get<RebateData>(rebateUrl)
    expect(data.state).toBe('login')
    expect(data.table).toHaveLength(13)
    expect(data.table[0]).toEqual({ level: 0, rate: 0.001 })
    expect(data.table[12]).toEqual({ level: 12, rate: 0.01 })
    expect((await post(`${rebateUrl}/claim`)).http).toBe(401)
  })

  it("pays for yesterday's bets once, in cash, and lists it in the history", async () => {
    const { token, uId } = await createUser({ balance: 500, level: 12, kyc: 1 })
    await bet(uId, 100_00)
    const early = await post(`${rebateUrl}/claim`, {}, { token })
    expect(early).toMatchObject({ http: 400, message: 'Este prêmio ainda não está disponível.' })
    const before = await get<RebateData>(rebateUrl, { token })
    expect(before.data).toMatchObject({ state: 'nothing', bets: 0, today: { bets: 100, amount: 1 } })

    await deps.clock.advance(day)
    const ready = await get<RebateData>(rebateUrl, { token })
    expect(ready.data).toMatchObject({ state: 'available', day: '2027-03-10', bets: 100, amount: 1 })
    const claimed = await post(`${rebateUrl}/claim`, {}, { token })
    expect(claimed).toMatchObject({ http: 200, data: { day: '2027-03-10', amount: 1 } })
    expect((await walletOf(uId)).cash).toBe(401_00)
    const twice = await post(`${rebateUrl}/claim`, {}, { token })
    expect(twice).toMatchObject({ http: 409, message: 'Este prêmio já foi resgatado.' })
    const after = await get<RebateData>(rebateUrl, { token })
    expect(after.data).toMatchObject({ state: 'claimed', amount: 1, history: [{ day: '2027-03-10' }] })
    expect((await walletOf(uId)).cash).toBe(401_00)

    await deps.clock.advance(day)
    expect((await get<RebateData>(rebateUrl, { token })).data.state).toBe('nothing')
  })

  it('counts bets by the edge of their game', async () => {
    const { token, uId } = await createUser({ balance: 1_000, level: 12, kyc: 1 })
    const dice = await post(
      '/api/app/game/dice/bet',
      { amount: 100, direction: 'over', chance: 2 },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(dice.http).toBe(200)
    const today = async () => (await get<RebateData>(rebateUrl, { token })).data.today
    expect(await today()).toEqual({ bets: 100, amount: 0.25 })
    await bet(uId, 100_00, 'luckyColor')
    expect(await today()).toEqual({ bets: 200, amount: 0.75 })
    await bet(uId, 100_00, 'double')
    expect(await today()).toEqual({ bets: 300, amount: 1.75 })
    await deps.clock.advance(day)
    const { cash } = await walletOf(uId)
    const claimed = await post(`${rebateUrl}/claim`, {}, { token })
    expect(claimed).toMatchObject({ http: 200, data: { amount: 1.75 } })
    expect((await walletOf(uId)).cash).toBe(cash + 1_75)
  })

  it('counts days in São Paulo time, and only settled bets', async () => {
    const { token, uId } = await createUser({ balance: 500, level: 12, kyc: 1 })
    // 23:30 on the 9th there, 02:30 on the 10th in UTC.
    await deps.clock.moveTo(new Date('2027-03-10T02:30:00Z'))
    await bet(uId, 100_00)
    const roundId = randomUUID()
    await deps.ledger.holdStake(deps.db, {
      actor: testActor,
      userId: uId,
      roundId,
      amount: cents(50_00),
      wallet: 'cash',
    })
    await deps.ledger.refundRound(deps.db, { actor: testActor, userId: uId, roundId })
    await deps.clock.moveTo(new Date('2027-03-10T03:30:00Z'))
    await bet(uId, 20_00)
    const { data } = await get<RebateData>(rebateUrl, { token })
    expect(data).toMatchObject({ day: '2027-03-09', bets: 100, today: { bets: 20 } })
  })

  it('is nothing for a day of which only a bet is left that was given back later', async () => {
    const { token, uId } = await createUser({ balance: 1_000, level: 12, kyc: 1 })
    await bet(uId, 300_00)
    await deps.clock.advance(day)
    await correctedToRefund(deps, uId, 200_00)
    const { data } = await get<RebateData>(rebateUrl, { token })
    expect(data.today).toEqual({ bets: 0, amount: 0 })
    await deps.clock.advance(day)
    expect((await get<RebateData>(rebateUrl, { token })).data).toMatchObject({
      state: 'nothing',
      bets: 0,
      amount: 0,
    })
    expect(await post(`${rebateUrl}/claim`, {}, { token })).toMatchObject({
      http: 400,
      message: 'Este prêmio ainda não está disponível.',
    })
  })

  it('pays one of many parallel claims', async () => {
    const { token, uId } = await createUser({ balance: 500, level: 12, kyc: 1 })
    await bet(uId, 100_00)
    await deps.clock.advance(day)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(`${rebateUrl}/claim`, {}, { token })),
    )
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.filter(({ http }) => http === 409)).toHaveLength(19)
    expect((await walletOf(uId)).cash).toBe(401_00)
    expect(await deps.ledger.violations()).toEqual([])
  })
})

describe('check-in', () => {
  /** A player who has deposited, and has bet enough yesterday. */
  async function createRegular() {
    const user = await createUser({ balance: 5_000, kyc: 1 })
    await deps.db.write('update wallets set deposit_sum = 2000 where user_id = $1', [user.uId])
    await deps.clock.advance(-day)
    await bet(user.uId, 200_00)
    await deps.clock.advance(day)
    return user
  }

  it('asks for a deposit, and for bets of the day before', async () => {
    const { token, uId } = await createUser({ balance: 500, kyc: 1 })
    const state = async () => (await get<CheckInData>(signInUrl, { token })).data
    expect(await state()).toMatchObject({ state: 'needsDeposit', counted: 0, required: 200 })
    expect((await post(`${signInUrl}/claim`, {}, { token })).http).toBe(400)
    await deps.db.write('update wallets set deposit_sum = 2000 where user_id = $1', [uId])
    await bet(uId, 199_99)
    await deps.clock.advance(day)
    expect(await state()).toMatchObject({ state: 'needsBets', counted: 199.99 })
    expect((await post(`${signInUrl}/claim`, {}, { token })).http).toBe(400)
    expect((await walletOf(uId)).bonus).toBe(0)
  })

  it('shows guests the seven rewards and asks them to log in', async () => {
    const { data } = await get<CheckInData>(signInUrl)
    expect(data).toMatchObject({ state: 'login', streak: 0 })
    expect(data.days.map(({ amount }) => amount)).toEqual([0.1, 0.1, 0.15, 0.15, 0.2, 0.3, 0.5])
    expect((await post(`${signInUrl}/claim`)).http).toBe(401)
  })

  it('pays each day of a streak once, and starts again after the seventh', async () => {
    const { token, uId } = await createRegular()
    const paid: number[] = []
    for (let index = 0; index < 8; index++) {
      await bet(uId, 200_00)
      const { data } = await post<{ amount: number; streak: number }>(`${signInUrl}/claim`, {}, { token })
      expect(data.streak).toBe((index % 7) + 1)
      paid.push(data.amount)
      expect((await post(`${signInUrl}/claim`, {}, { token })).http).toBe(409)
      await deps.clock.advance(day)
    }
    expect(paid).toEqual([0.1, 0.1, 0.15, 0.15, 0.2, 0.3, 0.5, 0.1])
    // The bets have released those before.
    expect((await walletOf(uId)).bonus).toBe(10)
    const { data } = await get<CheckInData>(signInUrl, { token })
    expect(data).toMatchObject({ state: 'available', streak: 1, total: 1.6 })
    expect(data.days.map(({ state }) => state).slice(0, 3)).toEqual(['done', 'today', 'later'])
    expect(data.checked).toHaveLength(8)
  })

  it('loses the streak on a missed day, in São Paulo time', async () => {
    const { token, uId } = await createRegular()
    await bet(uId, 200_00)
    await deps.clock.moveTo(new Date('2027-03-11T02:59:00Z'))
    expect((await post<{ day: string }>(`${signInUrl}/claim`, {}, { token })).data.day).toBe('2027-03-10')
    await deps.clock.advance(2 * 60_000)
    const next = await post<{ day: string; streak: number }>(`${signInUrl}/claim`, {}, { token })
    expect(next.data).toMatchObject({ day: '2027-03-11', streak: 2 })
    await deps.clock.advance(day)
    await bet(uId, 200_00)
    await deps.clock.advance(day)
    expect((await get<CheckInData>(signInUrl, { token })).data.streak).toBe(0)
    expect((await post<{ streak: number }>(`${signInUrl}/claim`, {}, { token })).data.streak).toBe(1)
  })

  it('pays one of many parallel claims, and the same key gets the same response', async () => {
    const { token, uId } = await createRegular()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(`${signInUrl}/claim`, {}, { token })),
    )
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect((await walletOf(uId)).bonus).toBe(10)
    await bet(uId, 200_00)
    await deps.clock.advance(day)
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await post(`${signInUrl}/claim`, {}, { token, headers }),
      await post(`${signInUrl}/claim`, {}, { token, headers }),
    ]
    expect(first.http).toBe(200)
    expect(again.raw.body).toBe(first.raw.body)
    expect((await walletOf(uId)).bonus).toBe(10)
  })
})

describe('every call that pays a reward', () => {
  const bodies = {
    '/api/app/rewards/rebate/claim': {},
    '/api/app/rewards/signIn/claim': {},
    '/api/app/agent/claim': {},
    '/api/app/agent/ladder/claim': { people: 1 },
    '/api/app/promotions/claim': { id: '3' },
    '/api/app/main/claimGift': {},
  }

  /** Creates a player who can claim every reward, and returns what the claims return. */
  async function claimAll(inviteCode: string, { isPaused }: { isPaused: boolean }) {
    const player = await createUser({ inviteCode, balance: 500, level: 12, kyc: 1 })
    await deps.db.write('update wallets set deposit_sum = 2000 where user_id = $1', [player.uId])
    const friend = await createUser({ inviteCode, balance: 500 })
    const [principal, none] = [cents(100_00), cents(0)]
    const deposit = { userId: friend.uId, orderId: friend.uId, principal, bonus: none, turnover: none }
    await deps.ledger.deposit(deps.db, { ...deposit, actor: testActor })
    for (const { uId } of [player, friend]) await bet(uId, 200_00)
    await deps.clock.advance(day)
    const { token } = player
    if (isPaused) {
      expect((await post('/api/app/limits/timeOut', { days: 1 }, { token })).http).toBe(200)
    }
    await call('PATCH', `/sandbox/api/users/${player.username}`, { body: { gift: 1 } })
    const before = await walletOf(player.uId)
    const outcomes: string[] = []
    for (const [path, body] of Object.entries(bodies)) {
      const { http, message } = await post(path, body, { token })
      outcomes.push(http === 200 ? 'paid' : message)
    }
    const after = await walletOf(player.uId)
    return { outcomes, paid: after.cash + after.bonus - before.cash - before.bonus }
  }

  it('pays, but refuses and pays nothing during a pause', async () => {
    const paths = [rewardCalls, referralCalls, promotionCalls]
      .flatMap((calls) => Object.values<{ path: string }>(calls).map(({ path }) => path))
      .filter((path) => /claim/i.test(path))
    expect(paths.sort()).toEqual(Object.keys(bodies).sort())

    const free = await claimAll('FREE1', { isPaused: false })
    expect(free.outcomes).toEqual(paths.map(() => 'paid'))
    expect(free.paid).toBeGreaterThan(0)
    const paused = await claimAll('PAUSED1', { isPaused: true })
    expect(paused).toEqual({
      outcomes: paths.map(() => 'Sua conta está em pausa. Você ainda pode retirar seu saldo.'),
      paid: 0,
    })
  })
})
