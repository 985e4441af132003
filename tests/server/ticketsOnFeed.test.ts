import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { TicketWire } from '#contract/http/sports.ts'
import { LIVE_DELAY_MS, sports, ticketLimits } from '#contract/rules/sports.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import type { FeedMatch } from '#server/feed/Feed.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { timelineOf } from '#server/feed/timeline.ts'
import { createTestApp } from './helpers/testApp.ts'
import { isWhole } from '../scope.ts'

// Bet slips on the built-in calendar, which has the same matches in every run.
const seed = 'um calendário'
const feed = new SimulatedFeed(seed)
const { deps, get, post, createUser } = await createTestApp({}, { feed })
const { clock, ledger, db } = deps
await clock.moveTo(new Date('2027-03-10T18:00:00Z'))

const hours = (count: number) => count * 3_600_000

/** In `npm test` every third: football, and others of each kind. */
const played = sports.filter((_, index) => isWhole || index % 3 === 0)
const bet = (token: string, legs: object[], policy = 'ask') =>
  post<TicketWire>(
    '/api/app/sports/bet',
    { amount: 1, policy, legs },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )

async function tickets(token: string, state: 'open' | 'settled'): Promise<TicketWire[]> {
  const all: TicketWire[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { data: { list: TicketWire[]; next: string | null } } = await get(
      `/api/app/sports/tickets?limit=50&state=${state}${cursor && `&cursor=${cursor}`}`,
      { token },
    )
    all.push(...page.data.list)
    cursor = page.data.next
  }
  return all
}

/** One option of every open market, at its odds in a single or in a parlay, where no boost counts. */
function optionsOf(match: FeedMatch, kind: 'single' | 'parlay' = 'single') {
  const open = feed.markets(match, clock.now()).filter(({ isSuspended }) => !isSuspended)
  return open.flatMap(({ options }, i) => {
    const option = options[i % options.length]
    if (!option) return []
    const { key, odds, boostedFrom = odds } = option
    return { matchId: match.id, key, odds: kind === 'single' ? odds : boostedFrom }
  })
}

afterAll(async () => expect(await ledger.violations()).toEqual([]))

