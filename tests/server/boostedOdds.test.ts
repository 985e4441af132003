import { afterAll, describe, expect, it } from 'vitest'
import type { MatchWire } from '#contract/http/sports.ts'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, ticket, balance, cashOut, settle } = slips
const { deps, get, post } = server
const key = 'winner:1:home:3'

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

/** A match whose home side wins at 2.10, 2.00 without the boost. */
function boosted(): string {
  const id = match(2.1)
  feed.boost(id, key, 2)
  return id
}

describe('a boosted price', () => {
  it('is told with the price without the boost: in the match and for the slip', async () => {
    const id = boosted()
    const { data } = await get<MatchWire>(`/api/app/sports/match/${id}`)
    expect(data.markets[0]?.options[0]).toMatchObject({ key, odds: 2.1, boostedFrom: 2 })
    const quote = await post('/api/app/sports/quote', { legs: [{ matchId: id, key }] })
    expect(quote.data).toMatchObject([{ odds: 2.1, boostedFrom: 2 }])
    const plain = await get<MatchWire>(`/api/app/sports/match/${match(2.1)}`)
    expect(plain.data.markets[0]?.options[0]).not.toHaveProperty('boostedFrom')
  })

  it('is what a single is accepted and paid at', async () => {
    const owner = await player(100)
    const id = boosted()
    const placed = await bet(owner, [leg(id, 2.1)], { amount: 50 })
    expect(placed.data).toMatchObject({
      state: 0,
      odds: 2.1,
      potential: 105,
      legs: [{ odds: 2.1, boostedFrom: 2 }],
    })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, placed.data.ticketId)).toMatchObject({
      result: 10,
      payout: 105,
      legs: [{ odds: 2.1, boostedFrom: 2 }],
    })
    expect(await balance(owner)).toBe(155_00)
  })

  it('is for singles: a parlay has the price without the boost', async () => {
    const owner = await player(100)
    const [id, other] = [boosted(), match(3)]
    const refused = await bet(owner, [leg(id, 2.1), leg(other, 3)])
    expect(refused.http).toBe(409)
    expect(refused.data).toMatchObject({ legs: [{ odds: 2 }, { odds: 3 }] })
    const placed = await bet(owner, [leg(id, 2), leg(other, 3)])
    expect(placed.data).toMatchObject({ kind: 'parlay', odds: 6 })
    expect(placed.data.legs[0]).not.toHaveProperty('boostedFrom')
  })

  it('takes R$ 200 of a player in all, on each selection', async () => {
    const owner = await player(1000)
    const id = boosted()
    expect((await bet(owner, [leg(id, 2.1)], { amount: 200.01 })).http).toBe(400)
    expect((await bet(owner, [leg(id, 2.1)], { amount: 150 })).http).toBe(200)
    const tooMuch = await bet(owner, [leg(id, 2.1)], { amount: 50.01 })
    expect(tooMuch.http).toBe(400)
    expect(tooMuch.message).toContain('200,00')
    expect(tooMuch.message).toContain('50,00')
    expect((await bet(owner, [leg(id, 2.1)], { amount: 50 })).http).toBe(200)
    expect((await bet(owner, [leg(boosted(), 2.1)], { amount: 200 })).http).toBe(200)
    expect((await bet(await player(1000), [leg(id, 2.1)], { amount: 200 })).http).toBe(200)
    // Without the boost there is no such limit.
    expect((await bet(owner, [leg(match(2.1), 2.1)], { amount: 300 })).http).toBe(200)
    expect(await balance(owner)).toBe(300_00)
  })

  it('has the limit for bets at the same moment too', async () => {
    const owner = await player(1000)
    const id = boosted()
    const all = await Promise.all(Array.from({ length: 6 }, () => bet(owner, [leg(id, 2.1)], { amount: 90 })))
    expect(all.filter(({ http }) => http === 200)).toHaveLength(2)
    expect(await balance(owner)).toBe(820_00)
  })

  it('still counts after a part of the bet was cashed out', async () => {
    const owner = await player(1000)
    const id = boosted()
    const placed = await bet(owner, [leg(id, 2.1)], { amount: 200 })
    // A cash-out pays 95 % of the value.
    feed.setValue(id, 0.98)
    expect((await cashOut(owner, placed.data.ticketId, { part: 100 })).data).toMatchObject({
      cashedPaid: 93.1,
    })
    expect((await bet(owner, [leg(id, 2.1)], { amount: 10 })).http).toBe(400)
    expect((await cashOut(owner, placed.data.ticketId)).data).toMatchObject({ cashedOut: true, payout: 93.1 })
  })

  it('that changes is refused like any other price', async () => {
    const owner = await player()
    const id = boosted()
    feed.price(id, key, 2.05)
    const refused = await bet(owner, [leg(id, 2.1)])
    expect(refused.data).toMatchObject({ legs: [{ odds: 2.05 }] })
    // The boost is over: the price without it is another price.
    feed.price(id, key, 2)
    feed.boost(id, key, null)
    expect((await bet(owner, [leg(id, 2.05)])).http).toBe(409)
    expect((await bet(owner, [leg(id, 2)])).data).toMatchObject({ odds: 2 })
  })
})
