import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { bonusKinds, type BonusKind } from '#contract/rules/bonusKinds.ts'
import { profileOf } from '#server/config/jurisdictions.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { discountReturning } from '#server/domain/rewards/returnDiscounts.ts'
import { offerMultiplier } from '#server/domain/rewards/multiplierOffers.ts'
import { updateVipLevel } from '#server/domain/rewards/vipProgress.ts'
import { playedRound } from './helpers/playedRound.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server
const { bonuses } = profileOf(deps)

const day = 86_400_000
/** Noon of a Thursday in Brasília. */
const thursday = new Date('2031-03-06T15:00:00Z')

const get = async <Data>(of: TestPlayer, url: string) => (await call<Data>('GET', url, { player: of })).data
const post = (of: TestPlayer, url: string, body: object = {}) => call('POST', url, { player: of, body })
const play = (of: TestPlayer, stake: number) => playedRound(deps, { userId: of.userId, stake })

async function buy(of: TestPlayer, pkgId: string): Promise<boolean> {
  const { data, httpStatus } = await call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: of,
    body: { gift: 1, pkgId, isapp: 0 },
    form: true,
    key: randomUUID(),
  })
  if (httpStatus === 200) await settleSandboxPayment(server.app, deps, data.orderId, 'pay')
  return httpStatus === 200
}

interface UserInfo {
  userInfo: { payDiscount: object | null; gift?: number }
  paypackage: { pkgId: string | null; gift: number }
}
const userInfo = (of: TestPlayer) => get<UserInfo>(of, '/api/app/user/userInfo')
const promotionKindsOf = async (of: TestPlayer) =>
  (await get<{ list: { kind: string }[] }>(of, '/api/app/promotions')).list.map(({ kind }) => kind)

/** Does everything that earns this kind of bonus; returns whether a page offered it. */
const earn: Record<BonusKind, (of: TestPlayer) => Promise<boolean>> = {
  async packages(of) {
    const prices = await get<{ gift: number }[]>(of, '/api/app/order/getPrices')
    const { paypackage } = await userInfo(of)
    await buy(of, 'brl-100')
    return prices.some(({ gift }) => gift > 0) || paypackage.pkgId !== null
  },
  async gift(of) {
    await deps.db.write('update users set gift = true where id = $1', [of.userId])
    const shown = await get<number>(of, '/api/app/main/userGift')
    const { paypackage } = await userInfo(of)
    await post(of, '/api/app/main/claimGift')
    return shown === 1 || paypackage.gift === 1
  },
  async discount(of) {
    await buy(of, 'brl-20')
    await clock.advance(31 * day)
    await discountReturning(deps, of.userId)
    // One that somebody gave before.
    await deps.db.write('update users set pay_discount = 0.1, pay_discount_expires_at = $2 where id = $1', [
      of.userId,
      new Date(clock.now().getTime() + day),
    ])
    const fresh = await server.login(of)
    const { userInfo: shown } = await userInfo(fresh)
    await buy(fresh, 'brl-20')
    return shown.payDiscount !== null
  },
  async multiplier(of) {
    await buy(of, 'brl-20')
    await play(of, 500_00)
    await clock.advance(day)
    let shown = false
    await offerMultiplier(deps, of.userId, () => {
      shown = true
    })
    await offerMultiplier(deps, of.userId, () => {
      shown = true
    })
    const fresh = await server.login(of)
    const sold = await get<object[]>(fresh, '/api/app/order/getPrices?curreny=EXPPAY')
    await buy(fresh, 'exppay-50')
    return shown || sold.length > 0
  },
  async checkIn(of) {
    await buy(of, 'brl-20')
    await play(of, 200_00)
    await clock.advance(day)
    const fresh = await server.login(of)
    const { state, days } = await get<{ state: string; days: object[] }>(fresh, '/api/app/rewards/signIn')
    await post(fresh, '/api/app/rewards/signIn/claim')
    return state !== 'off' || days.length > 0
  },
  async cashback(of) {
    await clock.moveTo(new Date(clock.now().getTime() + 2 * day)) // a Saturday
    await buy(of, 'brl-20')
    await play(of, 1_000_00)
    await clock.advance(2 * day)
    const fresh = await server.login(of)
    const shown = (await promotionKindsOf(fresh)).includes('weekendCashback')
    await post(fresh, '/api/app/promotions/claim', { id: '2' })
    return shown
  },
  async ladder(of) {
    await inviteFriend(of)
    const { steps } = await get<{ steps: object[] }>(of, '/api/app/agent/ladder')
    await post(of, '/api/app/agent/ladder/claim', { people: 1 })
    return steps.length > 0
  },
  async promotions(of) {
    await inviteFriend(of)
    const kinds = await promotionKindsOf(of)
    await post(of, '/api/app/promotions/claim', { id: '3' })
    await buy(of, 'brl-20')
    await play(of, 20_00)
    await post(of, '/api/app/promotions/claim', { id: '1' })
    return kinds.includes('firstDeposit') || kinds.includes('invite')
  },
  async levels(of) {
    await play(of, 400_00)
    const wallet = await deps.ledger.deposit(deps.db, {
      actor: testActor,
      userId: of.userId,
      orderId: randomUUID(),
      principal: cents(100_00),
      bonus: cents(0),
      turnover: cents(0),
    })
    await deps.db.tx((tx) => updateVipLevel(deps, tx, { userId: of.userId, actor: testActor }, wallet))
    const { data } = await call<{ bonuses: string[] }>('GET', '/api/app/main/appInfo')
    return data.bonuses.includes('levels')
  },
}

async function inviteFriend(of: TestPlayer): Promise<void> {
  const { userInfo: own } = await get<{ userInfo: { yqm: string } }>(of, '/api/app/user/userInfo')
  const friend = await player({ inviteCode: own.yqm, balance: 1_000 })
  await deps.db.write('update wallets set deposit_sum = 10000 where user_id = $1', [friend.userId])
  await play(friend, 100_00)
}

/** What this kind of bonus credits: everything else is switched off meanwhile. */
async function run(kind: BonusKind): Promise<{ shown: boolean; credited: number }> {
  await clock.moveTo(thursday)
  const of = await player({ balance: 2_000 })
  if (kind === 'gift' || kind === 'ladder' || kind === 'promotions')
    await deps.db.write('update wallets set deposit_sum = 100 where user_id = $1', [of.userId])
  const shown = await earn[kind](of)
  const [grants] = await deps.db.read<{ credited: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as credited from transfers t
       cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
      where t.user_id = $1 and e.account = 'bonus' and e.amount > 0 and t.kind in ('bonus', 'deposit')`,
    [of.userId],
  )
  return { shown, credited: grants?.credited ?? 0 }
}

afterEach(() => {
  for (const kind of bonusKinds) bonuses[kind] = true
})

describe.each(Object.keys(bonuses) as BonusKind[])('the switch %s', (kind) => {
  it('turns the bonus on and off: off, nothing is credited and nothing shown', async () => {
    for (const other of bonusKinds) bonuses[other] = other === kind
    const on = await run(kind)
    expect(on.shown).toBe(true)
    expect(on.credited).toBeGreaterThan(0)
    bonuses[kind] = false
    expect(await run(kind)).toEqual({ shown: false, credited: 0 })
  })
})
