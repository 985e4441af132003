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
import { playedRound } from './helpers/playedRound.ts'
import type { TestApp } from './helpers/testApp.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}
interface Operation {
  parameters?: { name?: string; in?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Answer {
  call: string
  http: number
  data: unknown
}

const dayMs = 86_400_000

/** Of players: they end the session, or the account. They are made last, by another player. */
const endings = [
  'POST /api/app/user/logout',
  'POST /api/app/user/sessions/end',
  'POST /api/app/limits/timeOut',
  'POST /api/app/limits/selfExclude',
  'POST /api/app/user/personalData/erase',
  'POST /api/app/main/setPwd',
]
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

/** A player to whom everything was given before the profile forbade it. */
async function spoiltPlayer({ deps, ...app }: TestApp) {
  const user = await app.createUser({ kyc: 1, balance: 800, level: 12, lx: '20' })
  for (const kind of ['loss', 'time'])
    await app.post('/api/app/limits', { kind, period: 'month', amount: 100_000 }, user)
  const soon = new Date(deps.clock.now().getTime() + dayMs)
  await deps.db.write(
    'update users set gift = true, pay_discount = 0.1, pay_discount_expires_at = $2 where id = $1',
    [user.uId, soon],
  )
  await deps.db.write(
    `insert into multiplier_offers (id, user_id, multiplier, amount, bonus, created_at, expires_at)
     values ($1, $2, 3, 5000, 15000, $3, $4)`,
    [randomUUID(), user.uId, deps.clock.now(), soon],
  )
  await deps.db.write('update wallets set deposit_sum = 100000 where user_id = $1', [user.uId])
  const { data } = await app.get<{ userInfo: { yqm: string } }>('/api/app/user/userInfo', user)
  const inviteCode = data.userInfo.yqm
  const friend = await app.createUser({ kyc: 1, balance: 1_000, inviteCode })
  await deps.db.write('update wallets set deposit_sum = 10000 where user_id = $1', [friend.uId])
  await playedRound(deps, { userId: friend.uId, stake: 100_00 })
  await playedRound(deps, { userId: user.uId, stake: 300_00 })
  const issuing = { ...deps, config: { ...deps.config, jurisdiction: 'spec' } }
  const { code } = await issueVoucher(issuing, { amount: cents(10_00), lifetimeMs: dayMs })
  return { ...user, inviteCode, code }
}

/** One value for a field by its name; what is not here is a text or a number that means nothing. */
function valueOf(name: string, schema: Schema, known: Record<string, unknown>): unknown {
  if (name in known) return known[name]
  if (schema.enum) return schema.enum[0]
  const { type = schema.anyOf?.[0]?.type } = schema
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  return 'x'
}

/** The inputs of a call: with each value of each field that has a choice, the others as they are. */
function variants(fields: Record<string, Schema>, known: Record<string, unknown>): Record<string, unknown>[] {
  const usual = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, valueOf(name, schema, known)]),
  )
  const choices = Object.entries(fields).flatMap(([name, { enum: values = [] }]) =>
    values.map((value) => ({ ...usual, [name]: value })),
  )
  return choices.length > 0 ? choices : [usual]
}

/** What is asked for decides what is shown; sports, pages and days do not. */
const queryOf = (fields: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'curreny' || name === 'tab'))

/** Makes every call of players, with every choice; returns what was answered. */
async function walkPlayer(t: TestApp): Promise<Answer[]> {
  const user = await spoiltPlayer(t)
  const leaving = await t.createUser({ kyc: 1 })
  const { paths } = t.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const packages = await t.deps.db.read<{ id: string }>('select id from deposit_packages')
  const known: Record<string, unknown> = {
    code: user.code,
    amount: '60',
    gift: 1,
    isapp: 0,
    isDefault: true,
    payCardNo: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    name: 'Rita Lima',
    cardNo: randomCpf(),
    pwd: user.password,
    people: 1,
    index: 1,
    gameCode: 'dice',
    wallet: 'balance',
    mineCount: 3,
    chance: 50,
    target: 2,
    birthDate: '1990-12-31',
  }
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method === 'get' || method === 'post')
        .map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, method, operation })),
    )
  expect(calls.length).toBeGreaterThan(110)
  const answers: Answer[] = []
  const ordered = calls.toSorted((a, b) => endings.indexOf(a.call) - endings.indexOf(b.call))
  for (const { call, path, method, operation } of ordered) {
    const token = endings.includes(call) ? leaving.token : user.token
    const parameters = (operation.parameters ?? []).filter(
      ({ in: place }) => place === 'path' || place === 'query',
    )
    const of = (place: string) =>
      Object.fromEntries(
        parameters.flatMap(({ name = '', in: at, schema = {} }) => (at === place ? [[name, schema]] : [])),
      )
    const [body] = Object.values(operation.requestBody?.content ?? {})
    /** Each package, invitation and promotion by its own name. */
    const names: Record<string, unknown>[] = path.includes('{pkgId}')
      ? packages.map(({ id }) => ({ pkgId: id }))
      : path.includes('promotions')
        ? ['1', '2', '3'].map((id) => ({ id }))
        : path.includes('invitation')
          ? [{ code: user.inviteCode }]
          : [{}]
    for (const own of names)
      for (const query of variants(queryOf(of('query')), {}))
        for (const fields of variants(body?.schema.properties ?? {}, { ...known, ...own })) {
          const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(String({ ...known, ...own }[name] ?? randomUUID())),
          )
          const search = new URLSearchParams(
            Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
          )
          const url = `${inPath}?${search}`
          const { http, data } =
            method === 'get'
              ? await t.get(url, { token })
              : await t.post(url, { ...fields, ...own }, { token, form: path.includes('prePay') })
          answers.push({ call, http, data })
        }
  }
  return answers
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
