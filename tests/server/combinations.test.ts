import { afterAll, describe, expect, it } from 'vitest'
import { LIVE_DELAY_MS } from '#contract/rules/sports.ts'
import { decideMatch } from '#server/sports/trading/decisions.ts'
import { createSlips } from './helpers/slips.ts'
import { createTestApp } from './helpers/testApp.ts'
import { randomUUID } from 'node:crypto'
import type { MatchWire, TicketWire } from '#contract/http/sports.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, ticket, balance, settle, accept } = slips
const { deps, post } = server

const HOME = 'winner:1:home:3'
const OVER = 'total:1:over:2.5'
const combine = { combine: true }

/** A match on which the home side and over 2.5 cost 3 together. */
function combinable(isLive = false): string {
  const id = isLive ? slips.live(2) : match(2)
  feed.price(id, OVER, 1.9)
  feed.combine(id, { win: 0.3, refund: 0.05, odds: 3 })
  return id
}
const both = (id: string, odds = 3) => [leg(id, odds, HOME), leg(id, 1, OVER)]
const price = async (matchId: string, keys: string[]) =>
  (await post<{ odds: number | null }>('/api/app/sports/combination', { matchId, keys })).data.odds

afterAll(async () => expect(await deps.ledger.violations()).toEqual([]))

describe('selections of one match', () => {
  it('are refused as a parlay, and accepted as a combination at their own price', async () => {
    const owner = await player()
    const id = combinable()
    expect((await bet(owner, both(id))).message).toBe('Uma múltipla aceita só uma seleção por partida.')
    expect(await price(id, [HOME, OVER])).toBe(3)
    const { data } = await bet(owner, both(id), combine)
    expect(data).toMatchObject({ kind: 'parlay', odds: 3, potential: 30, legs: [{ odds: 3 }, { odds: 1 }] })
    // 10 x (0.3 x 3 + 0.05) x 95 %
    expect(data.cashOut).toBe(9.02)
  })

  it('are refused at another price, on a quarter line, twice in one market, and without a price', async () => {
    const owner = await player()
    const id = combinable()
    expect(await bet(owner, both(id, 3.5), combine)).toMatchObject({
      http: 409,
      data: { legs: [{ odds: 3 }, { odds: 1 }] },
    })
    for (const key of ['total:1:over:2.25', 'winner:1:away:3'])
      expect((await bet(owner, [leg(id, 3), leg(id, 1, key)], combine)).message).toContain('uma seleção')
    expect(await price(id, [HOME, 'total:1:over:2.25'])).toBeNull()
    feed.combine(id, undefined)
    expect((await bet(owner, both(id), combine)).message).toBe(
      'Esta seleção não está disponível para apostas.',
    )
    expect(await balance(owner)).toBe(100_00)
  })

  it.each([
    { name: 'all won', home: 3, away: 0, state: 9999, result: 10, payout: 30 },
    { name: 'one lost', home: 1, away: 0, state: 4, result: 20, payout: 0 },
  ])('settle as one bet: $name', async ({ home, away, state, result, payout }) => {
    const owner = await player()
    const id = combinable()
    const { data } = await bet(owner, both(id), combine)
    feed.finish(id, home, away, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({ state, result, payout })
  })

  it('are refunded together when one of them is, and the rest of a parlay counts', async () => {
    const owner = await player()
    const [id, other] = [combinable(), match(2)]
    const key = 'corners:4:over:9.5'
    feed.price(id, key, 1.8)
    const { data } = await bet(owner, [leg(id, 3), leg(id, 1, key), leg(other, 2)], combine)
    expect(data).toMatchObject({ odds: 6, potential: 60 })
    // No corners were counted: that selection is void, the other one is won.
    feed.finish(id, 2, 0, now())
    feed.finish(other, 1, 0, now())
    await settle()
    expect(await ticket(owner, data.ticketId)).toMatchObject({
      state: 9999,
      result: 10,
      payout: 20,
      legs: [{ result: 10 }, { result: 90 }, { result: 10 }],
    })
    expect(await balance(owner)).toBe(110_00)
  })

  it.each([
    // 10 x 0.6 x 95 %: the stake comes back unless the other one loses.
    { name: 'one other', keys: [HOME, OVER], cashOut: 5.7 },
    // 10 x (0.3 + 0.05) x 95 %
    { name: 'two others', keys: [HOME, OVER, 'bothScore:1:yes'], cashOut: 3.32 },
  ])(
    'cash out at what their stake is worth once one of them was refunded: $name',
    async ({ keys, cashOut }) => {
      const owner = await player()
      const id = feed.add(now(), { [HOME]: 2, [OVER]: 1.9, 'bothScore:1:yes': 1.8 }, { startsInMs: -60_000 })
      feed.combine(id, { win: 0.3, refund: 0.05, odds: 3 })
      const legs = keys.map((key, i) => leg(id, i === 0 ? 3 : 1, key))
      const { data } = await bet(owner, legs, combine)
      expect(data.cashOut).toBe(9.02)
      feed.setValue(id, 0.6)
      const verdict = { kind: 'voidMarket', market: 'total:1' } as const
      await deps.db.tx((tx) => decideMatch(deps, tx, { matchId: id, verdict, staffId: 'trader' }))
      await expect.poll(() => deps.desk.decision(id)).toBeDefined()
      await settle()
      const { legs: after, ...open } = await ticket(owner, data.ticketId)
      expect(after.map(({ result }) => result)).toEqual(keys.map((key) => (key === OVER ? 90 : 1000)))
      expect(open).toMatchObject({ state: 0, cashOut })
    },
  )

  it('live, are accepted after the delay at the price of that moment', async () => {
    const owner = await player()
    const id = combinable(true)
    const dear = await bet(owner, both(id), { ...combine, policy: 'ask' })
    const any = await bet(owner, both(id), { ...combine, policy: 'any' })
    feed.combine(id, { win: 0.3, refund: 0.05, odds: 2.8 })
    await deps.clock.advance(LIVE_DELAY_MS)
    await accept()
    expect(await ticket(owner, dear.data.ticketId)).toMatchObject({ state: -1, payout: 10 })
    expect(await ticket(owner, any.data.ticketId)).toMatchObject({
      state: 0,
      odds: 2.8,
      legs: [{ odds: 2.8 }, { odds: 1 }],
    })
  })
})

describe('on the built-in feed', () => {
  it('a combination costs less than the product of its parts when they go together', async () => {
    const app = await createTestApp()
    const script = async (body: object) => (await app.post<MatchWire>('/sandbox/api/feed', body)).data
    const created = await script({ sport: 'tennis' })
    const { matchId, markets } = created
    const keyOf = (name: string, side: string) =>
      markets.find(({ market }) => market === name)?.options.find((option) => option.side === side)
    const [home, even] = [keyOf('winner', 'home'), keyOf('oddEven', 'even')]
    const keys = [home?.key, even?.key]
    const quoted = await app.post<{ odds: number }>('/api/app/sports/combination', { matchId, keys })
    const odds = quoted.data.odds
    expect(odds).toBeGreaterThan(home?.odds ?? 0)
    const owner = await app.createUser({ balance: 100 })
    const placed = await app.post<TicketWire>(
      '/api/app/sports/bet',
      {
        amount: 10,
        policy: 'ask',
        combine: true,
        legs: keys.map((key, i) => ({ matchId, key, odds: i === 0 ? odds : 1 })),
      },
      { token: owner.token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(placed.data).toMatchObject({ odds, kind: 'parlay' })
    expect(placed.data.cashOut).toBeLessThan(10)
    expect(placed.data.cashOut).toBeGreaterThan(8)
  })
})
