/**
 * What a profile turns off is neither shown nor reachable: every call of players and of the back office is made, by a player who has
 * everything from a time when it was allowed. The same walk with the default profile finds each of them, so that it would be seen.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { officeCalls } from '#contract/office/calls.ts'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { issueVoucher } from '#server/domain/payments/vouchers.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestOffice, type TestOffice } from './helpers/testOffice.ts'
import { walkPlayer, type Answer } from './helpers/everyCall.ts'
import type { TestApp } from './helpers/testApp.ts'

const dayMs = 86_400_000

/** What these calls are about; the words in their paths. */
const aboutSwitches =
  /gift|voucher|ladder|signIn|terminalLogin|phoneLink|offer|invitation|promotion|bonus|discount/i
/** Such calls that nothing can be got with: they answer with nothing, or are about money that a player has taken out before. */
const neutral = [
  'GET /api/app/main/userGift',
  'GET /api/app/agent/ladder',
  'GET /api/app/rewards/signIn',
  'GET /api/app/main/invitation/{code}',
  'GET /api/app/promotions',
  'GET /api/app/promotions/{id}',
  'POST /api/app/promotions/claim',
  'POST /api/app/order/closeOffer',
  'GET /api/app/vouchers/own',
  'POST /api/app/vouchers/own/{voucherId}/putBack',
]
/** They have no answer but a refusal where their switch is off. */
const refused = [
  'POST /api/app/main/claimGift',
  'POST /api/app/rewards/signIn/claim',
  'POST /api/app/agent/ladder/claim',
  'GET /api/app/vouchers/{code}',
  'POST /api/app/vouchers/redeem',
  'POST /api/app/vouchers/withdraw',
  'GET /api/app/user/terminalLogin/{code}',
  'POST /api/app/user/terminalLogin',
  'POST /api/app/user/phoneLink',
  'GET /api/app/user/phoneLink/{linkId}',
]

/** All keys with their values, at any depth. */
function* fieldsOf(value: unknown): Generator<[key: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    yield [key, field]
    yield* fieldsOf(field)
  }
}

type Sign = (key: string, value: unknown, call: string) => boolean
const isSome = (value: unknown) => typeof value === 'number' && value > 0
/** How an answer shows that something is offered. */
const signs: Record<string, Sign> = {
  packages: (key, value, call) =>
    (call.includes('getPrices') && key === 'gift' && isSome(value)) ||
    (key === 'pkgId' && value !== null && call.includes('userInfo')) ||
    (key === 'bouns' && isSome(value)),
  gift: (key, value, call) => call.includes('userGift') && key === 'data' && value === 1,
  discount: (key, value) => key === 'payDiscount' && value !== null,
  multiplier: (key, value) => key === 'curreny' && value === 'EXPPAY',
  checkIn: (key, value, call) => call.includes('signIn') && key === 'state' && value !== 'off',
  cashback: (key, value) => key === 'kind' && value === 'weekendCashback',
  ladder: (key, value) => key === 'steps' && Array.isArray(value) && value.length > 0,
  promotions: (key, value) => key === 'kind' && (value === 'firstDeposit' || value === 'invite'),
  levels: (key, value) => key === 'bonuses' && Array.isArray(value) && value.includes('levels'),
  vouchers: (key, value, call) => call.includes('vouchers/{code}') && key === 'amount' && isSome(value),
  kiosk: (key, value) => key === 'kiosk' && value === true,
  crypto: (key, value) => key === 'USDT' || value === 'USDT' || (key === 'usdt' && value === true),
  card: (key, value) => key === 'paymentMethods' && Array.isArray(value) && value.includes('card'),
}

function shownIn(answers: readonly Answer[]): string[] {
  const shown = new Set<string>()
  for (const { call, http, data } of answers) {
    if (http !== 200) continue
    for (const [key, value] of fieldsOf({ data }))
      for (const [name, sign] of Object.entries(signs)) if (sign(key, value, call)) shown.add(name)
  }
  return [...shown].toSorted()
}