describe('a day of the calendar', () => {
  it('allows bets on every market of every sport, and settles them', async () => {
    const { token, uId } = await createUser({ balance: 10_000 })
    let placed = 0
    for (const sport of played) {
      // Excludes matches that kick off while the slips are placed.
      const soon = clock.now().getTime() + hours(1)
      const ahead = feed
        .matches(sport, 'upcoming', clock.now())
        .filter(({ startsAt }) => startsAt.getTime() > soon)
      const [match, other] = ahead
      const legs = match ? optionsOf(match) : []
      expect(legs.length, sport).toBeGreaterThan(0)
      for (const leg of legs) {
        expect((await bet(token, [leg])).http, leg.key).toBe(200)
        placed++
      }
      const pair = [match, other].flatMap((one) => (one ? optionsOf(one, 'parlay').slice(0, 1) : []))
      expect((await bet(token, pair)).data.kind).toBe('parlay')
      placed++
    }
    const before = await tickets(token, 'open')
    expect(before).toHaveLength(placed)
    expect(before.every(({ cashOut }) => cashOut !== null && cashOut <= 1)).toBe(true)
    await clock.advance(hours(36))
    await runJobs(deps)
    expect(await tickets(token, 'open')).toEqual([])
    const after = await tickets(token, 'settled')
    expect(after).toHaveLength(placed)
    for (const { kind, legs, result, state, payout } of after) {
      expect(state).toBe(result === 20 ? 4 : 9999)
      if (kind === 'single') expect(payout).toBeCloseTo(legs[0]?.factor ?? NaN, 1)
      expect(legs.every((leg) => leg.result !== 1000 && leg.score !== null)).toBe(true)
    }
    expect(after.some(({ result }) => result === 10)).toBe(true)
    expect(after.some(({ result }) => result === 20)).toBe(true)
    const returned = after.reduce((sum, { payout }) => sum + Math.round(payout * 100), 0)
    expect(await ledger.wallet(db, uId)).toMatchObject({
      cash: 10_000_00 - placed * 100 + returned,
      heldRounds: 0,
    })
  })

  // In football the last goal is taken back; in sets the sides are exchanged.
  it.each([
    { sport: 'football', marketName: 'oddEven' },
    { sport: 'tableTennis', marketName: 'winner' },
  ])(
    'has results that are corrected afterwards: the tickets follow ($sport)',
    async ({ sport, marketName }) => {
      const { token, uId } = await createUser({ balance: 100 })
      const from = clock.now().getTime()
      const isOfSport = (id: string) => id.startsWith(`${sport}-`)
      const corrected = Array.from({ length: 10 }, (_, day) => new Date(from + hours(24 * (day + 1))))
        .flatMap((time) => feed.corrected(time).filter(isOfSport))
        .map((id) => feed.match(id, new Date(from + hours(240))))
        .find((match) => match && match.startsAt.getTime() > from + hours(2))
      if (!corrected) throw new Error(`no match of ${sport} is corrected in ten days`)
      const kickOff = corrected.startsAt.getTime()
      await clock.moveTo(new Date(kickOff - hours(1)))
      const match = feed.match(corrected.id, clock.now())
      const sides = match
        ? feed
            .markets(match, clock.now())
            .find(({ market, gameTime }) => market === marketName && gameTime === 1)
        : undefined
      const placed = await Promise.all(
        (sides?.options ?? []).map(({ key, odds }) => bet(token, [{ matchId: corrected.id, key, odds }])),
      )
      expect(placed.map(({ http }) => http)).toEqual([200, 200])
      const endsOf = async () => {
        await runJobs(deps)
        return new Map((await tickets(token, 'settled')).map((ticket) => [ticket.ticketId, ticket]))
      }
      await clock.moveTo(new Date(kickOff + hours(2.6)))
      const before = await endsOf()
      await clock.moveTo(new Date(kickOff + hours(9)))
      const after = await endsOf()
      expect([...before.values()].map(({ state }) => state).sort()).toEqual([4, 9999])
      expect([...after.values()].map(({ state }) => state).sort()).toEqual([-11, 9999].sort())
      const paid = [...after.values()].reduce((sum, { payout }) => sum + Math.round(payout * 100), 0)
      expect(await ledger.wallet(db, uId)).toMatchObject({ cash: 100_00 - 200 + paid, heldRounds: 0 })
      for (const [id, { result }] of before) expect(after.get(id)?.result).toBe(result === 10 ? 20 : 10)
    },
  )

  it('accepts, refuses or closes bets on live matches after the delay, then settles them', async () => {
    const { token, uId } = await createUser({ balance: 10_000 })
    const placed: string[] = []
    for (const sport of played) {
      for (const match of feed.matches(sport, 'live', clock.now()).slice(0, 1)) {
        for (const leg of optionsOf(match)) {
          const { http, data } = await bet(token, [leg], 'any')
          // The match continues while the slips are placed.
          if (http === 200) placed.push(data.ticketId)
        }
      }
    }
    expect(placed.length).toBeGreaterThan(10)
    await clock.advance(LIVE_DELAY_MS)
    await runJobs(deps)
    const waiting = await tickets(token, 'open')
    expect(waiting.filter(({ state }) => state === -10)).toEqual([])
    expect(waiting.length).toBeGreaterThan(0)
    const limit = ticketLimits.maxReturn / 100
    for (const { cashOut } of waiting) if (cashOut !== null) expect(cashOut).toBeLessThanOrEqual(limit)
    for (const { state, legs } of waiting) expect([state, legs[0]?.live]).toEqual([0, true])
    await clock.advance(hours(12))
    await runJobs(deps)
    expect(await tickets(token, 'open')).toEqual([])
    const after = await tickets(token, 'settled')
    expect(after.map(({ ticketId }) => ticketId).sort()).toEqual(placed.sort())
    const returned = after.reduce((sum, { payout }) => sum + Math.round(payout * 100), 0)
    expect(await ledger.wallet(db, uId)).toMatchObject({
      cash: 10_000_00 - placed.length * 100 + returned,
      heldRounds: 0,
    })
  })
})

describe.each(['basketball', 'baseball'] as const)('a match of %s that goes to overtime', (sport) => {
  it('pays who wins it then, and refunds nobody', async () => {
    const { token, uId } = await createUser({ balance: 100 })
    const from = clock.now().getTime() + hours(2)
    const found = fixturesBetween(sport, from, from + hours(24 * 14)).find(
      (fixture) => timelineOf(seed, fixture, ratesOf(seed, fixture)).incident?.scores,
    )
    if (!found) throw new Error(`no match of ${sport} goes to overtime in two weeks`)
    await clock.moveTo(new Date(found.startsAt - hours(1)))
    const match = feed.match(found.id, clock.now())
    const winner = match && feed.markets(match, clock.now()).find(({ market }) => market === 'winner')
    const placed = await Promise.all(
      (winner?.options ?? []).map(({ key, odds }) => bet(token, [{ matchId: found.id, key, odds }])),
    )
    expect(placed.map(({ http }) => http)).toEqual([200, 200])
    await clock.advance(hours(7))
    await runJobs(deps)
    const after = await tickets(token, 'settled')
    expect(after.map(({ result }) => result).toSorted()).toEqual([10, 20])
    const won = after.find(({ result }) => result === 10)
    const [leg] = won?.legs ?? []
    expect(won?.payout).toBeCloseTo(leg?.odds ?? 0, 2)
    expect(leg?.score?.home).not.toBe(leg?.score?.away)
    expect((await ledger.wallet(db, uId)).cash).toBe(98_00 + Math.round((leg?.odds ?? 0) * 100))
  })
})
