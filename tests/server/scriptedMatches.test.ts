import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { MatchWire, TicketWire } from '#contract/http/sports.ts'
import { STOPPED_WAIT_MS } from '#contract/rules/markets.ts'
import { LIVE_DELAY_MS, sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { profiles } from '#server/feed/profiles.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { isWhole } from '../scope.ts'
import { createTestApp } from './helpers/testApp.ts'

// Matches that the sandbox scripts, with bets that players place on them.
const { deps, get, post, createUser } = await createTestApp()
const { clock, ledger, db } = deps

const hourMs = 3_600_000
const HOME = 'winner:1:home:3'
const OVER = 'total:1:over:0.5'
const UNDER = 'total:1:under:3.5'

const script = async (body: object) => (await post<MatchWire>('/sandbox/api/feed', body)).data
const player = () => createUser({ balance: 100 })
type Player = Awaited<ReturnType<typeof player>>
type Leg = { matchId: string; key: string; odds: number }

const bet = ({ token }: Player, legs: Leg[], combine = false) =>
  post<TicketWire>(
    '/api/app/sports/bet',
    { amount: 10, policy: 'any', legs, ...(combine ? { combine } : {}) },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )
const ticketOf = async ({ token }: Player, id: string) =>
  (await get<TicketWire>(`/api/app/sports/ticket/${id}`, { token })).data
const matchOf = async (id: string) => (await get<MatchWire>(`/api/app/sports/match/${id}`)).data
const cashOf = async ({ uId }: Player) => (await ledger.wallet(db, uId)).cash

/** The price of some selections of one match as one bet. */
async function combinedOdds(matchId: string, keys: string[]): Promise<number> {
  const { data } = await post<{ odds: number | null }>('/api/app/sports/combination', { matchId, keys })
  if (data.odds === null) throw new Error(`${keys.join(' and ')} have no price together`)
  return data.odds
}

/** Places the slip and waits until a live one is accepted; returns its number. */
async function placed(owner: Player, legs: Leg[], combine = false): Promise<string> {
  const { http, message, data } = await bet(owner, legs, combine)
  expect([http, message]).toEqual([200, expect.any(String)])
  return data.ticketId
}

/** A match that has been won by its home side at odds of 3, as the second leg of a parlay. */
async function wonLeg(): Promise<{ leg: Leg; finish: () => Promise<unknown> }> {
  const { matchId } = await script({ odds: { [HOME]: 3 } })
  return {
    leg: { matchId, key: HOME, odds: 3 },
    finish: () => script({ matchId, homeScore: 1, finish: true }),
  }
}

afterAll(async () => {
  expect(await ledger.violations()).toEqual([])
  const results = await checkInvariants(db)
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
})

describe('a scripted match with bets on it', () => {
  const openResult = { state: 8888, result: null }
  const refund = { state: 9999, result: 90, payout: 10 }
  const home = { state: 9999, result: 10, payout: 20 }
  const lost = { state: 4, result: 20, payout: 0 }
  const total = { state: 9999, result: 10, payout: 15 }

  // At 1-0 the home side is ahead and over 0.5 is decided; under 3.5 is not.
  it.each([
    {
      name: 'overtime: the 90 minutes count',
      periods: [MatchPeriod.overtime],
      first: { winner: home, over: total, under: total },
      last: { winner: home, over: total, under: total, parlay: 60, combination: 10 },
    },
    {
      name: 'overtime and penalties after a draw: the home side has not won',
      level: true,
      periods: [MatchPeriod.overtime, MatchPeriod.penalties],
      first: { winner: lost, over: total, under: total },
      last: { winner: lost, over: total, under: total, parlay: 0, combination: 20 },
    },
    {
      name: 'cancelled',
      periods: [MatchPeriod.cancelled],
      first: { winner: refund, over: total, under: refund },
      last: { winner: refund, over: total, under: refund, parlay: 30, combination: 90 },
    },
    // What is not played to its end waits alike: `npm test` has one of them.
    ...[
      { name: 'to be determined', periods: [MatchPeriod.postponed, MatchPeriod.toBeDetermined] },
      { name: 'abandoned', periods: [MatchPeriod.interrupted, MatchPeriod.cutInHalf] },
      { name: 'interrupted', periods: [MatchPeriod.interrupted] },
      { name: 'postponed', periods: [MatchPeriod.postponed] },
    ]
      .filter(({ name }) => isWhole || name === 'abandoned')
      .map(({ name, periods }) => ({
        name,
        periods,
        // A total that is decided stands at once; the others wait for 48 hours.
        first: { winner: openResult, over: total, under: openResult },
        last: { winner: refund, over: total, under: refund, parlay: 30, combination: 90 },
      })),
  ])('$name: single, parlay and combination', async ({ periods, first, last, ...more }) => {
    const owner = await player()
    const { matchId } = await script({
      startsInMs: -hourMs,
      period: MatchPeriod.firstHalf,
      minute: 20,
      odds: { [HOME]: 2, [OVER]: 1.5, [UNDER]: 1.5 },
    })
    const other = await wonLeg()
    const leg = (key: string, odds: number) => ({ matchId, key, odds })
    const odds = await combinedOdds(matchId, [HOME, UNDER])
    const singles = {
      winner: await placed(owner, [leg(HOME, 2)]),
      over: await placed(owner, [leg(OVER, 1.5)]),
      under: await placed(owner, [leg(UNDER, 1.5)]),
    }
    const parlay = await placed(owner, [leg(HOME, 2), other.leg])
    const combination = await placed(owner, [leg(HOME, odds), leg(UNDER, 1)], true)
    await clock.advance(LIVE_DELAY_MS)
    await runJobs(deps)
    await other.finish()
    const isLevel = 'level' in more
    await script({ matchId, homeScore: 1, awayScore: isLevel ? 1 : 0, minute: 30 })
    for (const period of periods) {
      const { suspended, period: told } = await script({ matchId, period })
      if (told !== MatchPeriod.cancelled) expect(suspended).toBe(true)
      expect((await bet(owner, [leg(HOME, 2)])).http, 'no bet is taken').toBe(409)
    }
    await runJobs(deps)
    for (const [name, expected] of Object.entries(first))
      expect(await ticketOf(owner, singles[name as keyof typeof singles]), name).toMatchObject(expected)
    await clock.advance(STOPPED_WAIT_MS)
    await runJobs(deps)
    if (periods.at(-1) === MatchPeriod.overtime || periods.at(-1) === MatchPeriod.penalties)
      await script({ matchId, finish: true })
    await runJobs(deps)
    for (const name of ['winner', 'over', 'under'] as const)
      expect(await ticketOf(owner, singles[name]), name).toMatchObject(last[name])
    expect((await ticketOf(owner, parlay)).payout).toBe(last.parlay)
    expect(await ticketOf(owner, combination)).toMatchObject({ result: last.combination })
    const paid = await Promise.all(
      [...Object.values(singles), parlay, combination].map(async (id) => (await ticketOf(owner, id)).payout),
    )
    expect(await cashOf(owner)).toBe(
      100_00 - 50_00 + paid.reduce((sum, payout) => sum + Math.round(payout * 100), 0),
    )
  })

  it.each(sports)('%s: betting pauses after a score as in the calendar, and is open again', async (sport) => {
    const owner = await player()
    const profile = profiles[sport]
    const key = `winner:1:home:${profile.ways}`
    const { matchId } = await script({
      sport,
      startsInMs: -60_000,
      period: 1,
      minute: 10,
      odds: { [key]: 2 },
    })
    const leg = { matchId, key, odds: 2 }
    const scored = await script({ matchId, homeScore: 1, pause: true })
    expect(scored.suspended).toBe(true)
    expect((await bet(owner, [leg])).http).toBe(409)
    await clock.advance(profile.scorePauseMs - 1_000)
    expect((await matchOf(matchId)).suspended).toBe(true)
    await clock.advance(1_000)
    const after = await matchOf(matchId)
    expect(after.suspended).toBe(false)
    expect(after.version).toBeGreaterThan(scored.version)
    expect((await bet(owner, [leg])).http).toBe(200)
  })

  it('tells cards, corners and periods in their order, and counts them', async () => {
    const { matchId } = await script({ startsInMs: -hourMs, period: 1, minute: 12 })
    await script({ matchId, minute: 20, incident: { kind: 'yellowCard', side: 'away' } })
    await script({ matchId, minute: 25, incident: { kind: 'corner', side: 'home' } })
    await script({ matchId, minute: 31, homeScore: 1 })
    await script({ matchId, minute: 40, incident: { kind: 'redCard', side: 'away' } })
    await script({ matchId, period: MatchPeriod.midfield })
    await script({ matchId, period: MatchPeriod.secondHalf, minute: 50, awayScore: 1 })
    await script({ matchId, period: MatchPeriod.interrupted })
    const { events, statistics, parts } = await matchOf(matchId)
    expect(events?.map(({ kind, minute, side, period }) => [kind, minute, side ?? period])).toEqual([
      ['period', null, 1],
      ['yellowCard', 20, 'away'],
      ['corner', 25, 'home'],
      ['score', 31, 'home'],
      ['redCard', 40, 'away'],
      ['period', null, 2],
      ['period', null, 3],
      ['score', 50, 'away'],
      ['period', null, -13],
    ])
    expect(statistics).toEqual([
      { kind: 'corners', home: 1, away: 0 },
      { kind: 'yellowCards', home: 0, away: 1 },
      { kind: 'redCards', home: 0, away: 1 },
    ])
    expect(parts.find(({ gameTime }) => gameTime === 4)).toMatchObject({ home: 1, away: 0 })
  })

  it('a match of the calendar that is stopped keeps what was told of it', async () => {
    const { data } = await get<{ matches: MatchWire[] }>('/api/app/sports/matches?sport=tennis&when=live')
    const id = data.matches.find(({ sets = [] }) => sets.length > 1)?.matchId ?? ''
    const before = await matchOf(id)
    const after = await script({ matchId: id, suspend: true })
    expect(after).toMatchObject({ sets: before.sets, events: before.events })
  })
})

describe('a list of few live matches', () => {
  it('goes on with those that begin next, in their order, with three markets each', async () => {
    type List = { data: { matches: MatchWire[]; next?: MatchWire[] } }
    const list = (when: string) =>
      get<List['data']>(`/api/app/sports/matches?sport=cricket&when=${when}`) as Promise<List>
    const [live, upcoming] = [(await list('live')).data, (await list('upcoming')).data]
    expect(live.matches.length).toBeGreaterThan(0)
    const next = live.next ?? []
    expect(next.length).toBe(Math.min(16 - live.matches.length, upcoming.matches.length))
    expect(next.map(({ matchId }) => matchId)).toEqual(
      upcoming.matches.slice(0, next.length).map(({ matchId }) => matchId),
    )
    const full = next[0]?.markets.filter(({ gameTime }) => gameTime === 1).map(({ market }) => market)
    expect(full).toEqual(['winner', 'handicap', 'total'])
    expect(upcoming.next).toBeUndefined()
  })
})

describe('a match in sets', () => {
  const tennis = (direction: object) =>
    script({ sport: 'tennis', startsInMs: -hourMs, period: MatchPeriod.firstHalf, ...direction })

  it('its points move, make up its score, and its price follows them', async () => {
    const { matchId } = await tennis({
      sets: [
        { home: 6, away: 4 },
        { home: 2, away: 2 },
      ],
    })
    const price = async () => {
      const { markets } = await matchOf(matchId)
      const options = markets.find(({ market }) => market === 'winner')?.options ?? []
      return options.find(({ side }) => side === 'home')?.odds ?? NaN
    }
    expect(await matchOf(matchId)).toMatchObject({ homeScore: 1, awayScore: 0 })
    const level = await price()
    const point = await script({
      matchId,
      sets: [
        { home: 6, away: 4 },
        { home: 2, away: 5 },
      ],
      pause: true,
    })
    expect(point).toMatchObject({ homeScore: 1, awayScore: 0, suspended: true })
    await clock.advance(10_000)
    expect((await matchOf(matchId)).suspended).toBe(false)
    expect(await price()).toBeGreaterThan(level)
    const set = await script({
      matchId,
      sets: [
        { home: 6, away: 4 },
        { home: 2, away: 6 },
        { home: 0, away: 0 },
      ],
    })
    expect(set).toMatchObject({ homeScore: 1, awayScore: 1 })
    expect(set.events?.filter(({ kind }) => kind === 'score').map(({ score }) => score)).toEqual([
      { home: 1, away: 0 },
      { home: 1, away: 1 },
    ])
  })

  it('a corrected result settles single, parlay and combination again, with reversal postings', async () => {
    const [first, second] = [await player(), await player()]
    const [win, loss] = ['winner:1:home:2', 'winner:1:away:2']
    const over = 'total:1:over:2.5'
    const { matchId } = await script({ sport: 'tennis', odds: { [win]: 2, [loss]: 2 } })
    const other = await wonLeg()
    const leg = (key: string, odds = 2) => ({ matchId, key, odds })
    const odds = await combinedOdds(matchId, [win, over])
    const won = await placed(first, [leg(win)])
    const parlay = await placed(first, [leg(win), other.leg])
    const combination = await placed(first, [leg(win, odds), leg(over, 1)], true)
    const lost = await placed(second, [leg(loss)])
    await other.finish()
    const played = [
      { home: 6, away: 3 },
      { home: 4, away: 6 },
      { home: 7, away: 5 },
    ]
    await script({ matchId, sets: played, finish: true })
    await runJobs(deps)
    expect(await ticketOf(first, won)).toMatchObject({ state: 9999, payout: 20 })
    expect(await ticketOf(first, parlay)).toMatchObject({ state: 9999, payout: 60 })
    const combined = await ticketOf(first, combination)
    expect(combined).toMatchObject({ state: 9999, result: 10 })
    expect(await cashOf(first)).toBe(100_00 - 30_00 + 80_00 + Math.round(combined.payout * 100))
    expect(await ticketOf(second, lost)).toMatchObject({ state: 4 })
    // The last set was the other side's.
    await script({ matchId, sets: [...played.slice(0, 2), { home: 5, away: 7 }] })
    await runJobs(deps)
    for (const id of [won, parlay, combination])
      expect(await ticketOf(first, id)).toMatchObject({ state: -11, result: 20, payout: 0 })
    expect(await cashOf(first)).toBe(70_00)
    expect(await ticketOf(second, lost)).toMatchObject({ state: 9999, payout: 20 })
    expect(await cashOf(second)).toBe(110_00)
    const reversed = await db.read<{ paid: number }>(
      `select paid from ticket_settlements where ticket_id = any($1) and cause = 'correction'`,
      [[won, parlay, combination]],
    )
    expect(reversed).toEqual([{ paid: 0 }, { paid: 0 }, { paid: 0 }])
  })

  it.each(['football', 'snooker', 'boxing'] satisfies Sport[])(
    'points of sets are refused in %s',
    async (sport) => {
      const { http } = await post('/sandbox/api/feed', { sport, sets: [{ home: 6, away: 4 }] })
      expect(http).toBe(400)
    },
  )
})
