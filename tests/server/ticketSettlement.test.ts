import { afterAll, describe, expect, it } from 'vitest'
import { settleTickets } from '#server/sports/settlement.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, ticket, balance, wallet, settle } = slips
const { deps } = server

const hours = (count: number) => count * 3_600_000
const LINE = 'handicap:1:home:-0.25'

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('settlement', () => {
  it('a single that is won and one that is lost', async () => {
    const owner = await player()
    const id = match(2.5)
    feed.price(id, 'winner:1:away:3', 4)
    const won = await bet(owner, [leg(id, 2.5)])
    const lost = await bet(owner, [leg(id, 4, 'winner:1:away:3')])
    await settle()
    expect(await ticket(owner, won.data.ticketId)).toMatchObject({ state: 0 })
    feed.finish(id, 2, 1, now())
    await settle()
    expect(await ticket(owner, won.data.ticketId)).toMatchObject({
      state: 9999,
      result: 10,
      payout: 25,
      settledTime: expect.any(String) as string,
      legs: [{ result: 10, distance: null, factor: 2.5, score: { home: 2, away: 1 } }],
    })
    expect(await ticket(owner, lost.data.ticketId)).toMatchObject({
      state: 4,
      result: 20,
      payout: 0,
      legs: [{ result: 20, factor: 0 }],
    })
    expect(await wallet(owner)).toMatchObject({ cash: 105_00, heldRounds: 0, betSum: 20_00 })
  })

  it.each([
    // A line of -0.25 at a draw loses half; of +0.25 it wins half.
    { halves: ['handicap:1:home:0.25'], payout: 157.57 },
    { halves: ['handicap:1:home:0.25', 'handicap:1:home:0.25'], payout: 114.6 },
    { halves: [LINE, LINE], payout: 11.94 },
  ])('a parlay of four with halves $halves pays $payout', async ({ halves, payout }) => {
    const owner = await player()
    const odds = [2.0, 2.2, 1.91, 2.5]
    const legs = odds.map((price, i) => {
      const key = halves[i] ?? 'winner:1:home:3'
      const id = match(price)
      feed.price(id, key, price)
      return leg(id, price, key)
    })
    const { data } = await bet(owner, legs)
    legs.forEach(({ matchId }, i) => feed.finish(matchId, halves[i] ? 1 : 2, 1, now()))
    await settle()
    const after = await ticket(owner, data.ticketId)
    expect(after).toMatchObject({ state: 9999, result: 10, payout })
    const distance = halves[0] === LINE ? -0.25 : 0.25
    expect(after.legs[0]).toMatchObject({ result: distance < 0 ? 11 : 21, distance })
    expect(await balance(owner)).toBe(90_00 + Math.round(payout * 100))
  })

  it('waits for all legs; the first lost leg settles the ticket, and the others are shown later', async () => {
    const owner = await player()
    const [first, second, third] = [match(), match(), match()]
    const { data } = await bet(owner, [leg(first), leg(second), leg(third)])
    feed.finish(first, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: 0,
      legs: [{ result: 10, factor: 2 }, { result: 1000 }, { result: 1000 }],
    })
    feed.finish(second, 0, 1, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 4, payout: 0 })
    expect(await wallet(owner)).toMatchObject({ cash: 90_00, heldRounds: 0 })
    feed.finish(third, 3, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: 4,
      legs: [{ result: 10 }, { result: 20 }, { result: 10, score: { home: 3, away: 0 } }],
    })
    expect(await balance(owner)).toBe(90_00)
  })

  it('a finished part settles while the match continues', async () => {
    const owner = await player()
    const [id, key] = [match(), 'oddEven:2:even']
    feed.price(id, key, 1.9)
    const { data } = await bet(owner, [leg(id, 1.9, key)])
    feed.period(id, 3, now())
    feed.score(id, 1, { home: 3, away: 0 })
    feed.score(id, 2, { home: 0, away: 0 })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ cashOut: 9.5 })
    feed.score(id, 2, { home: 0, away: 0 }, true)
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0, cashOut: null })
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      payout: 19,
      legs: [{ result: 10, score: { home: 0, away: 0 } }],
    })
  })

  it('a refunded stake is returned and does not count as a bet', async () => {
    const owner = await player(100, { turnover: 50 })
    const [id, key] = [match(), 'handicap:1:home:-1']
    feed.price(id, key, 2)
    const { data } = await bet(owner, [leg(id, 2, key)])
    expect(await wallet(owner)).toMatchObject({ turnoverLeft: 50_00, betSum: 10_00 })
    feed.finish(id, 2, 1, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: 9999,
      result: 90,
      payout: 10,
      legs: [{ distance: 0, factor: 1 }],
    })
    expect(await wallet(owner)).toMatchObject({ cash: 100_00, turnoverLeft: 50_00, betSum: 0 })
  })

  it('a cancelled match refunds, in a parlay its leg only', async () => {
    const owner = await player()
    const [cancelledMatch, other] = [match(), match(3)]
    const single = await bet(owner, [leg(cancelledMatch)])
    const parlay = await bet(owner, [leg(cancelledMatch), leg(other, 3)])
    feed.period(cancelledMatch, -10, now())
    await settle()
    expect(await ticket(owner, single.data.ticketId)).toMatchObject({ state: 9999, result: 90, payout: 10 })
    expect(await ticket(owner, parlay.data.ticketId)).toMatchObject({ state: 0, legs: [{ result: 90 }, {}] })
    feed.finish(other, 1, 0, now())
    await settle()
    expect(await ticket(owner, parlay.data.ticketId)).toMatchObject({ state: 9999, result: 10, payout: 30 })
    expect(await balance(owner)).toBe(80_00 + 10_00 + 30_00)
  })

  it('a finished match without the score the bet needs is an exception', async () => {
    const owner = await player()
    const [id, key] = [match(), 'corners:4:over:9.5']
    feed.price(id, key, 1.8)
    const { data } = await bet(owner, [leg(id, 1.8, key)])
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: -1,
      result: 90,
      payout: 10,
      reason: null,
      legs: [{ result: 90, score: null }],
    })
    expect(await balance(owner)).toBe(100_00)
  })

  it('a stopped match waits 48 hours, then refunds; a total that is decided stands', async () => {
    const owner = await player()
    const [id, over, higher] = [match(), 'total:1:over:1.5', 'total:1:over:3.5']
    feed.price(id, over, 2)
    feed.price(id, higher, 2)
    const decided = await bet(owner, [leg(id, 2, over)])
    const open = await bet(owner, [leg(id, 2, higher)])
    feed.score(id, 1, { home: 2, away: 0 })
    feed.period(id, -13, now())
    await settle()
    expect(await ticket(owner, decided.data.ticketId)).toMatchObject({ result: 10, payout: 20 })
    await deps.clock.advance(hours(48) - 60_000)
    await settle()
    expect(await ticket(owner, open.data.ticketId)).toMatchObject({ state: 8888, result: null })
    await deps.clock.advance(60_000)
    await settle()
    expect(await ticket(owner, open.data.ticketId)).toMatchObject({ state: 9999, result: 90, payout: 10 })
    expect(await balance(owner)).toBe(80_00 + 20_00 + 10_00)
  })

  it('a match that no longer exists is waited for, then refunded', async () => {
    const owner = await player()
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    feed.remove(id)
    // The match was to kick off in an hour.
    await deps.clock.advance(hours(49) - 60_000)
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0, cashOut: null })
    await deps.clock.advance(60_000)
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: -1, result: 90, payout: 10 })
    expect(await balance(owner)).toBe(100_00)
  })

  it('several processes in parallel pay once', async () => {
    const second = await createTestApp({}, { beside: server, feed })
    const owner = await player(500)
    const id = match(2)
    for (let i = 0; i < 20; i++) await bet(owner, [leg(id)])
    feed.finish(id, 1, 0, now())
    await Promise.all([deps, second.deps, deps, second.deps].map(settleTickets))
    await settle()
    expect(await wallet(owner)).toMatchObject({ cash: 700_00, heldRounds: 0 })
    const settled = await deps.db.read(
      `select 1 from transfers where user_id = $1 and kind = 'settle' and ref_type = 'ticket'`,
      [owner.uId],
    )
    expect(settled).toHaveLength(20)
  })
})