/** What the walk has got: bonus in the ledger, and rows of what was given, bought or issued. */
async function gained({ deps, ...t }: TestApp): Promise<Record<string, number>> {
  const orders = await deps.db.read<{ id: string }>('select id from orders')
  for (const { id } of orders) await t.post(`/sandbox/api/orders/${id}/pay`)
  const [sums] = await deps.db.read<Record<string, number>>(
    `select (select count(*)::int from transfers t cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
         where e.account = 'bonus' and e.amount > 0 and t.kind in ('bonus', 'deposit')) as bonus,
       (select count(*)::int from orders) as orders,
       (select count(*)::int from orders where bonus > 0 or discount > 0) as gifts,
       (select count(*)::int from check_ins) as checkins, (select count(*)::int from ladder_claims) as ladder,
       (select count(*)::int from promotion_claims) as promotions,
       (select count(*)::int from vouchers where redeemed_at is not null or withdrawal_id is not null) as vouchers,
       (select count(*)::int from terminals) as terminals,
       (select count(*)::int from payout_destinations where type = 'USDT') as usdt,
       (select count(*)::int from withdrawals where type <> 'CPF') as withdrawals`,
  )
  return sums ?? {}
}

describe('every call of a player', async () => {
  const spec = await createTestOffice()
  const brazil = await createTestOffice({ JURISDICTION: 'br' })

  it('shows what is on and nothing that is off, and leads to none of it', { timeout: 90_000 }, async () => {
    const inSpec = await walkPlayer(spec.product)
    expect(shownIn(inSpec)).toEqual(Object.keys(signs).toSorted())
    const withAll = await gained(spec.product)
    for (const name of ['bonus', 'gifts', 'checkins', 'ladder', 'vouchers', 'usdt'])
      expect([name, withAll[name]]).toEqual([name, expect.any(Number)])
    expect(withAll['bonus']).toBeGreaterThan(2)
    expect(withAll['vouchers']).toBe(1)

    const inBrazil = await walkPlayer(brazil.product)
    expect(shownIn(inBrazil)).toEqual(['cashback'])
    expect(await gained(brazil.product)).toEqual({
      bonus: 0,
      orders: expect.any(Number),
      gifts: 0,
      checkins: 0,
      ladder: 0,
      promotions: 0,
      vouchers: 0,
      terminals: 0,
      usdt: 0,
      withdrawals: 0,
    })
    for (const call of refused) {
      const of = inBrazil.filter((answer) => answer.call === call)
      expect([call, of.length, of.filter(({ http }) => http < 400)]).toEqual([call, of.length, []])
      expect(of.length).toBeGreaterThan(0)
    }
    const unknown = [...new Set(inBrazil.map(({ call }) => call))].filter(
      (call) => aboutSwitches.test(call) && !neutral.includes(call) && !refused.includes(call),
    )
    expect(unknown).toEqual([])
  })

  it('of the back office about something that is off is refused, and the session names what is off', async () => {
    /** With bodies that work where the switch is on; the other calls about them only read, or end what there was before. */
    const actions = async ({ product }: TestOffice): Promise<Record<string, [string, object]>> => {
      const { uId } = await product.createUser({ kyc: 1, balance: 100 })
      await product.deps.db.write('update wallets set deposit_sum = 100 where user_id = $1', [uId])
      const reason = 'because of a test'
      const until = new Date(product.deps.clock.now().getTime() + dayMs).toISOString()
      return {
        'vouchers.issue': ['/api/vouchers/issue', { amountCents: 1_000, hours: 24 }],
        'terminals.create': ['/api/terminals/create', { name: 'Caixa 1' }],
        gift: [`/api/players/${uId}/give-offer`, { kind: 'gift', percent: null, until: null, reason }],
        discount: [`/api/players/${uId}/give-offer`, { kind: 'discount', percent: 10, until, reason }],
      }
    }
    for (const [office, allowed] of [
      [spec, true],
      [brazil, false],
    ] as const) {
      const staff = await office.as('administrator')
      for (const [name, [url, body]] of Object.entries(await actions(office))) {
        const { status } = await staff.post(url, body)
        expect([name, status === 200]).toEqual([name, allowed])
      }
      const session = await staff.get<{ switchedOff: string[] }>('/api/session')
      expect(session.data.switchedOff).toEqual(
        allowed
          ? []
          : [...bonusKinds.filter((kind) => kind !== 'cashback'), 'vouchers', 'voucherWithdrawals', 'kiosk'],
      )
    }
    // A new action about one of them must be thought about here.
    expect(
      officeCalls
        .filter(
          ({ kind, name }) => kind === 'action' && /voucher|terminal|offer|bonus|gift|discount/i.test(name),
        )
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'players.giveOffer',
      'terminals.configure',
      'terminals.create',
      'terminals.inService',
      'terminals.issueCode',
      'terminals.outOfService',
      'terminals.restart',
      'terminals.revoke',
      'terminals.screenshot',
      'vouchers.issue',
      'vouchers.pay',
      'vouchers.showCode',
      'vouchers.void',
    ])
  })
})
