import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { refuseWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { testActor } from './helpers/testActor.ts'

const server = await createTestServer()
const { call, clock, deps, player } = server
const { db } = deps

interface Row {
  id: string
  type: string
  title: string
  amount: number
  stake: number | null
  payout: number | null
  fee: number | null
  status: string
  wallet: string
  time: string
  detail: Record<string, string | number | null>
}
interface Page {
  list: Row[]
  next: string | null
}

const records = async (owner: TestPlayer, query: string) =>
  (await call<Page>('GET', `/api/app/order/records?${query}`, { player: owner })).data

async function deposit(owner: TestPlayer, pkgId: string, gift: 0 | 1 = 1): Promise<string> {
  const { data } = await call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkgId}`, {
    player: owner,
    body: { gift },
    form: true,
    key: randomUUID(),
  })
  return data.orderId
}

const pay = (orderId: string, action: 'pay' | 'fail' = 'pay') =>
  settleSandboxPayment(server.app, deps, orderId, action)

async function round(owner: TestPlayer, status: 'open' | 'settled' | 'refunded', at = clock.now()) {
  const id = randomUUID()
  await db.write(
    `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, multiplier, created_at)
     values ($1, $2, 'dice', 'bonus', 1000, $3, $4, 1.98, $5)`,
    [id, owner.userId, status === 'settled' ? 1980 : 0, status, at],
  )
  return id
}

describe('each tab', () => {
  it('deposits: pending 00, credited 10, cancelled 01', async () => {
    const owner = await player()
    const failed = await deposit(owner, 'brl-20')
    await pay(failed, 'fail')
    const paid = await deposit(owner, 'brl-100')
    await pay(paid)
    const pending = await deposit(owner, 'brl-50')
    const { list, next } = await records(owner, 'tab=deposits')
    expect(next).toBeNull()
    expect(list.map((row) => [row.id, row.status])).toEqual([
      [pending, '00'],
      [paid, '10'],
      [failed, '01'],
    ])
    expect(list[1]).toMatchObject({
      type: '10',
      title: 'brl-100',
      amount: 100,
      wallet: 'balance',
      stake: null,
      detail: { bonus: 0.15, discount: 0, paid: 100 },
    })
  })

  it('withdrawals: with fee and masked key', async () => {
    const owner = await player({ balance: 500, level: 12 })
    const body = { payCardBank: 'CPF', payCardNo: '529.982.247-25', name: 'Ana Souza', amount: 60.5 }
    const request = async () =>
      (
        await call<{ orderId: string }>('POST', '/api/app/order/withdraw', {
          player: owner,
          body,
          key: randomUUID(),
        })
      ).data.orderId
    const refused = await request()
    await refuseWithdrawal(deps, testActor, refused)
    const waiting = await request()
    const { list } = await records(owner, 'tab=withdrawals')
    expect(list.map((row) => [row.id, row.status])).toEqual([
      [waiting, '00'],
      [refused, '01'],
    ])
    expect(list[0]).toMatchObject({ type: '11', title: 'CPF', amount: -60.5, fee: 0, wallet: 'balance' })
    expect(list[0]?.detail).toMatchObject({ key: '***.982.247-**', holder: 'Ana Souza', paidOut: 60.5 })
    expect(JSON.stringify(list)).not.toContain('52998224725')
  })

  it('rounds: stake, payout and the change of the wallet', async () => {
    const owner = await player()
    const at = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)
    const open = await round(owner, 'open', at(1))
    const settled = await round(owner, 'settled', at(2))
    const refunded = await round(owner, 'refunded', at(3))
    const { list } = await records(owner, 'tab=rounds')
    expect(list.map((row) => [row.id, row.status, row.amount])).toEqual([
      [open, '00', -10],
      [settled, '10', 9.8],
      [refunded, '01', 0],
    ])
    expect(list[1]).toMatchObject({
      type: 'round',
      title: 'dice',
      stake: 10,
      payout: 19.8,
      wallet: 'freeBalance',
    })
    const totals = async (query: string) =>
      (await call<unknown>('GET', `/api/app/order/recordTotals?${query}`, { player: owner })).data
    expect(await totals('tab=rounds')).toEqual({ count: 1, amount: 9.8, stake: 10, payout: 19.8 })
    expect(await totals(`tab=rounds&from=${at(1).toISOString()}`)).toEqual({
      count: 0,
      amount: 0,
      stake: 0,
      payout: 0,
    })
    expect(await totals('tab=deposits')).toEqual({ count: 0, amount: 0, stake: null, payout: null })
  })

  it('together: the newest of all tabs, and what is done of each, added up', async () => {
    const owner = await player({ balance: 500, level: 12 })
    const paid = await deposit(owner, 'brl-100')
    await pay(paid)
    await deposit(owner, 'brl-50')
    const played = await round(owner, 'settled', new Date(clock.now().getTime() + 1_000))
    const latest = async (query = '') =>
      (
        await call<(Row & { tab: string })[]>('GET', `/api/app/order/latestRecords${query}`, {
          player: owner,
        })
      ).data
    expect((await latest()).map(({ tab, id }) => [tab, id])[0]).toEqual(['rounds', played])
    expect((await latest()).map(({ tab }) => tab)).toEqual(
      expect.arrayContaining(['rounds', 'deposits', 'bonuses']),
    )
    expect(await latest('?limit=2')).toHaveLength(2)
    const { data } = await call<unknown>('GET', '/api/app/order/recordTotals?tab=deposits', { player: owner })
    expect(data).toEqual({ count: 1, amount: 100, stake: null, payout: null })
  })

  it('bonuses: awards by their type, the bonus of a deposit, and bonus that became cash', async () => {
    const owner = await player()
    await pay(await deposit(owner, 'brl-100'))
    await deps.ledger.grantBonus(db, {
      actor: testActor,
      userId: owner.userId,
      kind: 'vip',
      refId: '1',
      amount: cents(500),
      wallet: 'bonus',
    })
    const stake = {
      userId: owner.userId,
      roundId: randomUUID(),
      stake: cents(6_000),
      wallet: 'cash' as const,
    }
    await deps.ledger.instantRound(db, { actor: testActor, ...stake, payout: cents(5_000) })
    await deps.ledger.instantRound(db, {
      actor: testActor,
      ...stake,
      roundId: randomUUID(),
      payout: cents(5_000),
    })
    const { list } = await records(owner, 'tab=bonuses')
    expect(list.map((row) => [row.type, row.title, row.amount, row.wallet])).toEqual([
      ['141', 'release', 5.15, 'balance'],
      ['14', 'vip', 5, 'freeBalance'],
      ['141', 'deposit', 0.15, 'freeBalance'],
    ])
    // What became cash was counted when it was credited.
    const { data } = await call<unknown>('GET', '/api/app/order/recordTotals?tab=bonuses', { player: owner })
    expect(data).toEqual({ count: 2, amount: 5.15, stake: null, payout: null })
    expect(list.every((row) => row.status === '10')).toBe(true)
  })

  it('bets: empty before the first one, and every tab empty for a new player', async () => {
    const owner = await player()
    for (const tab of ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses']) {
      expect(await records(owner, `tab=${tab}`)).toEqual({ list: [], next: null })
    }
  })
})

describe('pages', () => {
  it('follow each other without gaps or repetitions, even where times are equal', async () => {
    const owner = await player()
    const now = clock.now().getTime()
    const created: string[] = []
    for (let i = 0; i < 25; i++)
      created.push(await round(owner, 'settled', new Date(now - Math.floor(i / 5) * 1_000)))
    const seen: string[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const query: string = `tab=rounds&limit=7${cursor ? `&cursor=${cursor}` : ''}`
      const page: Page = await records(owner, query)
      seen.push(...page.list.map((row) => row.id))
      cursor = page.next
      pages++
      // Rounds played in the meantime are newer, so they are on no later page.
      await round(owner, 'settled', new Date(now + pages * 1_000))
    }
    expect(pages).toBe(4)
    expect(new Set(seen)).toEqual(new Set(created))
    expect(seen).toHaveLength(25)
  })

  it('of bonuses follow each other too', async () => {
    const owner = await player()
    for (let i = 0; i < 5; i++) {
      await deps.ledger.grantBonus(db, {
        actor: testActor,
        userId: owner.userId,
        kind: 'promotion',
        refId: String(i),
        amount: cents(100 + i),
        wallet: 'cash',
      })
    }
    const first = await records(owner, 'tab=bonuses&limit=3')
    const second = await records(owner, `tab=bonuses&limit=3&cursor=${first.next}`)
    expect([...first.list, ...second.list].map((row) => row.amount)).toEqual([1.04, 1.03, 1.02, 1.01, 1])
    expect(second.next).toBeNull()
  })

  it('are limited to a period, both ends included', async () => {
    const owner = await player()
    const moment = (day: number) => new Date(`2030-01-0${day}T12:00:00.000Z`)
    const ids = [await round(owner, 'settled', moment(1)), await round(owner, 'settled', moment(2))]
    await round(owner, 'settled', moment(3))
    const period = `from=${moment(1).toISOString()}&to=${moment(2).toISOString()}`
    const { list } = await records(owner, `tab=rounds&${period}`)
    expect(list.map((row) => row.id)).toEqual(ids.reverse())
  })

  it.each([
    'tab=nothing',
    '',
    'tab=rounds&limit=0',
    'tab=rounds&limit=101',
    'tab=rounds&from=yesterday',
    'tab=rounds&cursor=%F0',
    `tab=rounds&cursor=${Buffer.from("2030-01-01 ' or 1=1").toString('base64url')}`,
    `tab=bonuses&cursor=${Buffer.from('2030-01-01T00:00:00.000Z abc').toString('base64url')}`,
  ])('refuse %j', async (query) => {
    const owner = await player()
    const response = await call('GET', `/api/app/order/records?${query}`, { player: owner })
    expect(response.httpStatus).toBe(400)
    expect(response.message).not.toBe('')
  })
})

it('belong to their player only', async () => {
  const [owner, otherPlayer] = [await player({ balance: 500 }), await player()]
  await pay(await deposit(owner, 'brl-50'))
  for (let i = 0; i < 3; i++) await round(owner, 'settled')
  const ownRecords = await records(owner, 'tab=rounds&limit=1')
  for (const tab of ['deposits', 'withdrawals', 'rounds', 'bonuses']) {
    expect((await records(otherPlayer, `tab=${tab}`)).list).toEqual([])
  }
  expect((await records(otherPlayer, `tab=rounds&cursor=${ownRecords.next}`)).list).toEqual([])
  expect((await call('GET', '/api/app/order/records?tab=rounds')).httpStatus).toBe(401)
})
