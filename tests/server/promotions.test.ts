import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cents, type WalletName } from '#contract/money.ts'
import { createTestApp } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const t = await createTestApp()
const { deps } = t

type User = Awaited<ReturnType<typeof t.createUser>>
interface Promotion {
  id: string
  kind: string
  type: number
  state: string
  amount: number
  startsAt: string | null
  endsAt: string | null
}

/** Noon of a Wednesday in Brasília. */
const noon = new Date('2031-03-05T15:00:00Z')
const day = 86_400_000
const ids = { firstDeposit: '1', weekend: '2', invite: '3' }

const read = async (id: string, user?: User) =>
  (await t.get<Promotion>(`/api/app/promotions/${id}`, user ? { token: user.token } : {})).data
const claim = (user: User, id: unknown) =>
  t.post<{ amount: number; type: number }>('/api/app/promotions/claim', { id } as object, {
    token: user.token,
  })

async function pay(user: User, pkgId: string, gift = 1): Promise<void> {
  const order = await t.post<{ orderId: string }>(
    `/api/app/order/prePay/${pkgId}`,
    { gift, pkgId, isapp: 0 },
    { token: user.token, headers: { 'idempotency-key': randomUUID() } },
  )
  const paid = await t.post(`/sandbox/api/orders/${order.data.orderId}/pay`)
  if (paid.http !== 200) throw new Error(`not paid: ${order.message} ${paid.message}`)
}

beforeEach(async () => void (await deps.clock.moveTo(noon)))

describe('promotions', () => {
  it('are listed for everyone, with their state for a player', async () => {
    const open = await t.get<{ list: Promotion[] }>('/api/app/promotions')
    expect(open.data.list.map(({ kind, state, type }) => [kind, state, type])).toEqual([
      ['firstDeposit', 'login', 141],
      ['weekendCashback', 'login', 141],
      ['invite', 'login', 141],
    ])
    const user = await t.createUser()
    const own = await t.get<{ list: Promotion[] }>('/api/app/promotions', { token: user.token })
    expect(own.data.list.map(({ state }) => state)).toEqual(['needsDeposit', 'needsDeposit', 'notReady'])
  })

  it('that do not exist are not found, and bad claims refused', async () => {
    const user = await t.createUser({ kyc: 1 })
    expect((await t.get('/api/app/promotions/99')).http).toBe(404)
    expect((await t.get(`/api/app/promotions/${'9'.repeat(65)}`)).http).toBe(400)
    expect((await claim(user, '99')).http).toBe(404)
    for (const id of [1, null, '', { a: 1 }]) expect((await claim(user, id)).http).toBe(400)
    expect((await t.post('/api/app/promotions/claim', { id: '1' })).status).toBe(40101)
    const extra = await t.post('/api/app/promotions/claim', { id: '1', amount: 1000 }, { token: user.token })
    expect(extra.http).toBe(400)
  })

  it('are the cashback alone under the Brazilian rules', async () => {
    const br = await createTestApp({ JURISDICTION: 'br' }, { beside: t })
    const { data } = await br.get<{ list: Promotion[] }>('/api/app/promotions')
    expect(data.list.map(({ kind }) => kind)).toEqual(['weekendCashback'])
    expect((await br.get('/api/app/promotions/1')).http).toBe(404)
  })
})

const play = (user: User, stake: number, payout = stake) =>
  deps.ledger.instantRound(deps.db, {
    actor: testActor,
    userId: user.uId,
    roundId: randomUUID(),
    stake: cents(stake),
    payout: cents(payout),
    wallet: 'cash',
    game: 'double',
  })

