import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { realtimePath } from '#contract/realtime.ts'
import type { BusMessage } from '#server/bus.ts'
import { startAcceptance, scheduleAcceptance } from '#server/sports/acceptance.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { exportText } from './helpers/exports.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, ticket, balance, wallet, settle } = slips
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

  it('a refunded stake comes back and does not count as a bet', async () => {
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

  it('counts for the turnover by its odds', async () => {
    const owner = await player(100, { turnover: 100 })
    const left = async () => (await wallet(owner)).turnoverLeft
    for (const [odds, after] of [
      [1.34, 90_00],
      [1.33, 87_50],
      [1.12, 85_00],
      [1.11, 84_50],
    ] as const) {
      const id = match(odds)
      await bet(owner, [leg(id, odds)])
      feed.finish(id, 2, 1, now())
      await settle()
      expect(await left(), String(odds)).toBe(after)
    }
    // For a parlay the product of the odds counts, without its void legs.
    const [first, second, gone] = [match(1.1), match(1.1), match(5)]
    await bet(owner, [leg(first, 1.1), leg(second, 1.1), leg(gone, 5)])
    feed.period(gone, -10, now())
    for (const id of [first, second]) feed.finish(id, 0, 1, now())
    await settle()
    expect(await left()).toBe(82_00)
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
    expect(await wallet(owner)).toMatchObject({ turnoverLeft: 80_00, heldRounds: 0 })
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

  it('a cancelled match refunds, in a parlay its leg only', async () => {
    const owner = await player()
    const [gone, other] = [match(), match(3)]
    const single = await bet(owner, [leg(gone)])
    const parlay = await bet(owner, [leg(gone), leg(other, 3)])
    feed.period(gone, -10, now())
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
    expect(await ticket(owner, open.data.ticketId)).toMatchObject({ state: 0 })
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
    const settled = await deps.db.query(
      `select 1 from transfers where user_id = $1 and kind = 'settle' and ref_type = 'ticket'`,
      [owner.uId],
    )
    expect(settled).toHaveLength(20)
  })
})

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

  it('is refused for a bet that waits to be accepted, and for another player’s', async () => {
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
    const closed = await deps.db.query<{ kind: string }>(
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

describe('events, jobs and reports of tickets', () => {
  it('notifies the player’s devices of every change', async () => {
    const owner = await player()
    // Balances are sent to those who are connected.
    const socket = io(await server.app.listen({ port: 0, host: '127.0.0.1' }), {
      path: realtimePath,
      transports: ['websocket'],
      query: { token: owner.token },
      forceNew: true,
    })
    const balances: unknown[] = []
    socket.on('insBalance', (payload) => balances.push(payload))
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    const received: BusMessage[] = []
    const stop = deps.bus.subscribe((message) => received.push(message))
    const countOf = (id: string) =>
      received.filter((message) => message.type === 'event' && JSON.stringify(message.event).includes(id))
        .length
    const id = slips.live()
    const { data } = await bet(owner, [leg(id)])
    await expect.poll(() => countOf(data.ticketId)).toBe(1)
    await deps.clock.advance(3_000)
    await slips.accept()
    await expect.poll(() => countOf(data.ticketId)).toBe(2)
    received.length = 0
    feed.finish(id, 1, 0, now())
    await settle()
    await expect.poll(() => countOf(data.ticketId)).toBe(1)
    await expect.poll(() => balances.at(-1)).toMatchObject({ balance: 110 })
    expect(
      received.find((message) => message.type === 'event' && message.event.name === 'feed:ticket'),
    ).toEqual({
      type: 'event',
      userId: owner.uId,
      event: { name: 'feed:ticket', payload: { ticketId: data.ticketId } },
    })
    stop()
    socket.disconnect()
  })

  it('the process that placed a live bet decides it on time, without the jobs', async () => {
    const owner = await player()
    const stop = startAcceptance(deps)
    const { data } = await bet(owner, [leg(slips.live())])
    await deps.clock.advance(3_000)
    scheduleAcceptance(deps, now())
    await expect.poll(async () => (await ticket(owner, data.ticketId)).state).toBe(0)
    await stop()
  })

  it('the jobs accept and settle', async () => {
    const owner = await player()
    const id = slips.live()
    const { data } = await bet(owner, [leg(id)])
    await server.post('/sandbox/api/clock', { advanceMs: 3_000 })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0 })
    feed.finish(id, 1, 0, now())
    await server.post('/sandbox/api/clock', { advanceMs: 0 })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 9999, payout: 20 })
  })

  it('a ticket that cannot be read is reported, and does not hold up the others', async () => {
    const reported = vi.spyOn(deps.log, 'error').mockImplementation(() => undefined)
    const owner = await player()
    const [broken, sound] = [match(), match()]
    const bad = await bet(owner, [leg(broken)])
    const good = await bet(owner, [leg(sound)])
    await deps.db.query(
      `update ticket_legs set selection = '{"market": "total", "side": "over", "line": 0.1}' where ticket_id = $1`,
      [bad.data.ticketId],
    )
    for (const id of [broken, sound]) feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, good.data.ticketId)).toMatchObject({ state: 9999 })
    expect(reported).toHaveBeenCalledWith(expect.any(RangeError), `ticket ${bad.data.ticketId} failed`)
    reported.mockRestore()
    await deps.db.query(
      `update ticket_legs set selection = '{"market": "winner", "side": "home", "ways": 3}' where ticket_id = $1`,
      [bad.data.ticketId],
    )
    await settle()
    expect(await ticket(owner, bad.data.ticketId)).toMatchObject({ state: 9999 })
  })

  it('records of each state', async () => {
    const owner = await player()
    const [won, lost, gone, open] = [match(2), match(2), match(2), match(2)]
    await bet(owner, [leg(won)])
    await bet(owner, [leg(lost)])
    await bet(owner, [leg(gone)])
    await deps.clock.advance(10)
    await bet(owner, [leg(open), leg(won)])
    await deps.clock.advance(10)
    const cashed = await bet(owner, [leg(open)])
    await cashOut(owner, cashed.data.ticketId)
    feed.finish(won, 1, 0, now())
    feed.finish(lost, 0, 1, now())
    feed.period(gone, -10, now())
    await settle()
    const { data } = await server.get<{ list: Record<string, unknown>[] }>(
      '/api/app/order/records?tab=bets',
      {
        token: owner.token,
      },
    )
    expect(data.list[0]).toMatchObject({
      id: cashed.data.ticketId,
      status: '10',
      amount: -0.5,
      detail: { state: 9999, result: 11, cashedOut: 1 },
    })
    expect(data.list[1]).toMatchObject({
      type: 'bet',
      title: 'parlay',
      status: '00',
      amount: -10,
      stake: 10,
      payout: 0,
      wallet: 'balance',
      detail: { odds: 4, legs: 2, home: `Casa ${open}`, away: `Fora ${open}`, state: 0, result: null },
    })
    const singles = data.list.slice(2)
    const recordOf = (id: string) =>
      singles.find(({ detail }) => (detail as { home: string }).home === `Casa ${id}`)
    expect(recordOf(won)).toMatchObject({ title: 'football', status: '10', amount: 10, payout: 20 })
    expect(recordOf(lost)).toMatchObject({ status: '10', amount: -10, detail: { state: 4, result: 20 } })
    expect(recordOf(gone)).toMatchObject({ status: '01', amount: 0, detail: { result: 90 } })
  })

  it('an account with an open ticket is not closed; its tickets are in the personal data', async () => {
    const owner = await player(10)
    const id = match()
    const { data } = await bet(owner, [leg(id)])
    expect(await balance(owner)).toBe(0)
    const erase = () =>
      server.post('/api/app/user/personalData/erase', { pwd: owner.password }, { token: owner.token })
    expect((await erase()).http).toBe(409)
    const file = await exportText(server, owner.token, 'personalData')
    expect(JSON.parse(file)).toHaveProperty('tickets', [
      expect.objectContaining({
        id: data.ticketId,
        stake_amount: 10,
        selections: `Série F: Casa ${id} - Fora ${id}, winner:1:home:3 @ 2`,
      }),
    ])
    await server.get('/api/app/game/stopGame', { token: owner.token })
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: 0 })
    feed.finish(id, 0, 1, now())
    await settle()
    expect((await erase()).http).toBe(200)
  })

  it('a big win is shown on /home; bets raise the VIP level once they are settled', async () => {
    const owner = await player(500, { username: `sorte${randomUUID()}@palpite.test` })
    const [id, running] = [match(3), slips.live()]
    await bet(owner, [leg(id, 3)], { amount: 100 })
    feed.finish(id, 1, 0, now())
    await settle()
    const { data } = await server.get<{ bigWins: { gameCode: string; amount: number }[] }>(
      '/api/app/main/home',
    )
    expect(data.bigWins[0]).toMatchObject({ gameCode: 'sports', amount: 300 })
    const level = async () => {
      const [user] = await deps.db.query<{ level: number }>('select level from users where id = $1', [
        owner.uId,
      ])
      return user?.level
    }
    await deps.db.query('update wallets set deposit_sum = 10000 where user_id = $1', [owner.uId])
    await bet(owner, [leg(running)], { amount: 400 })
    await deps.clock.advance(3_000)
    await slips.accept()
    expect(await level()).toBe(0)
    feed.finish(running, 1, 0, now())
    await settle()
    expect(await level()).toBe(1)
  })
})
