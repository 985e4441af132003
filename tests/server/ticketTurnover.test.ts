import { afterAll, describe, expect, it } from 'vitest'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, wallet, settle } = slips
const { deps } = server

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('what a ticket counts for the turnover', () => {
  it('counts for the turnover by its odds, times the 59.5 % of sports', async () => {
    const owner = await player(100, { turnover: 100 })
    const left = async () => (await wallet(owner)).turnoverLeft
    for (const [odds, after] of [
      [1.34, 94_05],
      [1.33, 92_57],
      [1.12, 91_09],
      [1.11, 90_80],
    ] as const) {
      const id = match(odds)
      await bet(owner, [leg(id, odds)])
      feed.finish(id, 2, 1, now())
      await settle()
      expect(await left(), String(odds)).toBe(after)
    }
    // For a parlay the product of the odds counts, without its void legs.
    const [first, second, cancelledMatch] = [match(1.1), match(1.1), match(5)]
    await bet(owner, [leg(first, 1.1), leg(second, 1.1), leg(cancelledMatch, 5)])
    feed.period(cancelledMatch, -10, now())
    for (const id of [first, second]) feed.finish(id, 0, 1, now())
    await settle()
    expect(await left()).toBe(89_32)
  })

  it('opposite bets on one match count nothing, bets on the same side in full', async () => {
    const owner = await player(100, { turnover: 100 })
    const id = match(1.9)
    const away = 'winner:1:away:3'
    const plus = 'handicap:1:away:0.25'
    feed.price(id, away, 4)
    feed.price(id, plus, 1.9)
    await bet(owner, [leg(id, 1.9)], { amount: 20 })
    await bet(owner, [leg(id, 1.9, plus)], { amount: 20 })
    feed.finish(id, 2, 1, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ turnoverLeft: 100_00, heldRounds: 0 })

    // The same with four parlays that win one way or the other.
    const pair = [match(1.9), match(1.9)]
    for (const matchId of pair) feed.price(matchId, away, 1.9)
    const [a = '', b = ''] = pair
    for (const x of ['winner:1:home:3', away]) {
      for (const y of ['winner:1:home:3', away])
        await bet(owner, [leg(a, 1.9, x), leg(b, 1.9, y)], { amount: 2 })
    }
    for (const matchId of pair) feed.finish(matchId, 2, 1, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ turnoverLeft: 100_00, heldRounds: 0 })

    const other = match(1.9)
    const minus = 'handicap:1:home:-0.25'
    feed.price(other, minus, 2.2)
    await bet(owner, [leg(other, 1.9)])
    await bet(owner, [leg(other, 2.2, minus)])
    feed.finish(other, 2, 1, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({ turnoverLeft: 88_10, heldRounds: 0 })
  })

  it('opposite bets in a single and a parlay count nothing, and a parlay beside a bet on the same side in full', async () => {
    const away = 'winner:1:away:3'
    const owner = await player(200, { turnover: 100 })
    const left = async () => (await wallet(owner)).turnoverLeft
    const [id, safe] = [match(1.9), match(1.05)]
    feed.price(id, away, 1.9)
    await bet(owner, [leg(id, 1.9)], { amount: 20 })
    await bet(owner, [leg(id, 1.9, away), leg(safe, 1.05)], { amount: 19 })
    for (const matchId of [id, safe]) feed.finish(matchId, 2, 1, now())
    await settle()
    expect(await left()).toBe(100_00)

    // Two parlays cover every outcome of the other leg.
    const [split, half] = [match(1.9), match(1.9)]
    for (const matchId of [split, half]) feed.price(matchId, away, 1.9)
    await bet(owner, [leg(split, 1.9)], { amount: 20 })
    await bet(owner, [leg(split, 1.9, away), leg(half, 1.9)], { amount: 10 })
    await bet(owner, [leg(split, 1.9, away), leg(half, 1.9, away)], { amount: 10 })
    for (const matchId of [split, half]) feed.finish(matchId, 2, 1, now())
    await settle()
    expect(await left()).toBe(100_00)

    const [same, other] = [match(1.9), match(1.05)]
    await bet(owner, [leg(same, 1.9)], { amount: 10 })
    await bet(owner, [leg(same, 1.9), leg(other, 1.05)], { amount: 10 })
    for (const matchId of [same, other]) feed.finish(matchId, 2, 1, now())
    await settle()
    expect(await left()).toBe(88_10)
  })

  it('a combination beside a bet against one of its selections counts by what both can lose, in any order of its legs', async () => {
    const [home, over, under] = ['winner:1:home:3', 'total:1:over:2.5', 'total:1:under:2.5']
    for (const keys of [
      [home, over],
      [over, home],
    ]) {
      const owner = await player(300, { turnover: 290 })
      const id = match(1.9)
      feed.price(id, over, 1.9)
      feed.price(id, under, 1.9)
      feed.combine(id, { win: 0.25, refund: 0, odds: 3.6 })
      const [first = '', second = ''] = keys
      const combined = await bet(owner, [leg(id, 3.6, first), leg(id, 1, second)], {
        amount: 100,
        combine: true,
      })
      expect(combined.status).toBe(0)
      expect((await bet(owner, [leg(id, 1.9, under)], { amount: 190 })).status).toBe(0)
      feed.finish(id, 2, 1, now())
      await settle()
      // They lose together one time in five: about a quarter of the stakes counts.
      expect((await wallet(owner)).turnoverLeft).toBeGreaterThan(200_00)
    }
  })

  it('a cash-out counts what it won or lost', async () => {
    const owner = await player(100, { turnover: 100 })
    const id = match(2)
    const { data } = await bet(owner, [leg(id)])
    const { cashOut: value } = await ticket(owner, data.ticketId)
    const paid = Math.round((value ?? 0) * 100)
    expect(paid).toBeGreaterThan(0)
    await cashOut(owner, data.ticketId)
    expect((await wallet(owner)).turnoverLeft).toBe(100_00 - Math.abs(10_00 - paid))
  })
})