describe('first deposit', () => {
  it('pays a share once the deposit was bet, also for parallel claims, with its turnover', async () => {
    const user = await t.createUser({ kyc: 1 })
    expect((await claim(user, ids.firstDeposit)).http).toBe(400)
    await pay(user, 'brl-100')
    expect(await read(ids.firstDeposit, user)).toMatchObject({ state: 'notReady', amount: 0.3 })
    expect((await claim(user, ids.firstDeposit)).http).toBe(400)
    await play(user, 100_00)
    expect(await read(ids.firstDeposit, user)).toMatchObject({ state: 'available', amount: 0.3 })
    const before = await deps.ledger.wallet(deps.db, user.uId)
    const responses = await Promise.all(Array.from({ length: 8 }, () => claim(user, ids.firstDeposit)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(responses.find(({ http }) => http === 200)?.data).toEqual({ id: '1', amount: 0.3, type: 141 })
    expect(responses.filter(({ http }) => http === 409)).toHaveLength(7)
    const after = await deps.ledger.wallet(deps.db, user.uId)
    expect(after.bonus - before.bonus).toBe(30)
    expect(after.turnoverLeft - before.turnoverLeft).toBe(60)
    expect(await read(ids.firstDeposit, user)).toMatchObject({ state: 'claimed', amount: 0.3 })
    // A second deposit does not count as a first one.
    await pay(user, 'brl-200')
    expect((await claim(user, ids.firstDeposit)).http).toBe(409)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('is capped, and listed among the bonuses', async () => {
    const user = await t.createUser({ kyc: 1 })
    await pay(user, 'top-5000')
    await deps.db.write(`update orders set principal = 2000000 where user_id = $1`, [user.uId])
    for (let i = 0; i < 4; i++) await play(user, 5_000_00, 5_000_00)
    expect((await claim(user, ids.firstDeposit)).data.amount).toBe(15)
    const records = await t.get<{ list: { type: string; amount: number }[] }>(
      '/api/app/order/records?tab=bonuses',
      { token: user.token },
    )
    expect(records.data.list[0]).toMatchObject({ type: '141', amount: 15 })
  })

  it('does not count a deposit without promotions', async () => {
    const user = await t.createUser({ kyc: 1 })
    await pay(user, 'brl-100', 0)
    expect((await read(ids.firstDeposit, user)).state).toBe('needsDeposit')
  })

  it('expires', async () => {
    const user = await t.createUser({ kyc: 1 })
    await pay(user, 'brl-100')
    await deps.clock.advance(7 * day)
    expect((await read(ids.firstDeposit, user)).state).toBe('expired')
    const late = await claim(user, ids.firstDeposit)
    expect(late).toMatchObject({ http: 400, message: 'O prazo para resgatar este prêmio acabou.' })
    expect((await deps.ledger.wallet(deps.db, user.uId)).bonus).toBe(15)
  })
})

describe('weekend cashback', () => {
  const lose = (user: User, stake: number, payout = 0, wallet: WalletName = 'cash') =>
    deps.ledger.instantRound(deps.db, {
      actor: testActor,
      userId: user.uId,
      roundId: randomUUID(),
      stake: cents(stake),
      payout: cents(payout),
      wallet,
      game: 'double',
    })

  it("returns five per cent of what the weekend's bets lose on average, from Monday to Friday, once per weekend", async () => {
    const user = await t.createUser({ kyc: 1 })
    await pay(user, 'brl-1000')
    // Friday 23:00 is not the weekend yet, nor is Monday 00:30.
    await deps.clock.moveTo(new Date('2031-03-08T02:00:00Z'))
    await lose(user, 50_00)
    await deps.clock.moveTo(new Date('2031-03-08T03:30:00Z'))
    await lose(user, 300_00)
    await lose(user, 100_00, 200_00)
    await lose(user, 1_00, 0, 'bonus')
    expect(await read(ids.weekend, user)).toMatchObject({
      state: 'notReady',
      startsAt: '2031-03-10T03:00:00.000Z',
    })
    expect((await claim(user, ids.weekend)).http).toBe(400)
    await deps.clock.moveTo(new Date('2031-03-10T03:30:00Z'))
    await lose(user, 10_00)
    expect(await read(ids.weekend, user)).toMatchObject({
      state: 'available',
      // 5 % of 401.00 / 15, whatever was won.
      amount: 1.33,
      endsAt: '2031-03-15T03:00:00.000Z',
    })
    const responses = await Promise.all(Array.from({ length: 4 }, () => claim(user, ids.weekend)))
    expect(responses.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409])
    expect((await read(ids.weekend, user)).state).toBe('claimed')
    // The next weekend is counted separately.
    await deps.clock.moveTo(new Date('2031-03-16T15:00:00Z'))
    expect((await read(ids.weekend, user)).state).toBe('notReady')
    await lose(user, 100_00)
    await deps.clock.moveTo(new Date('2031-03-18T15:00:00Z'))
    expect((await claim(user, ids.weekend)).data.amount).toBe(0.33)
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('pays nothing for a weekend without bets, however much was lost before', async () => {
    const user = await t.createUser({ kyc: 1 })
    await pay(user, 'brl-100')
    await lose(user, 50_00)
    await deps.clock.moveTo(new Date('2031-03-11T15:00:00Z'))
    expect((await read(ids.weekend, user)).state).toBe('notReady')
    expect((await claim(user, ids.weekend)).http).toBe(400)
  })
})

describe('invite', () => {
  it('pays for the first valid invitee, within thirty days', async () => {
    const top = await t.createUser({ inviteCode: 'PROMO1', kyc: 1 })
    const late = await t.createUser({ inviteCode: 'PROMO2', kyc: 1 })
    for (const inviteCode of ['PROMO1', 'PROMO2']) {
      const friend = await t.createUser({ inviteCode, kyc: 1 })
      await pay(friend, 'brl-100')
      await deps.ledger.instantRound(deps.db, {
        actor: testActor,
        userId: friend.uId,
        roundId: randomUUID(),
        stake: cents(100_00),
        payout: cents(0),
        wallet: 'cash',
        game: 'double',
      })
    }
    expect((await claim(top, ids.invite)).data.amount).toBe(0.2)
    expect((await claim(top, ids.invite)).http).toBe(409)
    // Both registered 31 days ago (a session would not live that long).
    await deps.db.write(`update users set created_at = created_at - interval '31 days' where id = any($1)`, [
      [top.uId, late.uId],
    ])
    expect((await read(ids.invite, top)).state).toBe('claimed')
    expect((await read(ids.invite, late)).state).toBe('expired')
    expect((await claim(late, ids.invite)).http).toBe(400)
  })
})

it('is paid once to a person, who closes the account and opens another one', async () => {
  const [first, second] = [await t.createUser({ kyc: 1 }), await t.createUser({ kyc: 1 })]
  await pay(first, 'brl-100')
  await play(first, 100_00)
  expect((await claim(first, ids.firstDeposit)).http).toBe(200)
  // As erasing does: the index stays with what outlives the account.
  const [row] = await deps.db.read<{ person: Buffer }>(
    'select cpf_index as person from users where id = $1',
    [first.uId],
  )
  await deps.db.write('update users set cpf_index = null where id = $1', [first.uId])
  await deps.db.write('update users set cpf_index = $2 where id = $1', [second.uId, row?.person ?? null])
  await pay(second, 'brl-1000')
  await play(second, 1_000_00)
  expect((await read(ids.firstDeposit, second)).state).toBe('claimed')
  expect((await claim(second, ids.firstDeposit)).http).toBe(409)
})
