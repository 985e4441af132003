import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { CORRECTION_MS } from '#contract/rules/markets.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { cents } from '#contract/money.ts'
import { roles } from '#server/db/roles.ts'
import { staffActor } from '#server/ledger/ledger.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { compareDay } from '#server/domain/reports/check.ts'
import { readMoney } from '#server/domain/reports/revenue.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readToday } from '#server/time/days.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, wallet, settle } = slips
const { deps, get, post } = server

const away = (id: string, odds = 4) => leg(id, odds, 'winner:1:away:3')
const correct = () => correctTickets(deps)

async function messages({ token }: { token: string }) {
  const { data } = await get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })
  return data.list
    .filter(({ kind }) => kind.startsWith('ticket'))
    .map(({ kind, params }) => ({ kind, ...params }))
}

async function debt({ uId }: { uId: string }): Promise<number> {
  const [row] = await deps.db.read<{ debt: number }>('select debt from wallets where user_id = $1', [uId])
  return row?.debt ?? NaN
}

const debts = ({ uId }: { uId: string }) =>
  deps.db.read<{ amount: number }>('select amount from ticket_debts where user_id = $1', [uId])

const withdrawals = ({ uId }: { uId: string }) =>
  deps.db.read<{ status: string; refusal: string | null }>(
    'select status, refusal from withdrawals where user_id = $1',
    [uId],
  )

function requestWithdrawalOf({ token }: { token: string }, amount: number) {
  const payCardNo = '11222333000181'
  const body = { payCardBank: 'CNPJ', payCardNo, ifsc: payCardNo, name: 'Joana Prado', whatsapp: '', amount }
  return server.post('/api/app/order/withdraw', body, {
    token,
    headers: { 'idempotency-key': randomUUID() },
  })
}

const audit = (ticketId: string) =>
  deps.db.read<{ cause: string; payout: number; paid: number }>(
    'select number, cause, payout, paid, refunded from ticket_settlements where ticket_id = $1 order by number',
    [ticketId],
  )

