import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { MatchWire } from '#contract/http/sports.ts'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, wallet, settle } = slips
const { deps } = server

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('cashing out', () => {
  it('pays stake x value less 5 %, rounded down, and settles', async () => {
    const owner = await player()
    const [first, second] = [match(2), match(3)]
    const { data } = await bet(owner, [leg(first), leg(second, 3)], { amount: 10.01 })
    feed.setValue(first, 0.9)
    feed.setValue(second, 1.1)
    // 10.01 x 0.9 x 1.1 x 0.95 = 9.414405
    expect(await ticket(owner, data.ticketId)).toMatchObject({ cashOut: 9.41 })
    feed.finish(first, 1, 0, now())
    await settle()
    // 10.01 x 2 x 1.1 x 0.95 = 20.9209
    expect(await ticket(owner, data.ticketId)).toMatchObject({ cashOut: 20.92 })
    const tooMuch = await cashOut(owner, data.ticketId, { amount: 20.93 })
    expect(tooMuch).toMatchObject({ http: 409, data: { cashOut: 20.92 } })
    const key = randomUUID()
    const paid = await cashOut(owner, data.ticketId, { amount: 20.5, key })
    expect(paid).toMatchObject({
      http: 200,
      data: { state: 9999, result: 10, payout: 20.92, cashedOut: true, cashOut: null },
    })
    expect((await cashOut(owner, data.ticketId, { amount: 20.5, key })).raw.payload).toBe(paid.raw.payload)
    expect(await balance(owner)).toBe(100_00 - 10_01 + 20_92)
    expect(await cashOut(owner, data.ticketId)).toMatchObject({ http: 409, data: null })
    feed.finish(second, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      payout: 20.92,
      cashedOut: true,
      legs: [{ result: 10 }, { result: 10 }],
    })
    expect(await balance(owner)).toBe(100_00 - 10_01 + 20_92)
  })

  it.each([
    [0.5, 11, 4.75],
    [1 / 0.95, 90, 10],
    [1.5, 10, 14.25],
  ])('a value of %d is labelled %i', async (worth, result, payout) => {
    const owner = await player()
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    // Slightly more, so that a third is not rounded down by a cent.
    feed.setValue(id, worth + 1e-9)
    const paid = await cashOut(owner, data.ticketId)
    expect(paid.data).toMatchObject({ state: 9999, result, payout, cashedOut: true })
    expect(await wallet(owner)).toMatchObject({ cash: 90_00 + payout * 100, betSum: 10_00 })
  })

  it('is not offered when it could not be executed', async () => {
    const owner = await player()
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    const offered = async () => {
      const { cashOut: value } = await ticket(owner, data.ticketId)
      const response = await cashOut(owner, data.ticketId, { amount: 500_000 })
      expect(response).toMatchObject({ http: 409, data: { cashOut: value } })
      return value
    }
    expect(await offered()).toBe(9.5)
    feed.suspend(id, 'match')
    expect(await offered()).toBeNull()
    feed.suspend(id, 'match', false)
    feed.suspend(id, 'markets')
    expect(await offered()).toBeNull()
    feed.suspend(id, 'markets', false)
    feed.setValue(id, 0.0001)
    expect(await offered()).toBeNull()
    feed.setValue(id, 1e9)
    expect(await offered()).toBe(100_000)
    feed.finish(id, 1, 0, now())
    expect(await offered()).toBeNull()
    expect(await balance(owner)).toBe(90_00)
  })

  it('goes on where the price of the selection alone is closed, which takes no more bets', async () => {
    const owner = await player()
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    feed.price(id, 'winner:1:away:3', 1.05)
    feed.close(id, 'winner:1:home:3')
    feed.setValue(id, 1.9)
    expect(await bet(owner, [leg(id)])).toMatchObject({
      http: 409,
      message: expect.any(String) as unknown,
      data: { legs: [{ odds: null }] },
    })
    const shown = await server.get<MatchWire>(`/api/app/sports/match/${id}`)
    expect(
      shown.data.markets.map(({ suspended, options }) => [suspended, options[0]?.suspended ?? false]),
    ).toEqual([
      [false, true],
      [false, false],
    ])
    expect(await bet(owner, [leg(id, 1.05, 'winner:1:away:3')])).toMatchObject({ http: 200 })
    expect(await cashOut(owner, data.ticketId)).toMatchObject({ http: 200, data: { payout: 18.05 } })
  })

  it('is refused for a bet that is waiting to be accepted, and for another player’s ticket', async () => {
    const [owner, other] = [await player(), await player()]
    const { data } = await bet(owner, [leg(slips.live())])
    expect(await cashOut(owner, data.ticketId)).toMatchObject({ http: 409, data: { cashOut: null } })
    expect((await cashOut(other, data.ticketId)).http).toBe(404)
    expect((await cashOut(owner, data.ticketId, { payout: 100 })).http).toBe(400)
    expect((await cashOut(owner, data.ticketId, { amount: -1 })).http).toBe(400)
    await deps.clock.advance(3_000)
    await slips.accept()
    expect(await cashOut(owner, data.ticketId)).toMatchObject({ http: 200, data: { payout: 9.5 } })
  })

  it('in parallel with settlement and with itself: one of them pays', async () => {
    const owner = await player(1000)
    const placed = []
    for (let i = 0; i < 8; i++) {
      const id = match(2)
      placed.push({ id, ticketId: (await bet(owner, [leg(id)])).data.ticketId })
    }
    const responses = await Promise.all(
      placed.flatMap(({ id, ticketId }, i) => [
        cashOut(owner, ticketId),
        cashOut(owner, ticketId),
        (async () => {
          if (i % 2 === 0) feed.finish(id, 1, 0, now())
          await settle()
        })(),
      ]),
    )
    await settle()
    const paid = responses.filter((response) => response?.http === 200)
    const closed = await deps.db.read<{ kind: string }>(
      `select kind from transfers where user_id = $1 and ref_type = 'ticket' and kind = 'settle'`,
      [owner.uId],
    )
    expect(closed).toHaveLength(8)
    const after = await Promise.all(placed.map(({ ticketId }) => ticket(owner, ticketId)))
    expect(after.filter(({ cashedOut }) => cashedOut)).toHaveLength(paid.length)
    expect(after.every(({ state }) => state === 9999)).toBe(true)
    const returned = after.reduce((sum, { payout }) => sum + Math.round(payout * 100), 0)
    expect(await wallet(owner)).toMatchObject({ cash: 920_00 + returned, heldRounds: 0 })
  })
})
