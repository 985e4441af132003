import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { BusMessage } from '#server/messaging/bus.ts'
import { createSlips } from './helpers/slips.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, live, player, bet, ticket, list, balance, wallet, settle } = slips
const { deps } = server

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('placing a bet slip', () => {
  it('before kick-off is accepted at once, and its stake is held', async () => {
    const owner = await player()
    const id = match(2.2)
    const placed = await bet(owner, [leg(id, 2.2)])
    expect(placed.http).toBe(200)
    expect(placed.data).toMatchObject({
      kind: 'single',
      amount: 10,
      wallet: 'balance',
      state: 0,
      result: null,
      reason: null,
      odds: 2.2,
      potential: 22,
      payout: 0,
      cashedOut: false,
      settledTime: null,
      legs: [
        {
          matchId: id,
          sport: 'football',
          league: 'Série F',
          home: `Casa ${id}`,
          key: 'winner:1:home:3',
          odds: 2.2,
          live: false,
          scoreAtBet: null,
          result: 1000,
          distance: null,
          factor: null,
          score: null,
        },
      ],
    })
    expect(await balance(owner)).toBe(90_00)
    expect(await wallet(owner)).toMatchObject({ heldRounds: 10_00, betSum: 10_00 })
    expect(await ticket(owner, placed.data.ticketId)).toEqual(placed.data)
    const played = await deps.db.read('select 1 from recently_played where user_id = $1 and game = $2', [
      owner.uId,
      'sports',
    ])
    expect(played).toHaveLength(1)
  })

  it('a parlay multiplies its odds; its return is limited', async () => {
    const owner = await player(5000)
    const ids = Array.from({ length: 12 }, () => match(2))
    const legs = ids.map((id) => leg(id))
    const small = await bet(owner, legs, { amount: 10 })
    expect(small.data).toMatchObject({ kind: 'parlay', odds: 4096, potential: 40_960 })
    const big = await bet(owner, legs, { amount: 100 })
    expect(big.data).toMatchObject({ odds: 4096, potential: 100_000 })
    for (const id of ids) feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, big.data.ticketId)).toMatchObject({ state: 9999, result: 10, payout: 100_000 })
    expect(await ticket(owner, small.data.ticketId)).toMatchObject({ payout: 40_960 })
    expect(await balance(owner)).toBe(5000_00 - 110_00 + 140_960_00)
  })

  it.each([
    [0, 'Digite um valor de aposta'],
    [0.99, '1,00'],
    [5000.01, '5.000,00'],
  ])('refuses a stake of %s', async (amount, words) => {
    const owner = await player()
    const response = await bet(owner, [leg(match())], { amount })
    expect(response.http).toBe(400)
    expect(response.message).toContain(words)
    expect(await balance(owner)).toBe(100_00)
  })

  it('refuses an invalid slip', async () => {
    const owner = await player()
    const [one, two] = [match(), match()]
    const refused = async (legs: object[], more: Record<string, unknown> = {}) => {
      const { http, message } = await bet(owner, legs as ReturnType<typeof leg>[], more)
      expect(message).not.toBe('')
      return [http, message]
    }
    const thirteen = Array.from({ length: 13 }, () => leg(match()))
    expect(await refused(thirteen)).toEqual([400, expect.stringContaining('12')])
    expect((await bet(owner, thirteen.slice(1))).http).toBe(200)
    const same = await refused([leg(one), leg(two), leg(one)])
    expect(same).toEqual(await refused([leg(one), leg(one, 3, 'winner:1:away:3')]))
    expect(same[0]).toBe(400)
    expect((await refused([leg(one, 2, 'winner:1:both:3')]))[0]).toBe(400)
    expect((await refused([leg('no-match')]))[0]).toBe(404)
    expect((await refused([]))[0]).toBe(400)
    expect((await refused([leg(one)], { policy: 'none' }))[0]).toBe(400)
    expect((await refused([leg(one)], { state: 9999 }))[0]).toBe(400)
    expect((await refused([{ ...leg(one), result: 10 }]))[0]).toBe(400)
    expect((await refused([leg(one)], { amount: 1.234 }))[0]).toBe(400)
    expect(await balance(owner)).toBe(90_00)
  })

  it('refuses options that are closed, and returns the odds of all legs', async () => {
    const owner = await player()
    const [open, other] = [match(2), match(1.5)]
    const closed = async (legs: ReturnType<typeof leg>[]) => {
      const { http, data } = await bet(owner, legs, { policy: 'any' })
      expect(http).toBe(409)
      return data
    }
    const data = {
      legs: [
        { matchId: open, key: 'winner:1:home:3', odds: 2 },
        { matchId: other, key: 'winner:1:home:3', odds: null },
      ],
    }
    feed.suspend(other, 'match')
    expect(await closed([leg(open), leg(other)])).toEqual(data)
    feed.suspend(other, 'match', false)
    feed.suspend(other, 'markets')
    expect(await closed([leg(open), leg(other)])).toEqual(data)
    feed.suspend(other, 'markets', false)
    feed.price(other, 'winner:1:home:3', null)
    expect(await closed([leg(open), leg(other)])).toEqual(data)
    const half = 'winner:2:home:3'
    feed.price(open, half, 2)
    feed.score(open, 2, { home: 0, away: 0 }, true)
    expect(await closed([leg(open, 2, half)])).toEqual({ legs: [{ matchId: open, key: half, odds: null }] })
    feed.finish(open, 1, 0, now())
    expect(await closed([leg(open)])).toEqual({
      legs: [{ matchId: open, key: 'winner:1:home:3', odds: null }],
    })
    expect(await balance(owner)).toBe(100_00)
  })

  it.each([
    ['ask', 1.9, 409],
    ['ask', 2.1, 409],
    ['ask', 2, 200],
    ['better', 1.99, 409],
    ['better', 2.1, 200],
    ['any', 1.5, 200],
  ])('policy %s, odds of 2 have become %s: %i', async (policy, odds, http) => {
    const owner = await player()
    const id = match(odds)
    const response = await bet(owner, [leg(id, 2)], { policy })
    expect(response.http).toBe(http)
    if (http === 200) expect(response.data).toMatchObject({ odds, legs: [{ odds }] })
    else expect(response.data).toEqual({ legs: [{ matchId: id, key: 'winner:1:home:3', odds }] })
    expect(await balance(owner)).toBe(http === 200 ? 90_00 : 100_00)
  })

  it('needs a login, and money', async () => {
    const owner = await player(9.99)
    const legs = [leg(match())]
    expect((await server.post('/api/app/sports/bet', { amount: 10, policy: 'ask', legs })).http).toBe(401)
    expect(await bet(owner, legs)).toMatchObject({ http: 500, status: 9999 })
    expect(await list(owner, 'state=open')).toEqual({ list: [], next: null })
  })

  it('refuses players in a pause, and beyond their loss limit', async () => {
    const owner = await player()
    const legs = [leg(match())]
    const limit = { kind: 'loss', period: 'day', amount: 15 }
    await server.post('/api/app/limits', limit, { token: owner.token })
    expect((await bet(owner, legs)).http).toBe(200)
    const refused = await bet(owner, legs)
    expect(refused.http).toBe(400)
    expect((await bet(owner, legs, { amount: 5 })).http).toBe(200)
    await deps.db.write('update users set excluded_until = $2 where id = $1', [
      owner.uId,
      new Date(now().getTime() + 86_400_000),
    ])
    expect((await bet(owner, legs, { amount: 1 })).http).toBe(403)
    expect(await balance(owner)).toBe(85_00)
  })

  it('stakes bonus money, and pays into the wallet the stake came from', async () => {
    const owner = await player(0, { freeBalance: 50, turnover: 1000 })
    const id = match(3)
    const placed = await bet(owner, [leg(id, 3)], { wallet: 'freeBalance' })
    expect(placed.data.wallet).toBe('freeBalance')
    expect(await wallet(owner)).toMatchObject({ cash: 0, bonus: 40_00, turnoverLeft: 1000_00 })
    feed.finish(id, 2, 1, now())
    await settle()
    expect(await wallet(owner)).toMatchObject({
      cash: 0,
      bonus: 70_00,
      heldRounds: 0,
      turnoverLeft: 994_05,
    })
  })

  it('creates one ticket per key, however often the call is repeated', async () => {
    const owner = await player()
    const [legs, key] = [[leg(match())], randomUUID()]
    const responses = await Promise.all(Array.from({ length: 20 }, () => bet(owner, legs, { key })))
    expect(new Set(responses.map(({ raw }) => raw.payload)).size).toBe(1)
    expect(responses[0]?.http).toBe(200)
    expect((await list(owner, 'state=open')).list).toHaveLength(1)
    expect(await balance(owner)).toBe(90_00)
    expect((await bet(owner, legs, { key, amount: 11 })).http).toBe(422)
  })

  it('parallel bets spend no more than the balance', async () => {
    const owner = await player(305)
    const legs = [leg(match())]
    const responses = await Promise.all(Array.from({ length: 100 }, () => bet(owner, legs)))
    expect(responses.filter(({ http }) => http === 200)).toHaveLength(30)
    expect(responses.filter(({ status }) => status === 9999)).toHaveLength(70)
    expect(await balance(owner)).toBe(5_00)
    expect((await wallet(owner)).heldRounds).toBe(300_00)
  })
})

