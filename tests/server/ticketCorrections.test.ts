import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { CORRECTION_MS } from '#contract/rules/markets.ts'
import { ticketNumber } from '#contract/rules/sports.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, wallet, settle } = slips
const { deps, get } = server

const away = (id: string, odds = 4) => leg(id, odds, 'winner:1:away:3')
const correct = () => correctTickets(deps)

async function messages({ token }: { token: string }) {
  const { data } = await get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })
  return data.list
    .filter(({ kind }) => kind.startsWith('ticket'))
    .map(({ kind, params }) => ({ kind, ...params }))
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

  it('takes no more than there is; what the player kept is not paid twice', async () => {
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
    expect(await messages(owner)).toMatchObject([{ kind: 'ticketLowered', amount: 0, moved: 20 }])
    feed.finish(id, 1, 0, now())
    await correct()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, payout: 50 })
    expect(await balance(owner)).toBe(20_00)
    expect((await audit(data.ticketId)).map(({ paid }) => paid)).toEqual([50_00, 30_00, 50_00])
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
    await expect(deps.db.write('update ticket_settlements set paid = 0')).rejects.toThrow('append-only')
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