afterAll(async () => {
  expect(await deps.ledger.violations()).toEqual([])
  const results = await checkInvariants(deps.db)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

describe('a corrected result', () => {
  it('pays the ticket that lost and takes the payout of the one that won, each once, and says why', async () => {
    const [winner, loser] = [await player(), await player()]
    const id = match(2.5)
    feed.price(id, 'winner:1:away:3', 4)
    const won = await bet(winner, [leg(id, 2.5)])
    const lost = await bet(loser, [away(id)])
    feed.finish(id, 2, 1, now())
    await settle()
    await correct()
    expect([await balance(winner), await balance(loser)]).toEqual([115_00, 90_00])
    feed.finish(id, 1, 2, now())
    const second = await createTestApp({}, { beside: server, feed })
    await Promise.all([deps, second.deps, deps].map(correctTickets))
    await correct()
    expect(await ticket(winner, won.data.ticketId)).toMatchObject({
      state: -11,
      result: 20,
      payout: 0,
      legs: [{ result: 20, score: { home: 1, away: 2 } }],
    })
    expect(await ticket(loser, lost.data.ticketId)).toMatchObject({ state: 9999, result: 10, payout: 40 })
    expect([await balance(winner), await balance(loser)]).toEqual([90_00, 130_00])
    expect(await messages(winner)).toEqual([
      { kind: 'ticketLowered', ticket: ticketNumber(won.data.ticketId), amount: 0, moved: 25 },
    ])
    expect(await messages(loser)).toEqual([
      { kind: 'ticketRaised', ticket: ticketNumber(lost.data.ticketId), amount: 40, moved: 40 },
    ])
    expect(await audit(lost.data.ticketId)).toEqual([
      { number: 1, cause: 'result', payout: 0, paid: 0, refunded: false },
      { number: 2, cause: 'correction', payout: 40_00, paid: 40_00, refunded: false },
    ])
  })

  it('that pays an account which was erased meanwhile is reported to the staff', async () => {
    const owner = await player(10)
    const id = match(2)
    feed.price(id, 'winner:1:away:3', 4)
    await bet(owner, [away(id)])
    feed.finish(id, 1, 0, now())
    await settle()
    await deps.db.tx((tx) => eraseAccount(deps, tx, owner.uId, owner.username))
    const alert = vi.spyOn(deps.log, 'error')
    feed.finish(id, 0, 1, now())
    await correct()
    expect(alert.mock.calls).toEqual([
      [{ userId: owner.uId, cents: 40_00, cause: 'ticketCorrected' }, 'money has come to an erased account'],
    ])
    alert.mockRestore()
    expect(await balance(owner)).toBe(40_00)
  })

  it('reports of what it pays an erased account what a debt leaves of it', async () => {
    const owner = await player(10)
    const id = match(5)
    await bet(owner, [leg(id, 5)])
    feed.finish(id, 1, 0, now())
    await settle()
    const other = match(2)
    await bet(owner, [leg(other)], { amount: 30 })
    feed.finish(id, 0, 0, now())
    feed.finish(other, 0, 1, now())
    await settle()
    await correct()
    expect([await balance(owner), await debt(owner)]).toEqual([0, 30_00])
    await deps.db.tx((tx) => eraseAccount(deps, tx, owner.uId, owner.username))
    const alert = vi.spyOn(deps.log, 'error')
    feed.finish(id, 1, 0, now())
    await correct()
    expect(alert.mock.calls).toEqual([
      [{ userId: owner.uId, cents: 20_00, cause: 'ticketCorrected' }, 'money has come to an erased account'],
    ])
    alert.mockRestore()
    expect([await balance(owner), await debt(owner)]).toEqual([20_00, 0])
  })

  it('touches no leg whose match the feed has forgotten', async () => {
    const owner = await player()
    const [first, second] = [match(3), match(2)]
    const { data } = await bet(owner, [leg(first, 3), leg(second, 2)])
    feed.finish(first, 1, 0, now())
    await settle()
    await deps.clock.advance(9 * 86_400_000)
    feed.remove(first)
    feed.finish(second, 1, 0, now())
    await settle()
    expect(await balance(owner)).toBe(150_00)
    feed.finish(second, 2, 0, now())
    await correct()
    const legs = await deps.db.read(
      'select result, score_home from ticket_legs where ticket_id = $1 order by position',
      [data.ticketId],
    )
    expect(legs).toEqual([
      { result: 10, score_home: 1 },
      { result: 10, score_home: 2 },
    ])
    expect([await balance(owner), await debt(owner)]).toEqual([150_00, 0])
  })

  it('what is not there any more is a debt; what the player kept is not paid twice', async () => {
    const owner = await player(10)
    const id = match(5)
    const { data } = await bet(owner, [leg(id, 5)])
    feed.finish(id, 1, 0, now())
    await settle()
    // 30 of the 50 go into another bet.
    await bet(owner, [leg(match(2))], { amount: 30 })
    feed.finish(id, 0, 0, now())
    await correct()
    expect(await wallet(owner)).toMatchObject({ cash: 0, heldRounds: 30_00 })
    expect(await messages(owner)).toMatchObject([{ kind: 'ticketOwed', amount: 0, moved: 20, owed: 30 }])
    expect(await debt(owner)).toBe(30_00)
    feed.finish(id, 1, 0, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, payout: 50 })
    // Of the 50 that are paid again, 30 pay off the debt.
    expect([await balance(owner), await debt(owner)]).toEqual([20_00, 0])
    expect((await audit(data.ticketId)).map(({ paid }) => paid)).toEqual([50_00, 0, 50_00])
  })

  it('a debt is paid off by what is won in cash, not by stakes, bonus or deposits', async () => {
    const owner = await player(20)
    const id = match(3)
    const until = new Date(now().getTime() + 3_600_000)
    feed.setCorrectable(id, until)
    await bet(owner, [leg(id, 3)], { amount: 20 })
    feed.finish(id, 1, 0, now())
    await settle()
    const next = match(1.5)
    await bet(owner, [leg(next, 1.5)], { amount: 50 })
    feed.finish(id, 0, 1, now())
    await correct()
    expect([await balance(owner), await debt(owner)]).toEqual([0, 50_00])
    feed.finish(next, 1, 0, now())
    await settle()
    // 75 are paid, of which 25 are won.
    expect([await balance(owner), await debt(owner)]).toEqual([50_00, 25_00])
    expect(await debts(owner)).toEqual([{ amount: 50_00 }])
    const { data: records } = await get<{ list: { title: string; amount: number }[] }>(
      '/api/app/order/records?tab=bonuses',
      owner,
    )
    expect(records.list).toMatchObject([{ title: 'debt', amount: -25 }])
    await rollUpReports(deps)
    const { day: today } = await readToday(deps.db, now())
    expect(await compareDay(deps.db, today)).toEqual([])
    const money = await readMoney(deps.db, { from: today, to: today }, 'range')
    // Of the test before, 30 were owed and paid.
    expect(money.find(({ kind, detail }) => kind === 'debt' && detail === 'ticket')?.cents).toBe(25_00)
    const { data: account } = await get<{ debt: number }>('/api/app/user/account', owner)
    expect(account.debt).toBe(25)
    await deps.ledger.adjust(deps.db, {
      userId: owner.uId,
      actor: staffActor('test'),
      adjustmentId: randomUUID(),
      wallet: 'cash',
      amount: cents(10_00),
    })
    const last = match(6)
    await bet(owner, [leg(last, 6)])
    expect(await debt(owner)).toBe(25_00)
    feed.finish(last, 1, 0, now())
    await settle()
    // 50 are won.
    expect([await balance(owner), await debt(owner)]).toEqual([85_00, 0])
  })

  it('what a result has paid is held from withdrawal while it may be corrected, and nothing else', async () => {
    const owner = await player(100, { kyc: 1 })
    const id = match(2)
    const until = new Date(now().getTime() + 3_600_000)
    feed.setCorrectable(id, until)
    const limits = async () =>
      (
        await get<{ wdAmount: number; held?: { amount: number; until: string }[] }>(
          '/api/app/order/getWithdraw',
          owner,
        )
      ).data
    await bet(owner, [leg(id)])
    const cashed = await bet(owner, [leg(match(2))])
    await cashOut(owner, cashed.data.ticketId, { key: randomUUID() })
    expect(await limits()).not.toHaveProperty('held')
    feed.finish(id, 1, 0, now())
    await settle()
    const after = await balance(owner)
    expect(await limits()).toMatchObject({
      wdAmount: after / 100 - 20,
      held: [{ amount: 20, until: until.toISOString() }],
    })
    const withdraw = (amount: number) => requestWithdrawalOf(owner, amount)
    expect(await withdraw(after / 100 - 19)).toMatchObject({
      http: 400,
      message: expect.stringMatching(
        /^R\$ 20,00 das suas apostas esportivas .* Disponível agora: R\$ /,
      ) as string,
    })
    expect(await withdraw(after / 100 - 20)).toMatchObject({ http: 200 })
    expect(await limits()).toMatchObject({ wdAmount: 0 })
    // The correction is lower than what is there: the withdrawal stays.
    feed.finish(id, 0, 1, now())
    await correct()
    expect([await balance(owner), await debt(owner)]).toEqual([0, 0])
    expect(await limits()).not.toHaveProperty('held')
    expect(await withdrawals(owner)).toEqual([{ status: 'requested', refusal: null }])
  })

  it('a withdrawal that nobody has decided gives up what a correction takes back', async () => {
    const owner = await player(100, { kyc: 1 })
    const id = match(2)
    await bet(owner, [leg(id)], { amount: 50 })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await requestWithdrawalOf(owner, 120)).toMatchObject({ http: 200 })
    feed.finish(id, 0, 1, now())
    await correct()
    expect([await balance(owner), await debt(owner)]).toEqual([50_00, 0])
    expect(await withdrawals(owner)).toEqual([{ status: 'refused', refusal: 'resultCorrected' }])
  })

  it('takes back bonus that has become cash, and does not ask for bonus that was lost', async () => {
    const [released, lost] = [
      await player(0, { freeBalance: 50, turnover: 10 }),
      await player(0, { freeBalance: 50, turnover: 500 }),
    ]
    const id = match(2)
    const until = new Date(now().getTime() + 3_600_000)
    feed.setCorrectable(id, until)
    for (const owner of [released, lost]) await bet(owner, [leg(id)], { amount: 20, wallet: 'freeBalance' })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await wallet(released)).toMatchObject({ cash: 70_00, bonus: 0 })
    expect(await wallet(lost)).toMatchObject({ cash: 0, bonus: 70_00 })
    const { data } = await get<{ wdAmount: number }>('/api/app/order/getWithdraw', released)
    expect(data.wdAmount).toBe(30)
    await bet(lost, [leg(match(2))], { amount: 60, wallet: 'freeBalance' })
    feed.finish(id, 0, 1, now())
    await correct()
    expect(await wallet(released)).toMatchObject({ cash: 30_00, bonus: 0 })
    expect(await wallet(lost)).toMatchObject({ cash: 0, bonus: 0 })
    expect([await debt(released), await debt(lost)]).toEqual([0, 0])
  })

  it('pays nothing for a bonus that has ended with a pause since', async () => {
    const owner = await player(5, { freeBalance: 50, turnover: 500 })
    const id = match(2)
    feed.setCorrectable(id, new Date(now().getTime() + 3_600_000))
    const { data } = await bet(owner, [leg(id)], { amount: 20, wallet: 'freeBalance' })
    feed.finish(id, 0, 1, now())
    await settle()
    expect((await post('/api/app/limits/timeOut', { days: 1 }, { token: owner.token })).http).toBe(200)
    feed.finish(id, 1, 0, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ payout: 40 })
    expect(await wallet(owner)).toMatchObject({ cash: 5_00, bonus: 0 })
  })

  it('a refund that becomes a bet counts as one, and a bet that becomes a refund does not', async () => {
    const owner = await player()
    const id = match(2)
    const { data } = await bet(owner, [leg(id)])
    feed.period(id, -10, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, betSum: 0 })
    feed.finish(id, 3, 0, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, result: 10, payout: 20 })
    expect(await wallet(owner)).toMatchObject({ cash: 110_00, betSum: 10_00 })
    feed.period(id, -10, now())
    feed.score(id, 1, { home: 0, away: 0 })
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, result: 90, payout: 10 })
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, betSum: 0 })
  })

  it.each([
    ['raises the VIP level, at once', { isErased: false, reached: 1 }],
    ['raises no level of an erased account', { isErased: true, reached: 0 }],
  ])('a refund that becomes a bet %s', async (_, { isErased, reached }) => {
    const owner = await player(500, { kyc: 1 })
    const order = await post<{ orderId: string }>(
      '/api/app/order/prePay/brl-100',
      { gift: 0, pkgId: 'brl-100', isapp: 0 },
      { token: owner.token, form: true },
    )
    await post(`/sandbox/api/orders/${order.data.orderId}/pay`, {})
    const id = match(2)
    expect((await bet(owner, [leg(id)], { amount: 400 })).http).toBe(200)
    feed.period(id, -10, now())
    await settle()
    const level = async () =>
      (await deps.db.read<{ level: number }>('select level from users where id = $1', [owner.uId]))[0]?.level
    expect(await level()).toBe(0)
    if (isErased) {
      await server.call('PATCH', `/sandbox/api/users/${owner.username}`, {
        body: { balance: 0, freeBalance: 0 },
      })
      await deps.db.tx((tx) => eraseAccount(deps, tx, owner.uId, owner.username))
    }
    const { bonus } = await wallet(owner)
    feed.finish(id, 3, 0, now())
    await correct()
    expect(await wallet(owner)).toMatchObject({ betSum: 400_00, depositSum: 100_00 })
    expect(await level()).toBe(reached)
    if (isErased) expect((await wallet(owner)).bonus).toBe(bonus)
  })

  it('a lost parlay waits for its other legs and is paid when they have won', async () => {
    const owner = await player()
    const [first, second] = [match(), match(3)]
    const { data } = await bet(owner, [leg(first), leg(second, 3)])
    feed.finish(first, 0, 1, now())
    await settle()
    feed.finish(first, 1, 0, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: 4,
      legs: [{ result: 10 }, { result: 1000 }],
    })
    feed.finish(second, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, result: 10, payout: 60 })
    expect(await balance(owner)).toBe(150_00)
  })

  it('an open parlay is lost by a leg that was corrected', async () => {
    const owner = await player()
    const [first, second] = [match(), match(3)]
    const { data } = await bet(owner, [leg(first), leg(second, 3)])
    feed.finish(first, 1, 0, now())
    await settle()
    feed.finish(first, 0, 1, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 4, payout: 0 })
    expect(await wallet(owner)).toMatchObject({ cash: 90_00, heldRounds: 0 })
  })

  it('ends the cash-out of a parlay at once, and not only when the ticket follows', async () => {
    const owner = await player()
    const [first, second] = [match(2), match(3)]
    const { data } = await bet(owner, [leg(first), leg(second, 3)])
    feed.setValue(second, 1)
    feed.finish(first, 1, 0, now())
    await settle()
    // 10 x 2 x 1 x 0.95
    expect(await ticket(owner, data.ticketId)).toMatchObject({ cashOut: 19 })
    feed.finish(first, 0, 1, now())
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0, cashOut: null })
    expect(await cashOut(owner, data.ticketId)).toMatchObject({ http: 409, data: { cashOut: null } })
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ result: 20, payout: 0 })
  })

  it('leaves cashed-out tickets, and those settled too long ago', async () => {
    const owner = await player()
    const id = match(2)
    const cashed = await bet(owner, [leg(id)])
    await cashOut(owner, cashed.data.ticketId, { key: randomUUID() })
    const old = await bet(owner, [leg(id)])
    feed.finish(id, 1, 0, now())
    await settle()
    const before = await balance(owner)
    await deps.clock.advance(CORRECTION_MS)
    feed.finish(id, 0, 1, now())
    await correct()
    expect(await balance(owner)).toBe(before)
    expect(await ticket(owner, old.data.ticketId)).toMatchObject({ state: 9999, payout: 20 })
    expect(await audit(cashed.data.ticketId)).toMatchObject([{ cause: 'cashOut' }])
  })

  it('the audit of a ticket cannot be changed', async () => {
    const change = 'update ticket_settlements set paid = 0'
    if (!inject('citus')) return expect(deps.db.write(change)).rejects.toThrow('append-only')
    // Tables that are spread over nodes have no triggers: the program has no right.
    const asProgram = deps.db.tx(async (tx) => {
      await tx.query(`set local role ${roles.program}`)
      await tx.query(change)
    })
    await expect(asProgram).rejects.toThrow('permission denied for table ticket_settlements')
  })
})

describe('the built-in feed', () => {
  it('knows a match whose final score the sandbox has changed, and settles it again', async () => {
    const { post, deps: own, createUser } = await createTestApp()
    const script = async (body: object) =>
      (await post<{ matchId: string }>('/sandbox/api/feed', body)).data.matchId
    const matchId = await script({ odds: { 'winner:1:home:3': 2 } })
    const owner = await createUser({ balance: 100 })
    await post(
      '/api/app/sports/bet',
      { amount: 10, policy: 'ask', legs: [{ matchId, key: 'winner:1:home:3', odds: 2 }] },
      { token: owner.token, headers: { 'idempotency-key': randomUUID() } },
    )
    await script({ matchId, homeScore: 1, finish: true })
    await runJobs(own)
    expect(own.feed.corrected(own.clock.now())).not.toContain(matchId)
    await script({ matchId, homeScore: 0 })
    await runJobs(own)
    expect((await own.ledger.wallet(own.db, owner.uId)).cash).toBe(90_00)
    await own.clock.advance(CORRECTION_MS)
    expect(own.feed.corrected(own.clock.now())).not.toContain(matchId)
  })
})
