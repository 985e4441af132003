import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { MatchWire, TicketWire } from '#contract/http/sports.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import { decideMatch, type Verdict } from '#server/sports/trading/decisions.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { rulesVersion, storeRules } from '#server/sports/rulesVersions.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { createTestApp } from './helpers/testApp.ts'

// Bets on matches that did not end by their score alone, with what is paid for them.
const { deps, get, post, createUser } = await createTestApp()
const { clock, ledger, db } = deps
const hourMs = 3_600_000
const HOME = 'winner:1:home:2'
const AWAY = 'winner:1:away:2'

const script = async (body: object) => (await post<MatchWire>('/sandbox/api/feed', body)).data
type Player = Awaited<ReturnType<typeof createUser>>

/** A player with R$ 100 and a bet of R$ 10 at odds of 2 on each of these options of a new match. */
async function betsOn(sport: string, keys: readonly string[]) {
  const owner = await createUser({ balance: 100 })
  const odds = Object.fromEntries(keys.map((key) => [key, 2]))
  const { matchId } = await script({ sport, odds })
  const ids: string[] = []
  for (const key of keys) {
    const { http, data } = await post<TicketWire>(
      '/api/app/sports/bet',
      { amount: 10, policy: 'any', legs: [{ matchId, key, odds: 2 }] },
      { token: owner.token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(http, key).toBe(200)
    ids.push(data.ticketId)
  }
  return { owner, matchId, ids }
}

/** In cents, after everything that is due has been settled, twice. */
async function paidFor({
  owner,
  ids,
}: {
  owner: Player
  ids: readonly string[]
}): Promise<(number | null)[]> {
  await runJobs(deps)
  await runJobs(deps)
  const tickets = await Promise.all(
    ids.map(
      async (id) => (await get<TicketWire>(`/api/app/sports/ticket/${id}`, { token: owner.token })).data,
    ),
  )
  const paid = tickets.map(({ settledTime, payout }) => (settledTime ? Math.round(payout * 100) : null))
  const { cash } = await ledger.wallet(db, owner.uId)
  expect(cash).toBe(100_00 - ids.length * 10_00 + paid.reduce<number>((sum, each) => sum + (each ?? 0), 0))
  return paid
}

afterAll(async () => expect(await ledger.violations()).toEqual([]))

describe('overtime', () => {
  it.each(['basketball', 'americanFootball', 'baseball'])(
    'counts in %s, on the whole match only',
    async (sport) => {
      const bets = await betsOn(sport, [HOME, AWAY, 'total:1:over:9.5', 'total:1:under:9.5'])
      await script({ matchId: bets.matchId, period: 1, homeScore: 4, awayScore: 4 })
      await script({ matchId: bets.matchId, period: 4 })
      expect(await paidFor(bets), 'a level match is not over').toEqual([null, null, null, null])
      await script({ matchId: bets.matchId, homeScore: 7, finish: true })
      expect(await paidFor(bets)).toEqual([20_00, 0, 20_00, 0])
    },
  )

  it('does not count in football: the draw after 90 minutes is settled when it begins', async () => {
    const bets = await betsOn('football', ['winner:1:home:3', 'winner:1:draw:3'])
    await script({ matchId: bets.matchId, period: 3, homeScore: 1, awayScore: 1 })
    await script({ matchId: bets.matchId, period: 4 })
    expect(await paidFor(bets)).toEqual([0, 20_00])
  })
})

describe('a match that is given up', () => {
  const over = 'total:1:over:2.5'

  it('in tennis at one set each: the winner is told, and there were three sets', async () => {
    const bets = await betsOn('tennis', [HOME, AWAY, over])
    await script({ matchId: bets.matchId, period: 1, homeScore: 1, awayScore: 1 })
    await script({ matchId: bets.matchId, outcome: { winner: 'away', reason: 'retirement' } })
    // At the same time in several processes: paid once, as the wallet says.
    await Promise.all([deps, deps, deps].map(settleTickets))
    expect(await paidFor(bets)).toEqual([0, 20_00, 20_00])
    const { legs } = (
      await get<TicketWire>(`/api/app/sports/ticket/${bets.ids[0]}`, { token: bets.owner.token })
    ).data
    expect(legs[0]).toMatchObject({ ended: 'retirement', score: { home: 1, away: 1 } })
  })

  it('in tennis, best of five: two sets to one leave open whether there would have been four', async () => {
    const bets = await betsOn('tennis', [HOME, over, 'total:1:over:4.5'])
    await script({ matchId: bets.matchId, period: 1, homeScore: 2, awayScore: 1, setsToWin: 3 })
    await script({ matchId: bets.matchId, outcome: { winner: 'home', reason: 'retirement' } })
    expect(await paidFor(bets)).toEqual([20_00, 20_00, 10_00])
    const { http } = await post('/sandbox/api/feed', { sport: 'football', setsToWin: 3 })
    expect(http).toBe(400)
  })

  it('whose score staff correct keeps how it ended, unless they say that it ended otherwise', async () => {
    const bets = await betsOn('tennis', [HOME, AWAY, over])
    const decide = (verdict: Partial<Extract<Verdict, { kind: 'result' }>>) =>
      db.tx((tx) =>
        decideMatch(deps, tx, {
          matchId: bets.matchId,
          verdict: { kind: 'result', scores: [{ gameTime: 1, home: 1, away: 1 }], ...verdict },
          staffId: 'trader',
        }),
      )
    await script({ matchId: bets.matchId, startsInMs: -60_000, period: 1, homeScore: 1 })
    await script({ matchId: bets.matchId, outcome: { winner: 'away', reason: 'retirement' } })
    expect(await paidFor(bets)).toEqual([0, 20_00, 10_00])
    await expect(decide({})).rejects.toMatchObject({ data: { field: 'correction' } })
    await decide({ correction: 'doping' })
    expect(await paidFor(bets)).toEqual([0, 20_00, 10_00])
    await decide({ correction: 'wrongScore' })
    expect(await paidFor(bets)).toEqual([0, 20_00, 20_00])
    await decide({ correction: 'wrongSides', outcome: { winner: 'home', reason: 'disqualification' } })
    expect(await paidFor(bets)).toEqual([20_00, 0, 20_00])
    await decide({
      correction: 'wrongScore',
      scores: [{ gameTime: 1, home: 1, away: 2 }],
      outcome: null,
    })
    expect(await paidFor(bets)).toEqual([0, 20_00, 20_00])
    await expect(
      decide({ correction: 'wrongScore', outcome: { winner: 'home', reason: 'superOver' } }),
    ).rejects.toMatchObject({
      data: { field: 'outcome' },
    })
  })

  it('before a set was over, and without play: all is refunded', async () => {
    for (const reason of ['retirement', 'walkover']) {
      const bets = await betsOn('tableTennis', [HOME, AWAY, over])
      await script({ matchId: bets.matchId, outcome: { winner: 'home', reason } })
      expect(await paidFor(bets)).toEqual([10_00, 10_00, 10_00])
    }
  })

  it('an end that the sport does not have is refused', async () => {
    const { http } = await post('/sandbox/api/feed', {
      sport: 'football',
      outcome: { winner: 'home', reason: 'knockout' },
    })
    expect(http).toBe(400)
  })
})

it('boxing pays whom the feed tells, also against the points', async () => {
  const bets = await betsOn('boxing', [HOME, AWAY])
  await script({ matchId: bets.matchId, period: 1, homeScore: 27, awayScore: 30 })
  await script({ matchId: bets.matchId, outcome: { winner: 'home', reason: 'knockout' } })
  expect(await paidFor(bets)).toEqual([20_00, 0])
})

it('cricket: a super over decides a tie', async () => {
  const tied = await betsOn('cricket', [HOME, AWAY])
  await script({ matchId: tied.matchId, period: 1, homeScore: 150, awayScore: 150 })
  await script({ matchId: tied.matchId, outcome: { winner: 'away', reason: 'superOver' } })
  expect(await paidFor(tied)).toEqual([0, 20_00])
  const level = await betsOn('cricket', [HOME, AWAY])
  await script({ matchId: level.matchId, period: 1, homeScore: 150, awayScore: 150 })
  await script({ matchId: level.matchId, finish: true })
  expect(await paidFor(level), 'without one it is refunded').toEqual([10_00, 10_00])
})

describe('the rules of a house that refunds retirements and ties', () => {
  const house = { retirement: 'endOnly', superOver: false } as const
  const other = { ...deps, feed: new DeskFeed(deps.feedSource.feed, deps.desk, house) }

  it('hold for the bets that were placed under them; what was decided stands', async () => {
    await storeRules(deps, house)
    const tennis = await betsOn('tennis', [HOME, AWAY, 'total:1:over:2.5'])
    const cricket = await betsOn('cricket', [HOME, AWAY])
    for (const { matchId, sport } of [
      { matchId: tennis.matchId, sport: 'tennis' as const },
      { matchId: cricket.matchId, sport: 'cricket' as const },
    ])
      await db.write('update ticket_legs set rules_version = $1 where match_id = $2', [
        rulesVersion(sport, house).version,
        matchId,
      ])
    await script({ matchId: tennis.matchId, period: 1, homeScore: 1, awayScore: 1 })
    await script({ matchId: tennis.matchId, outcome: { winner: 'away', reason: 'retirement' } })
    await script({ matchId: cricket.matchId, period: 1, homeScore: 150, awayScore: 150 })
    await script({ matchId: cricket.matchId, outcome: { winner: 'away', reason: 'superOver' } })
    expect(await paidFor(tennis)).toEqual([10_00, 10_00, 20_00])
    expect(await paidFor(cricket)).toEqual([10_00, 10_00])
  })

  it('do not hold for bets from before, which follow the rules that their tickets link to', async () => {
    const bets = await betsOn('tennis', [HOME, AWAY])
    const ticketOf = async (id: string | undefined) =>
      (await get<TicketWire>(`/api/app/sports/ticket/${id}`, { token: bets.owner.token })).data
    const version = (await ticketOf(bets.ids[0])).legs[0]?.rules
    await script({ matchId: bets.matchId, period: 1, homeScore: 1, awayScore: 1 })
    await script({ matchId: bets.matchId, outcome: { winner: 'away', reason: 'retirement' } })
    await settleTickets(other)
    expect(await paidFor(bets)).toEqual([0, 20_00])
    const rules = `/api/app/sports/rules/${version}`
    expect((await get(rules)).data).toMatchObject({
      sport: 'tennis',
      house: { retirement: 'afterOneSet', superOver: true },
      waitHours: 48,
      settledAgain: ['wrongScore', 'wrongSides'],
      current: true,
    })
    // Bets that are older than the versions follow the rules of today.
    const old = await betsOn('tennis', [HOME, AWAY])
    await db.write('update ticket_legs set rules_version = null where match_id = $1', [old.matchId])
    await script({ matchId: old.matchId, period: 1, homeScore: 1, awayScore: 1 })
    await script({ matchId: old.matchId, outcome: { winner: 'away', reason: 'retirement' } })
    await settleTickets(other)
    expect(await paidFor(old)).toEqual([10_00, 10_00])
    expect((await ticketOf(bets.ids[0])).legs[0]?.rules).toBe(version)
    expect((await get('/api/app/sports/rules/unknown')).http).toBe(404)
    await storeRules(deps, house)
    const earlier = rulesVersion('tennis', house).version
    expect((await get(`/api/app/sports/rules/${earlier}`)).data).toMatchObject({ current: false })
  })
})

describe('a result that changes after the end', () => {
  const later = async (correction?: string) => {
    const bets = await betsOn('motorRacing', [HOME, AWAY])
    await script({ matchId: bets.matchId, period: 1, homeScore: 4, awayScore: 2 })
    await script({ matchId: bets.matchId, finish: true })
    expect(await paidFor(bets)).toEqual([20_00, 0])
    await script({ matchId: bets.matchId, homeScore: 2, awayScore: 4, ...(correction && { correction }) })
    const paid = await paidFor(bets)
    const { data } = await get<TicketWire>(`/api/app/sports/ticket/${bets.ids[0]}`, {
      token: bets.owner.token,
    })
    return { paid, told: data.legs[0]?.corrected }
  }

  it('because it had been told wrongly: tickets follow, and say why', async () => {
    expect(await later()).toEqual({ paid: [0, 20_00], told: 'wrongScore' })
    expect(await later('wrongSides')).toEqual({ paid: [0, 20_00], told: 'wrongSides' })
  })

  it.each(['disqualification', 'protest', 'doping'])(
    'by a later %s: the podium stands, and tickets say why',
    async (correction) => {
      expect(await later(correction)).toEqual({ paid: [20_00, 0], told: correction })
    },
  )
})

describe('a stopped match', () => {
  it('waits 48 hours from its first stop, whatever is told about it later, and settles decided halves', async () => {
    const bets = await betsOn('football', ['winner:1:home:3', 'total:1:over:2.75', 'total:1:under:2.75'])
    await script({ matchId: bets.matchId, period: 1, homeScore: 2, awayScore: 1 })
    await script({ matchId: bets.matchId, period: -13 })
    await clock.advance(40 * hourMs)
    await script({ matchId: bets.matchId, period: -12 })
    expect(await paidFor(bets)).toEqual([null, null, null])
    await clock.advance(8 * hourMs)
    expect(await paidFor(bets)).toEqual([10_00, 15_00, 5_00])
  })

  it('that is postponed to a later day waits for it, and is settled as it is played', async () => {
    const bets = await betsOn('football', ['winner:1:home:3'])
    await script({ matchId: bets.matchId, period: -14, startsInMs: 72 * hourMs })
    await clock.advance(71 * hourMs)
    expect(await paidFor(bets)).toEqual([null])
    await clock.advance(2 * hourMs)
    await script({ matchId: bets.matchId, period: 1 })
    await script({ matchId: bets.matchId, homeScore: 1, finish: true })
    expect(await paidFor(bets)).toEqual([20_00])
  })

  it('that was played on waits 48 hours again when it stops again', async () => {
    const bets = await betsOn('football', ['winner:1:home:3'])
    await script({ matchId: bets.matchId, period: -14, startsInMs: 72 * hourMs })
    await script({ matchId: bets.matchId, period: 0 })
    await clock.advance(72 * hourMs)
    await script({ matchId: bets.matchId, period: 1 })
    await script({ matchId: bets.matchId, period: -13 })
    expect(await paidFor(bets)).toEqual([null])
    await clock.advance(47 * hourMs)
    expect(await paidFor(bets)).toEqual([null])
    await clock.advance(hourMs)
    expect(await paidFor(bets)).toEqual([10_00])
  })

  it('that is told as open again waits for its kick-off, and counts from the first stop where that has passed', async () => {
    const later = await betsOn('football', ['winner:1:home:3'])
    await script({ matchId: later.matchId, period: -14 })
    await script({ matchId: later.matchId, period: 0, startsInMs: 72 * hourMs })
    const flapping = await betsOn('football', ['winner:1:home:3'])
    await script({ matchId: flapping.matchId, startsInMs: -hourMs, period: -14 })
    await clock.advance(hourMs)
    await script({ matchId: flapping.matchId, period: 0 })
    await script({ matchId: flapping.matchId, period: -14 })
    await clock.advance(47 * hourMs)
    expect(await paidFor(flapping)).toEqual([10_00])
    await clock.advance(24 * hourMs)
    await script({ matchId: later.matchId, period: -14 })
    await clock.advance(47 * hourMs)
    expect(await paidFor(later)).toEqual([null])
    await clock.advance(hourMs)
    expect(await paidFor(later)).toEqual([10_00])
  })

  it('that is not played on the later day either is refunded 48 hours after it', async () => {
    const bets = await betsOn('football', ['winner:1:home:3'])
    await script({ matchId: bets.matchId, period: -14, startsInMs: 72 * hourMs })
    await clock.advance(119 * hourMs)
    expect(await paidFor(bets)).toEqual([null])
    await clock.advance(hourMs)
    expect(await paidFor(bets)).toEqual([10_00])
  })
})