describe('a live bet', () => {
  it('is accepted three seconds later, at the odds of that moment', async () => {
    const owner = await player()
    const id = live(2)
    const placed = await bet(owner, [leg(id, 2)], { policy: 'better' })
    expect(placed.data).toMatchObject({ state: -10, cashOut: null, legs: [{ live: true }] })
    expect(await balance(owner)).toBe(90_00)
    await slips.accept()
    expect(await ticket(owner, placed.data.ticketId)).toMatchObject({ state: -10 })
    feed.price(id, 'winner:1:home:3', 2.4)
    await deps.clock.advance(3_000)
    await slips.accept()
    expect(await ticket(owner, placed.data.ticketId)).toMatchObject({
      state: 0,
      odds: 2.4,
      potential: 24,
      legs: [{ odds: 2.4, live: true, result: 1000 }],
    })
    expect(await balance(owner)).toBe(90_00)
  })

  it.each([
    ['ask', 2, null],
    ['ask', 2.1, 'oddsChanged'],
    ['better', 2.1, null],
    ['better', 1.9, 'oddsChanged'],
    ['any', 1.1, null],
    ['any', null, 'marketClosed'],
  ])('policy %s, odds of 2 become %s: %s', async (policy, odds, reason) => {
    const owner = await player()
    const id = live(2)
    const { data } = await bet(owner, [leg(id, 2)], { policy })
    feed.price(id, 'winner:1:home:3', odds)
    await deps.clock.advance(3_000)
    await slips.accept()
    const after = await ticket(owner, data.ticketId, 'en_US')
    if (reason === null) expect(after).toMatchObject({ state: 0, odds, reason: null })
    else {
      expect(after).toMatchObject({ state: -1, result: 90, payout: 10, odds: 2 })
      expect(after.reason).toContain(reason === 'marketClosed' ? 'not available' : 'odds have changed')
      expect(after.legs[0]).toMatchObject({ result: 90, factor: 1 })
    }
    expect(await balance(owner)).toBe(reason === null ? 90_00 : 100_00)
    expect(await wallet(owner)).toMatchObject({ betSum: reason === null ? 10_00 : 0 })
  })

  it('waits with all its legs when one of them is live', async () => {
    const owner = await player()
    const [before, running] = [match(1.5), live(2)]
    const { data } = await bet(owner, [leg(before, 1.5), leg(running)])
    expect(data).toMatchObject({ kind: 'parlay', state: -10, legs: [{ live: false }, { live: true }] })
    feed.suspend(running, 'match')
    await deps.clock.advance(3_000)
    await slips.accept()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: -1, payout: 10 })
    expect(await balance(owner)).toBe(100_00)
  })

  it('is not settled before it is accepted; it is refused if the match is over by then', async () => {
    const owner = await player()
    const id = live(2)
    const { data } = await bet(owner, [leg(id)], { policy: 'any' })
    feed.finish(id, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: -10 })
    await deps.clock.advance(3_000)
    await slips.accept()
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state: -1, result: 90 })
    expect(await balance(owner)).toBe(100_00)
  })

  it('a handicap counts goals after the acceptance, a total all goals', async () => {
    const owner = await player()
    const [handicap, total] = ['handicap:1:home:-0.5', 'total:1:over:1.5']
    const id = live(2, handicap)
    feed.price(id, total, 2)
    feed.score(id, 1, { home: 1, away: 0 })
    const first = await bet(owner, [leg(id, 2, handicap)])
    const second = await bet(owner, [leg(id, 2, total)])
    expect(first.data.legs[0]?.scoreAtBet).toEqual({ home: 1, away: 0 })
    expect(second.data.legs[0]?.scoreAtBet).toBeNull()
    // A goal while the bet waits does not count.
    feed.score(id, 1, { home: 2, away: 0 })
    await deps.clock.advance(3_000)
    await slips.accept()
    feed.finish(id, 2, 0, now())
    await settle()
    expect(await ticket(owner, first.data.ticketId)).toMatchObject({
      state: 4,
      result: 20,
      legs: [{ scoreAtBet: { home: 2, away: 0 }, distance: -0.5, factor: 0, score: { home: 2, away: 0 } }],
    })
    expect(await ticket(owner, second.data.ticketId)).toMatchObject({
      state: 9999,
      result: 10,
      payout: 20,
      legs: [{ distance: 0.5, factor: 2 }],
    })
  })

  it('shows the score and what it means for the selection, until the part is over', async () => {
    const owner = await player()
    const line = 'handicap:2:home:-1'
    const id = live(2, line)
    feed.score(id, 2, { home: 0, away: 0 })
    const { data } = await bet(owner, [leg(id, 2, line)])
    await deps.clock.advance(3_000)
    await slips.accept()
    const now = async () => (await ticket(owner, data.ticketId)).legs[0]?.now
    expect(await now()).toMatchObject({ period: 1, home: 0, away: 0, result: 20 })
    feed.score(id, 2, { home: 1, away: 0 })
    expect(await now()).toMatchObject({ home: 1, away: 0, result: 90 })
    feed.score(id, 2, { home: 2, away: 0 })
    expect(await now()).toMatchObject({ home: 2, away: 0, result: 10 })
    const { list: open } = await list(owner, 'state=open')
    expect(open[0]?.legs[0]?.now).toEqual(await now())
    feed.finish(id, 2, 0, deps.clock.now())
    await settle()
    expect(await now()).toBeUndefined()
    const upcoming = await bet(owner, [leg(match())])
    expect(upcoming.data.legs[0]?.now).toBeUndefined()
  })

  it('is accepted once by two processes', async () => {
    const owner = await player(200)
    const id = live(2)
    const received: BusMessage[] = []
    const stop = deps.bus.subscribe((message) => received.push(message))
    const messagesFor = (ticketId: string) =>
      received.filter((message) => JSON.stringify(message).includes(ticketId)).length
    const placed: string[] = []
    for (let i = 0; i < 16; i++) placed.push((await bet(owner, [leg(id)])).data.ticketId)
    // Placing the bets is not counted: its messages are sent after the responses.
    await expect.poll(() => placed.every((ticketId) => messagesFor(ticketId) > 0)).toBe(true)
    received.length = 0
    await deps.clock.advance(3_000)
    /** Waits until everything published so far has been received. */
    const waitForMessage = async (name: string) => {
      await deps.bus.publish(deps.db, { type: 'broadcast', name, payload: null })
      await expect
        .poll(() => received.some((message) => message.type === 'broadcast' && message.name === name))
        .toBe(true)
    }
    await Promise.all(Array.from({ length: 4 }, () => slips.accept()))
    await expect.poll(() => placed.every((ticketId) => messagesFor(ticketId) > 0)).toBe(true)
    await waitForMessage('test:end')
    expect(placed.map(messagesFor)).toEqual(placed.map(() => 1))
    stop()
    for (const ticketId of placed) expect(await ticket(owner, ticketId)).toMatchObject({ state: 0 })
  })
})

