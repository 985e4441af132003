import { describe, expect, it } from 'vitest'
import type { MatchForm } from '#contract/http/form.ts'
import type { MatchWire } from '#contract/http/sports.ts'
import { sports } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import { openSocket } from './helpers/openSocket.ts'
import { createTestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const otherServer = await server.startAnother()
const [serverUrl, otherUrl] = [await server.listen(), await otherServer.listen()]
const { call, clock, player } = server

const script = async (body: object, on = server) =>
  (await on.call<MatchWire>('POST', '/sandbox/api/feed', { body })).data
const matchOf = async (id: string, on = server) => {
  const response = await on.call<MatchWire>('GET', `/api/app/sports/match/${id}`)
  return response.data
}
const list = async (sport: string, when: string, on = server) =>
  (await on.call<{ matches: MatchWire[] }>('GET', `/api/app/sports/matches?sport=${sport}&when=${when}`)).data
    .matches
const keysOf = (match: MatchWire) => match.markets.flatMap(({ options }) => options.map(({ key }) => key))

/** A socket with all match packets it received. */
async function watch(url: string, watched: { sport: string | null; matchId: string | null }) {
  const { token } = await player()
  const packets: MatchWire[][] = []
  const socket = await openSocket(url, token, (opened) =>
    opened.on('feed:matches', ({ matches }: { matches: MatchWire[] }) => packets.push(matches)),
  )
  socket.emit('feed:watch', watched)
  const last = (id: string) => packets.flat().findLast(({ matchId }) => matchId === id)
  return { socket, packets, last }
}

describe('the calls', () => {
  it('count the matches of the twelve sports, and return the limits', async () => {
    const { data } = await call<{ sports: { sport: string; live: number; upcoming: number }[] }>(
      'GET',
      '/api/app/sports/overview',
    )
    expect(data.sports.map(({ sport }) => sport)).toEqual(sports)
    for (const { sport, live, upcoming } of data.sports) {
      expect(live, sport).toBeGreaterThan(0)
      expect(upcoming, sport).toBeGreaterThan(5)
      // The first page; boardPages.test.ts walks through all.
      expect(await list(sport, 'upcoming')).toHaveLength(Math.min(60, upcoming))
    }
    expect(data).toMatchObject({
      simulated: true,
      limits: { minStake: 1, maxStake: 5_000, maxReturn: 100_000, maxLegs: 12 },
    })
  })

  it('keep the marks of each player on the board, as they were saved last', async () => {
    const [owner, other] = [await player(), await player()]
    const none = { matches: [], leagues: [], folded: [] }
    const read = async (whose: typeof owner) =>
      (await call('GET', '/api/app/sports/board', { player: whose })).data
    const save = (body: object) => call('POST', '/api/app/sports/saveBoard', { player: owner, body })
    expect(await read(owner)).toEqual(none)
    await save({ matches: ['a', 'b'], leagues: ['Série A'], folded: [] })
    const last = { matches: ['b'], leagues: ['Série A'], folded: ['Premier League'] }
    expect((await save(last)).httpStatus).toBe(200)
    expect(await read(owner)).toEqual(last)
    expect(await read(other)).toEqual(none)
    const tooMany = Array.from({ length: 101 }, (_, index) => String(index))
    expect((await save({ ...none, matches: tooMany })).httpStatus).not.toBe(200)
    expect(await read(owner)).toEqual(last)
  })

  it('list main markets, and show all of them with the match', async () => {
    // Not one in overtime, which has no markets.
    const listed = (await list('football', 'live')).find(({ period }) => period >= 0 && period <= 3)
    expect(listed).toMatchObject({ sport: 'football', live: true })
    expect(new Set(listed?.markets.map(({ market }) => market))).toEqual(
      new Set(['winner', 'handicap', 'total']),
    )
    const fullMatch = await matchOf(listed?.matchId ?? '')
    expect(fullMatch.marketCount).toBe(fullMatch.markets.length)
    expect(fullMatch.markets.length).toBeGreaterThan(3)
    const kickOffs = (await list('football', 'upcoming')).map(({ time }) => time)
    expect(kickOffs).toEqual(kickOffs.toSorted())
    expect((await call('GET', '/api/app/sports/matches?sport=chess&when=live')).httpStatus).toBe(400)
  })

  it('do not find a made-up match', async () => {
    for (const id of ['nothing', 'football-34-1', 'football-0-01', 'football-0-999999999', 'script-0']) {
      for (const name of ['match', 'form']) {
        const response = await call('GET', `/api/app/sports/${name}/${id}`)
        expect([response.httpStatus, response.message]).toEqual([404, 'Esta partida não existe.'])
      }
    }
  })

  it('tell what both sides have played before a match, and who has won', async () => {
    const [home, away] = ['Encosta Alta', 'Rio Pardal']
    const { matchId } = await script({ league: 'Copa dos Rios', home, away })
    const { data } = await call<MatchForm>('GET', `/api/app/sports/form/${matchId}`)
    expect([data.home.length, data.away.length]).toEqual([5, 5])
    expect(data.home.every((past) => past.home === home || past.away === home)).toBe(true)
    expect(data.meetings.length).toBeGreaterThanOrEqual(3)
    for (const { homeScore, awayScore, winner } of [...data.home, ...data.away])
      expect(winner).toBe(homeScore > awayScore ? 'home' : homeScore < awayScore ? 'away' : 'draw')
    const unknown = await script({ league: 'Liga de Marte' })
    const none = await call<MatchForm>('GET', `/api/app/sports/form/${unknown.matchId}`)
    expect(none.data).toEqual({ home: [], away: [], meetings: [] })
  })

  it('count nothing of a scripted match before its kick-off', async () => {
    const { matchId } = await script({})
    expect((await matchOf(matchId)).statistics).toEqual([])
    await script({ matchId, period: MatchPeriod.firstHalf })
    expect((await matchOf(matchId)).statistics).toEqual([{ kind: 'corners', home: 0, away: 0 }])
  })

  it('quote open options, and null for closed or invalid ones', async () => {
    const { matchId } = await script({ odds: { 'winner:1:home:3': 2.35 } })
    const quote = (legs: { matchId: string; key: string }[]) =>
      call<{ odds: number | null; live: boolean }[]>('POST', '/api/app/sports/quote', { body: { legs } })
    const key = 'winner:1:home:3'
    const both = await quote([
      { matchId, key },
      { matchId, key: 'winner:1:home:2' },
    ])
    expect(both.data.map(({ odds }) => odds)).toEqual([2.35, null])
    expect(both.data[0]).toEqual({
      matchId,
      key,
      odds: 2.35,
      live: false,
      homeScore: 0,
      awayScore: 0,
      period: 0,
    })
    await script({ matchId, suspend: true })
    expect((await quote([{ matchId, key }])).data[0]?.odds).toBeNull()
    await script({ matchId, suspend: false })
    expect((await quote([{ matchId, key }])).data[0]?.odds).toBe(2.35)
    // One that is gone does not hold up the prices of the others.
    expect(
      (
        await quote([
          { matchId: 'none', key },
          { matchId, key },
        ])
      ).data,
    ).toMatchObject([
      { matchId: 'none', odds: null, live: false, period: -1 },
      { matchId, odds: 2.35 },
    ])
    await script({ matchId, finish: true })
    expect((await quote([{ matchId, key }])).data[0]).toMatchObject({
      odds: null,
      period: MatchPeriod.finished,
    })
  })

  it('are the same in both processes', async () => {
    const now = clock.now()
    const all = ({ deps: { feed } }: typeof server) =>
      sports.flatMap((sport) =>
        (['live', 'upcoming'] as const).flatMap((when) =>
          feed.matches(sport, when, now).map((match) => [match, feed.markets(match, now)]),
        ),
      )
    expect(all(server).length).toBeGreaterThan(200)
    // The last script may still be in transit.
    await expect.poll(() => all(otherServer)).toEqual(all(server))
  })

  it('show matches in play in the lobby, football first, at most eight', async () => {
    const { data } = await call<{ kind: string; sport: string; matchId: string }[]>(
      'GET',
      '/api//app/game/inPlay',
    )
    expect(data[0]).toMatchObject({ kind: 'match', sport: 'football' })
    expect(data.length).toBeGreaterThan(5)
    expect(data.length).toBeLessThanOrEqual(8)
  })
})

describe('a script', () => {
  it('creates a match that stays as scripted, in both processes', async () => {
    const created = await script({
      home: 'Casa',
      away: 'Fora',
      league: 'Copa',
      startsInMs: -60_000,
      period: 1,
      minute: 30,
    })
    expect(created).toMatchObject({
      home: 'Casa',
      away: 'Fora',
      live: true,
      minute: 30,
      period: 1,
      suspended: false,
    })
    const scored = await script({ matchId: created.matchId, homeScore: 1, corners: { home: 3, away: 2 } })
    expect(scored.parts).toEqual([
      { gameTime: 1, home: 1, away: 0, final: false },
      { gameTime: 2, home: 1, away: 0, final: false },
      { gameTime: 4, home: 3, away: 2, final: false },
    ])
    await expect.poll(async () => (await matchOf(created.matchId, otherServer)).homeScore).toBe(1)
    expect(await matchOf(created.matchId, otherServer)).toEqual(await matchOf(created.matchId))
    const second = await script({ matchId: created.matchId, period: 3, awayScore: 2 })
    expect(second).toMatchObject({ homeScore: 1, awayScore: 2, minute: 45 })
    expect(second.parts[1]).toEqual({ gameTime: 2, home: 1, away: 0, final: true })
    expect(keysOf(second).some((key) => key.split(':')[1] === '2')).toBe(false)
    const over = await script({ matchId: created.matchId, finish: true })
    expect(over).toMatchObject({ period: -1, live: false, markets: [] })
    expect(over.parts.map(({ final }) => final)).toEqual([true, true, true])
    expect(over.version).toBeGreaterThan(second.version)
  })

  it('stops a match of the calendar where it is', async () => {
    const [match] = await list('basketball', 'live')
    const id = match?.matchId ?? ''
    const before = await script({ matchId: id, suspend: false })
    await clock.advance(24 * 3_600_000)
    const { version: _, ...after } = await matchOf(id)
    expect({ ...after, version: before.version }).toEqual(before)
    expect((await list('basketball', 'live')).map(({ matchId }) => matchId)).toContain(id)
    await clock.advance(-24 * 3_600_000)
    await script({ matchId: id, finish: true })
  })

  it('sets quarters, which add up to the match and its half', async () => {
    const quarters = [
      { home: 20, away: 18 },
      { home: 22, away: 25 },
      { home: 4, away: 2 },
    ]
    const match = await script({ sport: 'basketball', startsInMs: 0, period: 3, quarters })
    expect(match).toMatchObject({ homeScore: 46, awayScore: 45 })
    expect(
      Object.fromEntries(match.parts.map(({ gameTime, home, final }) => [gameTime, [home, final]])),
    ).toEqual({
      1: [46, false],
      2: [42, true],
      1001: [20, true],
      1002: [22, true],
      1003: [4, false],
    })
    const times = new Set(keysOf(match).map((key) => key.split(':')[1]))
    expect(times).toEqual(new Set(['1', '1003', '1004']))
  })

  it('offers a scripted line even if the model offers others', async () => {
    const match = await script({ odds: { 'handicap:1:away:2.25': 1.77 } })
    const market = match.markets.find(({ options }) =>
      options.some(({ key }) => key === 'handicap:1:away:2.25'),
    )
    expect(market).toMatchObject({ line: -2.25, suspended: false })
    expect(market?.options.map(({ key }) => key)).toEqual(['handicap:1:home:-2.25', 'handicap:1:away:2.25'])
    expect(market?.options[1]?.odds).toBe(1.77)
  })

  it('shows the points of each set, and their sum of sets is the score', async () => {
    const played = await list('tennis', 'live')
    expect(played.length).toBeGreaterThan(0)
    for (const { sets = [], homeScore, awayScore } of played) {
      expect(sets.length).toBe(homeScore + awayScore + 1)
      const won = sets.slice(0, -1).filter(({ home, away }) => home > away)
      expect(won.length).toBe(homeScore)
    }
    expect((await list('snooker', 'live')).some(({ sets }) => sets)).toBe(false)
  })

  it('tells what has happened in it, to those who look at the match', async () => {
    const { matchId } = await script({ period: MatchPeriod.firstHalf, minute: 12, homeScore: 1 })
    await script({ matchId, minute: 40, awayScore: 1 })
    const told = (await matchOf(matchId)).events ?? []
    expect(told[0]).toMatchObject({ kind: 'period', period: MatchPeriod.firstHalf })
    expect(told.slice(1)).toEqual([
      { kind: 'score', minute: 12, side: 'home', points: 1, score: { home: 1, away: 0 } },
      { kind: 'score', minute: 40, side: 'away', points: 1, score: { home: 1, away: 1 } },
    ])
    const listed = (await list('football', 'live')).find((each) => each.matchId === matchId)
    expect([listed?.events, listed?.statistics]).toEqual([undefined, undefined])
    await script({ matchId, corners: { home: 4, away: 2 } })
    expect((await matchOf(matchId)).statistics).toEqual([{ kind: 'corners', home: 4, away: 2 }])
    // A goal that did not count.
    await script({ matchId, homeScore: 0 })
    expect((await matchOf(matchId)).events).toEqual(told.slice(0, 1))
  })

  it('names the field that is wrong', async () => {
    const refusal = async (body: object) => {
      const { httpStatus, message } = await call('POST', '/sandbox/api/feed', { body })
      return [httpStatus, message]
    }
    expect(await refusal({ matchId: 'football-0-01' })).toEqual([404, 'Esta partida não existe.'])
    for (const [field, value] of Object.entries({
      sport: 'chess',
      period: 7,
      homeScore: -1,
      quarters: [{ home: 1, away: 1 }],
      odds: { 'winner:1:home:4': 2 },
      finish: false,
      extra: 1,
    })) {
      const [status, message] = await refusal({ [field]: value })
      expect([field, status]).toEqual([field, 400])
      expect(message).toContain(field)
    }
  })

  it('is gone after the sandbox’s reset, and the calendar is a new one', async () => {
    const { matchId } = await script({ home: 'Curta' })
    const [live] = await list('cricket', 'upcoming')
    const before = await matchOf(live?.matchId ?? '')
    const at = clock.now()
    await call('POST', '/sandbox/api/reset', { body: {} })
    // The reset puts the clock back to the real time.
    await clock.moveTo(at)
    await expect.poll(() => otherServer.clock.offset()).toBe(clock.offset())
    expect((await call('GET', `/api/app/sports/match/${matchId}`)).httpStatus).toBe(404)
    const after = await matchOf(live?.matchId ?? '')
    expect({ ...after, markets: null, version: 0 }).toEqual({ ...before, markets: null, version: 0 })
    // A page that is open takes over the new one.
    expect(after.version).toBeGreaterThan(before.version)
    expect(after.markets).not.toEqual(before.markets)
    await expect.poll(() => matchOf(live?.matchId ?? '', otherServer)).toEqual(after)
  })
})

describe('watching', () => {
  it('a match delivers all of it when it changes, from any process', async () => {
    const { matchId } = await script({ startsInMs: 0, period: 1, minute: 10 })
    const { last, packets } = await watch(otherUrl, { sport: null, matchId })
    await expect.poll(() => last(matchId)?.minute).toBe(10)
    await script({ matchId, homeScore: 1 })
    await expect.poll(() => last(matchId)?.homeScore).toBe(1)
    expect(last(matchId)).toEqual(await matchOf(matchId))
    expect(packets.flat().every((match) => match.matchId === matchId)).toBe(true)
  })

  it('a sport delivers its changes, with main markets, and the end of a match', async () => {
    const { matchId } = await script({ sport: 'snooker', startsInMs: 0, period: 1 })
    const { last, packets } = await watch(serverUrl, { sport: 'snooker', matchId: null })
    await expect.poll(() => last(matchId)).toBeDefined()
    const before = packets.length
    await script({ matchId, homeScore: 1 })
    await expect.poll(() => last(matchId)?.homeScore).toBe(1)
    expect(
      packets
        .slice(before)
        .flat()
        .map((match) => match.matchId),
    ).toContain(matchId)
    expect(new Set(packets.flat().map(({ sport }) => sport))).toEqual(new Set(['snooker']))
    const fullMatch = await matchOf(matchId)
    expect(last(matchId)?.markets.length).toBeLessThan(fullMatch.markets.length)
    await script({ matchId, finish: true })
    await expect.poll(() => last(matchId)?.period).toBe(MatchPeriod.finished)
  })

  it('goes on when the clock is moved back: an older match replaces the one that is shown', async () => {
    const [match] = await list('football', 'live')
    const matchId = match?.matchId ?? ''
    const { socket, packets } = await watch(serverUrl, { sport: null, matchId })
    await clock.advance(60_000)
    await expect.poll(() => packets.flat().length).toBeGreaterThan(0)
    const shown = await matchOf(matchId)
    const count = packets.length
    expect((await call('POST', '/sandbox/api/clock', { body: { advanceMs: -1_800_000 } })).httpStatus).toBe(
      200,
    )
    await expect
      .poll(() =>
        packets
          .slice(count)
          .flat()
          .some(({ version }) => version > shown.version),
      )
      .toBe(true)
    const now = await matchOf(matchId)
    expect(now.version).toBeGreaterThan(shown.version)
    expect((await matchOf(matchId, otherServer)).version).toBe(now.version)
    // Play goes on in the page as in the match.
    await clock.advance(120_000)
    await expect
      .poll(() => packets.flat().findLast((each) => each.matchId === matchId)?.version ?? 0)
      .toBeGreaterThan(now.version)
    socket.close()
    await clock.advance(1_800_000)
  })

  it('delivers the last of many changes in a few packets', async () => {
    const { matchId } = await script({ startsInMs: 0, period: 1, minute: 1 })
    const { last, packets } = await watch(serverUrl, { sport: null, matchId })
    await expect.poll(() => last(matchId)).toBeDefined()
    const start = performance.now()
    const before = packets.length
    for (let homeScore = 1; homeScore <= 12; homeScore++) await script({ matchId, homeScore })
    await expect.poll(() => last(matchId)?.homeScore).toBe(12)
    const seconds = (performance.now() - start) / 1_000
    expect(packets.length - before).toBeLessThanOrEqual(Math.ceil(seconds * 2) + 1)
  })

  it('something else, or nothing, stops the pushes of the earlier match', async () => {
    const first = await script({ startsInMs: 0, period: 1 })
    const second = await script({ startsInMs: 0, period: 1 })
    const { socket, last } = await watch(serverUrl, { sport: null, matchId: first.matchId })
    await expect.poll(() => last(first.matchId)).toBeDefined()
    socket.emit('feed:watch', { sport: 'chess', matchId: 7 })
    await script({ matchId: first.matchId, homeScore: 1 })
    await expect.poll(() => last(first.matchId)?.homeScore).toBe(1)
    socket.emit('feed:watch', { sport: null, matchId: second.matchId })
    await expect.poll(() => last(second.matchId)).toBeDefined()
    await script({ matchId: first.matchId, homeScore: 2 })
    await script({ matchId: second.matchId, homeScore: 2 })
    await expect.poll(() => last(second.matchId)?.homeScore).toBe(2)
    expect(last(first.matchId)?.homeScore).toBe(1)
    const other = await watch(serverUrl, { sport: null, matchId: second.matchId })
    await expect.poll(() => other.last(second.matchId)?.homeScore).toBe(2)
    socket.emit('feed:watch', { sport: null, matchId: null })
    await script({ matchId: second.matchId, homeScore: 3 })
    await expect.poll(() => other.last(second.matchId)?.homeScore).toBe(3)
    expect(last(second.matchId)?.homeScore).toBe(2)
  })
})