describe('reading tickets', () => {
  it('lists open and settled ones, newest first, page by page, of this player only', async () => {
    const owner = await player()
    const other = await player()
    const ids: string[] = []
    const [lost, open] = [match(2), match(2)]
    for (const id of [lost, open, open, open]) {
      ids.unshift((await bet(owner, [leg(id)])).data.ticketId)
      await deps.clock.advance(10)
    }
    feed.finish(lost, 0, 1, now())
    await settle()
    const firstPage = await list(owner, 'state=open&limit=2')
    expect(firstPage.list.map(({ ticketId }) => ticketId)).toEqual(ids.slice(0, 2))
    const secondPage = await list(owner, `state=open&limit=2&cursor=${firstPage.next}`)
    expect(secondPage.list.map(({ ticketId }) => ticketId)).toEqual(ids.slice(2, 3))
    expect(secondPage.next).toBeNull()
    const settled = await list(owner, 'state=settled')
    expect(settled.list.map(({ ticketId }) => ticketId)).toEqual(ids.slice(3))
    expect((await list(other, 'state=open')).list).toEqual([])
    const url = `/api/app/sports/ticket/${ids[0]}`
    expect(await server.get(url, { token: other.token })).toMatchObject({ http: 404, data: null })
    expect((await server.get(url)).http).toBe(401)
    expect((await server.get('/api/app/sports/tickets?state=open')).http).toBe(401)
    const broken = await server.get('/api/app/sports/tickets?state=open&cursor=x', { token: owner.token })
    expect(broken.http).toBe(400)
  })
})
