import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { MatchWire, TicketWire } from '#contract/http/sports.ts'
import { FeedStore } from '#server/feed/store/FeedStore.ts'
import { StoredSource } from '#server/feed/store/StoredSource.ts'
import type {
  FeedMessage,
  FeedProvider,
  FeedRun,
  FeedSink,
  ToldFixture,
  ToldMarket,
  ToldState,
} from '#server/providers/feed/FeedProvider.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

/** A provider that tells what a test says, in the process that takes in. */
class TestProvider implements FeedProvider {
  readonly name = 'test'
  readonly isReal = true
  sink: FeedSink | undefined
  unfinished: FeedRun['unfinished'] = () => []
  tellsAllPrices = false

  async run({ sink, signal, unfinished }: FeedRun): Promise<void> {
    this.sink = sink
    this.unfinished = unfinished
    if (!signal.aborted) await once(signal, 'abort')
  }

  async tell(...messages: FeedMessage[]): Promise<void> {
    await this.sink?.take(messages)
  }
}

const providers = [new TestProvider(), new TestProvider()] as const
const first = await createTestApp({}, { feedProvider: providers[0] })
const second = await createTestApp({}, { feedProvider: providers[1], beside: first })
const { deps, get, post, call, createUser } = first
const { clock, feed } = deps

function takeIn({ deps: { feedSource } }: TestApp) {
  const ending = new AbortController()
  const ended = feedSource.takeIn?.(ending.signal) ?? Promise.resolve()
  return { ended, stop: () => ending.abort() }
}

const taking = takeIn(first)
await vi.waitUntil(() => providers[0].sink)
const tell = (...messages: FeedMessage[]) => providers[0].tell(...messages)

afterAll(async () => {
  taking.stop()
  await taking.ended.catch(() => undefined)
})

const [HOME, DRAW] = ['winner:1:home:3', 'winner:1:draw:3'] as const
let count = 0

function fixture(more: Partial<ToldFixture> = {}): ToldFixture {
  count++
  return {
    kind: 'fixture',
    matchId: `t${count}`,
    sport: 'football',
    league: { id: 'l1', name: 'Copa' },
    home: { id: `h${count}`, name: `Casa ${count}` },
    away: { id: `a${count}`, name: `Fora ${count}` },
    startsAt: clock.now().getTime() + 3_600_000,
    ...more,
  }
}

function winner(home: number | null, draw: number, away: number): ToldMarket {
  const options = { [HOME]: home, [DRAW]: draw, 'winner:1:away:3': away }
  return { market: 'winner', gameTime: 1, line: null, isMain: true, isSuspended: false, options }
}

function total(over: number, under: number, line = 2.5): ToldMarket {
  const options = { [`total:1:over:${line}`]: over, [`total:1:under:${line}`]: under }
  return { market: 'total', gameTime: 1, line, isMain: true, isSuspended: false, options }
}

/** Tells a match with these markets; live ones have begun now. */
async function match(
  markets: ToldMarket[],
  { isLive = false, ...more }: Partial<ToldFixture> & { isLive?: boolean } = {},
): Promise<string> {
  const told = fixture(isLive ? { startsAt: clock.now().getTime(), ...more } : more)
  const { matchId } = told
  const live: FeedMessage[] = isLive ? [{ kind: 'state', matchId, period: 1, minute: 0 }] : []
  await tell(told, ...live, { kind: 'markets', matchId, markets })
  return matchId
}

const read = async (id: string, on = first) => (await on.get<MatchWire>(`/api/app/sports/match/${id}`)).data
const quote = async (matchId: string, key: string) =>
  (await post<{ odds: number | null }[]>('/api/app/sports/quote', { legs: [{ matchId, key }] })).data[0]?.odds
const bet = (token: string, matchId: string, key: string, odds: number) =>
  post<TicketWire>(
    '/api/app/sports/bet',
    { amount: 10, policy: 'any', legs: [{ matchId, key, odds }] },
    { token, headers: { 'idempotency-key': randomUUID() } },
  )

describe('what a provider tells', () => {
  it('is in every process, with higher versions, also after a gap whose batches are gone', async () => {
    const id = await match([winner(2.129, 3.4, 3.7), total(1.9, 1.9)])
    const before = await read(id)
    // What is shown is what is paid: rounded down.
    expect(before.markets[0]?.options[0]?.odds).toBe(2.12)
    await expect.poll(() => second.deps.feed.match(id, clock.now())?.version).toBe(before.version)
    await deps.db.write('delete from feed_batches')
    await tell({ kind: 'markets', matchId: id, markets: [winner(2, 3.5, 4)] })
    await expect.poll(() => second.deps.feed.match(id, clock.now())?.version).toBeGreaterThan(before.version)
    expect(await read(id, second)).toEqual(await read(id))
    // The same again is no change.
    const { version } = await read(id)
    await tell({ kind: 'markets', matchId: id, markets: [winner(2, 3.5, 4)] })
    await tell({ kind: 'state', matchId: id, period: 0 })
    expect((await read(id)).version).toBe(version)
    // These are all markets: the total is gone.
    await tell({ kind: 'markets', matchId: id, markets: [winner(null, 3.5, 4)], areAll: true })
    const { markets } = await read(id)
    expect(markets.map(({ market }) => market)).toEqual(['winner'])
    // An option without a price takes no bets; the others of its market do.
    expect([await quote(id, HOME), await quote(id, DRAW)]).toEqual([null, 3.5])
    // An option without a price is shown as closed.
    expect(
      markets.map(({ market, options }) => [market, options.map(({ suspended = false }) => suspended)]),
    ).toEqual([['winner', [true, false, false]]])
  })

  it('about unknown matches is nothing, and the brand of another house is in no league', async () => {
    await tell({ kind: 'state', matchId: 'nobody', period: 1 })
    expect((await get('/api/app/sports/match/nobody')).http).toBe(404)
    const id = await match([], { league: { id: 'l7', name: 'Brasileirão Betano' } })
    expect((await read(id)).league).toBe('Brasileirão')
  })

  it('is stored too when it is told in the moment in which a slow batch ends', async () => {
    const told = fixture()
    const { sink } = providers[0]
    const write = deps.db.write.bind(deps.db)
    const writes = vi.spyOn(deps.db, 'write').mockImplementation(async (...statement) => {
      const rows = await write(...statement)
      // Longer than a batch waits for more messages.
      await new Promise((resolve) => setTimeout(resolve, 30))
      return rows as never
    })
    try {
      await sink?.take([told])
      await sink?.take([{ kind: 'state', matchId: told.matchId, isSuspended: true }])
    } finally {
      writes.mockRestore()
    }
    expect(await read(told.matchId)).toMatchObject({ home: told.home.name, suspended: true })
  })

  it('by a list that may be old moves no match back, and corrects no result but by another', async () => {
    const id = await match([], { isLive: true })
    const state = (period: 1 | 3 | -1, home: number): ToldState => ({
      kind: 'state',
      matchId: id,
      period,
      parts: { 1: { home, away: 0 } },
    })
    await tell(state(3, 2), { ...state(1, 0), mayBeOld: true })
    expect(feed.match(id, clock.now())?.state).toMatchObject({ period: 3, parts: { 1: { home: 2 } } })
    await tell({ ...state(-1, 2), mayBeOld: true })
    await tell({ ...state(3, 1), mayBeOld: true })
    expect(feed.match(id, clock.now())?.state).toMatchObject({ period: -1, parts: { 1: { home: 2 } } })
    expect(feed.corrected(clock.now())).not.toContain(id)
    await tell({ ...state(-1, 3), mayBeOld: true })
    expect(feed.corrected(clock.now())).toContain(id)
  })

  it('is asked for again where a match has begun and its end was not told', async () => {
    const [begun, over, ahead] = [
      await match([], { isLive: true }),
      await match([], { isLive: true }),
      await match([]),
    ]
    await tell({ kind: 'state', matchId: over, period: -1, parts: { 1: { home: 1, away: 0 } } })
    const ids = providers[0].unfinished().map(({ matchId }) => matchId)
    expect([begun, over, ahead].map((id) => ids.includes(id))).toEqual([true, false, false])
  })

  it('closes at the kick-off while the provider does not say that the match has begun', async () => {
    const id = await match([winner(2, 3.5, 4)], { startsAt: clock.now().getTime() + 60_000 })
    const before = await read(id)
    await clock.advance(61_000)
    await expect.poll(async () => providers[0].sink?.alive() ?? (await read(id)).suspended).toBe(true)
    expect((await read(id)).version).toBeGreaterThan(before.version)
    await tell({ kind: 'state', matchId: id, period: 1 })
    expect(await read(id)).toMatchObject({ suspended: false, live: true })
  })

  it('is closed at the start of the next run, until that run tells it again', async () => {
    const id = await match([winner(2, 3.5, 4), total(1.9, 1.9)])
    taking.stop()
    await taking.ended
    providers[0].sink = undefined
    providers[0].tellsAllPrices = true
    Object.assign(taking, takeIn(first))
    await vi.waitUntil(() => providers[0].sink)
    providers[0].tellsAllPrices = false
    const closed = async (on: TestApp) =>
      (await read(id, on)).markets.map(({ market, suspended }) => [market, suspended])
    expect(await closed(first)).toEqual([
      ['winner', true],
      ['total', true],
    ])
    await tell({ kind: 'markets', matchId: id, markets: [winner(2, 3.5, 4)] })
    for (const server of [first, second])
      await expect
        .poll(() => closed(server))
        .toEqual([
          ['winner', false],
          ['total', true],
        ])
  })

  it('is refused from a process that has been frozen while another one took over', async () => {
    const id = await match([winner(2, 3.5, 4)])
    const other = takeIn(second)
    await expect.poll(() => providers[1].sink).toBeDefined()
    await providers[1].tell({ kind: 'markets', matchId: id, markets: [winner(1.9, 3.5, 4.2)] })
    const late = expect(tell({ kind: 'markets', matchId: id, markets: [winner(9, 3.5, 4)] })).rejects.toThrow(
      'another process',
    )
    await expect(taking.ended).rejects.toThrow('another process')
    await late
    await expect.poll(async () => (await read(id)).markets[0]?.options[0]?.odds).toBe(1.9)
    other.stop()
    await other.ended
    providers[0].sink = undefined
    Object.assign(taking, takeIn(first))
    await expect.poll(() => providers[0].sink).toBeDefined()
  })
})

describe('bets on what a provider takes back', () => {
  const homeHalf = 'winner:2:home:3'
  const half: ToldMarket = {
    ...winner(2, 3.5, 4),
    gameTime: 2,
    options: { [homeHalf]: 2, 'winner:2:draw:3': 3.5, 'winner:2:away:3': 4 },
  }
  const paid = async (token: string, ticketId: string) => {
    await settleTickets(deps)
    const { state, payout } = (await get<TicketWire>(`/api/app/sports/ticket/${ticketId}`, { token })).data
    return [state, payout]
  }

  it('are refunded where a first half was left half told, and stand where it was final', async () => {
    const { token } = await createUser({ balance: 100 })
    const state = (
      matchId: string,
      period: 1 | 2 | 3 | -1,
      home: number,
      first: number | null,
    ): ToldState => ({
      kind: 'state',
      matchId,
      period,
      parts: { 1: { home, away: 0 }, 2: first === null ? null : { home: first, away: 0 } },
    })
    const tickets: string[] = []
    for (const isFinal of [false, true]) {
      const id = await match([half])
      tickets.push((await bet(token, id, homeHalf, 2)).data.ticketId)
      await tell(state(id, 1, 0, 0))
      if (isFinal) await tell(state(id, 2, 1, 1))
      await tell(state(id, 3, 2, null), state(id, -1, 2, null))
    }
    const [untold = '', told = ''] = tickets
    expect(await paid(token, untold)).toEqual([-1, 10])
    expect(await paid(token, told)).toEqual([9999, 20])
  })

  it('are decided by the score where the provider does not tell how many sets win', async () => {
    const { token } = await createUser({ balance: 100 })
    const key = 'winner:1:home:2'
    const sides: ToldMarket = { ...winner(2, 1, 1), options: { [key]: 2, 'winner:1:away:2': 1.8 } }
    const ends: unknown[] = []
    for (const setsToWin of [undefined, 4]) {
      const id = await match([sides], { sport: 'tableTennis', ...(setsToWin && { setsToWin }) })
      const { data } = await bet(token, id, key, 2)
      await tell({ kind: 'state', matchId: id, period: -1, parts: { 1: { home: 3, away: 1 } } })
      ends.push(await paid(token, data.ticketId))
    }
    expect(ends).toEqual([
      [9999, 20],
      [-1, 10],
    ])
  })

  it('are refunded when other sides are told, whose bets are taken once they have prices', async () => {
    const { token } = await createUser({ balance: 100 })
    const told = fixture()
    const { matchId } = told
    await tell(told, { kind: 'markets', matchId, markets: [winner(2, 3.5, 4)] })
    const before = (await bet(token, matchId, HOME, 2)).data.ticketId
    await tell({ ...told, home: told.away, away: told.home })
    expect((await bet(token, matchId, HOME, 2)).http).toBe(409)
    expect(await paid(token, before)).toEqual([9999, 10])
    await tell({ kind: 'markets', matchId, markets: [winner(3, 3.5, 2.1)] })
    await clock.advance(6_000)
    providers[0].sink?.alive()
    const after = (await bet(token, matchId, HOME, 3)).data.ticketId
    // The same again changes nothing.
    await tell({ ...told, home: told.away, away: told.home })
    await tell({ kind: 'state', matchId, period: -1, parts: { 1: { home: 1, away: 0 } } })
    expect(await paid(token, after)).toEqual([9999, 30])
    expect(await paid(token, before)).toEqual([9999, 10])
  })

  it('stand when other sides are told of a match that is over', async () => {
    const { token } = await createUser({ balance: 100 })
    const told = fixture()
    const { matchId } = told
    await tell(told, { kind: 'markets', matchId, markets: [winner(2, 3.5, 4)] })
    const { ticketId } = (await bet(token, matchId, HOME, 2)).data
    await tell({ kind: 'state', matchId, period: -1, parts: { 1: { home: 1, away: 0 } } })
    expect(await paid(token, ticketId)).toEqual([9999, 20])
    // The provider has merged two entries of the team.
    await tell({ ...told, home: { ...told.home, id: `${told.home.id}-merged` } })
    await correctTickets(deps)
    expect(await paid(token, ticketId)).toEqual([9999, 20])
    expect(feed.match(matchId, clock.now())?.betCancels).toBeUndefined()
  })
})

describe('a provider that is silent', () => {
  it('closes its prices after 15 s in every process, and opens them when it is back', async () => {
    const { token } = await createUser({ balance: 100 })
    const id = await match([winner(2, 3.5, 4)], { isLive: true })
    await expect.poll(() => second.deps.feed.match(id, clock.now())?.isSuspended).toBe(false)
    const open = await read(id)
    await clock.advance(14_000)
    expect((await bet(token, id, HOME, 2)).http).toBe(200)
    await clock.advance(1_500)
    for (const server of [first, second]) {
      // The clock of the other process follows a moment later.
      await expect
        .poll(() => read(id, server))
        .toMatchObject({ suspended: true, markets: [{ suspended: true }] })
      expect((await read(id, server)).version).toBeGreaterThan(open.version)
    }
    expect((await bet(token, id, HOME, 2)).http).toBe(409)
    const locked = await read(id)
    // What is told while other messages may be missing is stored, and opens nothing.
    const late: FeedMessage = { kind: 'state', matchId: id, parts: { 1: { home: 1, away: 0 } } }
    await providers[0].sink?.take([late], undefined, false)
    for (const server of [first, second])
      await expect.poll(() => read(id, server)).toMatchObject({ suspended: true, homeScore: 1 })
    providers[0].sink?.alive()
    for (const server of [first, second]) {
      await expect.poll(async () => (await read(id, server)).suspended).toBe(false)
      expect((await read(id, server)).version).toBeGreaterThan(locked.version)
    }
  })
})

it('a process that cannot read what was told closes its prices, though the signs of life arrive', async () => {
  const id = await match([winner(2, 3.5, 4)], { isLive: true })
  const isSuspended = () => second.deps.feed.match(id, clock.now())?.isSuspended
  await expect.poll(isSuspended).toBe(false)
  const reads = vi.spyOn(second.deps.db, 'read').mockRejectedValue(new Error('no connection'))
  try {
    await tell({ kind: 'state', matchId: id, parts: { 1: { home: 1, away: 0 } } })
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(0)
    await clock.advance(16_000)
    providers[0].sink?.alive()
    await expect.poll(() => deps.feed.match(id, clock.now())?.isSuspended).toBe(false)
    const before = reads.mock.calls.length
    await tell({ kind: 'state', matchId: id, parts: { 1: { home: 2, away: 0 } } })
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(before)
    expect(isSuspended()).toBe(true)
  } finally {
    reads.mockRestore()
  }
  await tell({ kind: 'state', matchId: id, parts: { 1: { home: 3, away: 0 } } })
  await expect.poll(isSuspended).toBe(false)
})

it('forgets matches two weeks after the last word about them, but none that is played or that has open bets', async () => {
  const over = await match([winner(2, 3.5, 4)])
  await tell({ kind: 'state', matchId: over, period: -1, parts: { 1: { home: 1, away: 0 } } })
  const [untold, betOn, late, played] = [
    await match([winner(2, 3.5, 4)]),
    await match([winner(2, 3.5, 4)]),
    await match([winner(2, 3.5, 4)]),
    await match([winner(2, 3.5, 4)], { isLive: true }),
  ]
  const player = await createUser({ balance: 100 })
  expect((await bet(player.token, betOn, HOME, 2)).http).toBe(200)
  const all = [over, untold, betOn, late, played]
  const age = (ids: readonly string[], columns: readonly string[]) =>
    deps.db.write(
      `update feed_matches set ${columns.map((column) => `${column} = now() - interval '15 days'`).join(', ')}
        where id = any($1)`,
      [ids],
    )
  // One is told about to this day, however long ago it began; one is yet to come, though nothing was said for long.
  await age([over, untold, betOn], ['changed_at', 'starts_at'])
  await age([late], ['changed_at'])
  await age([played], ['starts_at'])
  await new FeedStore({ ...deps, provider: 'test' }).prune()
  const rows = await deps.db.read<{ id: string }>('select id from feed_matches where id = any($1)', [all])
  expect(rows.map(({ id }) => id).toSorted()).toEqual([betOn, late, played].toSorted())
  const markets = await deps.db.read<{ id: string }>(
    'select distinct match_id as id from feed_markets where match_id = any($1)',
    [all],
  )
  expect(markets.map(({ id }) => id).toSorted()).toEqual([betOn, late, played].toSorted())
})

it('two providers at the same time keep their batches apart', async () => {
  const id = await match([winner(2, 3.5, 4)])
  const other = new FeedStore({ ...deps, provider: 'other' })
  const { epoch, version } = await other.begin()
  const none = { matches: [], markets: [], cancels: [] }
  await expect.poll(() => second.deps.feed.match(id, clock.now())).toBeDefined()
  const { version: known } =
    second.deps.feedSource instanceof StoredSource ? second.deps.feedSource.memory : { version: 0 }
  expect(second.deps.feed.match(id, clock.now())?.version).toBe(known)
  // Both the same version, and a later one of the other's between two of ours.
  const times = { heardAt: 0, position: null }
  const last = await other.write({ epoch, version }, none, { now: known, ...times })
  expect(last).toBe(known)
  await other.write({ epoch, version: known }, none, { now: known + 1, ...times })
  const store = new FeedStore({ ...deps, provider: 'test' })
  expect(await store.since(known)).toEqual([])
  expect((await other.since(known))?.map(({ version: next }) => next)).toEqual([known + 1])
})

describe('the value of bets', () => {
  it('is the price without its margin, else that of rates fitted to winner and total, else unknown', async () => {
    const id = await match([winner(2, 3.5, 4), total(1.9, 1.9)])
    const home = { market: 'winner', side: 'home', ways: 3 } as const
    const at = (selection: Parameters<typeof feed.expectedFactor>[0]['selection'], matchId = id) =>
      feed.expectedFactor({ matchId, selection, gameTime: 1, odds: 2 }, clock.now())
    const margin = 1 / 2 + 1 / 3.5 + 1 / 4
    expect(at(home)).toBeCloseTo(1 / margin, 9)
    // No price of this line is told: the rates say it. Fewer goals than 1.5 are rarer than fewer than 2.5.
    const under = at({ market: 'total', side: 'under', line: 1.5 }) ?? 0
    expect(under).toBeGreaterThan(0.3)
    expect(under).toBeLessThan(at({ market: 'total', side: 'under', line: 2.5 }) ?? 0)
    // One who wins more often than the told price says is not worth more than that price in a combination.
    const both = feed.combination(
      id,
      [
        { selection: home, gameTime: 1 },
        { selection: { market: 'total', side: 'over', line: 2.5 }, gameTime: 1 },
      ],
      clock.now(),
    )
    expect(both?.win).toBeGreaterThan(0.2)
    expect(both?.win).toBeLessThan(1 / 2 / margin)
    expect(both?.odds).toBeLessThan(2 * 1.9)
    const bare = await match([winner(2, 3.5, 4)])
    expect(at({ market: 'total', side: 'under', line: 1.5 }, bare)).toBeUndefined()
    expect(at(home, bare)).toBeCloseTo(1 / margin, 9)
  })

  it('is offered as a cash-out', async () => {
    const { token } = await createUser({ balance: 100 })
    const id = await match([winner(2, 3.5, 4)])
    const { data } = await bet(token, id, HOME, 2)
    const value = async () =>
      (await get<TicketWire>(`/api/app/sports/ticket/${data.ticketId}`, { token })).data.cashOut
    const margin = 1 / 2 + 1 / 3.5 + 1 / 4
    expect(await value()).toBe(Math.floor((1_000 / margin) * 0.95) / 100)
    await tell({ kind: 'state', matchId: id, isSuspended: true })
    expect(await value()).toBeNull()
  })
})

describe('the scripts of QA', () => {
  it('direct a match of the provider, with its prices, until they are removed', async () => {
    const id = await match([winner(2, 3.5, 4)], { isLive: true })
    const { http, data } = await post<MatchWire>('/sandbox/api/feed', {
      matchId: id,
      homeScore: 3,
      minute: 80,
    })
    expect(http).toBe(200)
    expect(data).toMatchObject({ homeScore: 3, suspended: false })
    await tell({ kind: 'state', matchId: id, parts: { 1: { home: 0, away: 1 } } })
    const scripted = await read(id)
    expect(scripted).toMatchObject({ homeScore: 3, awayScore: 0 })
    const price = scripted.markets.find(({ options }) => options.some(({ key }) => key === HOME))
    expect(price?.options.find(({ key }) => key === HOME)?.odds).toBe(2)
    const { data: listed } = await get<MatchWire[]>('/sandbox/api/feed?sport=football')
    expect(listed.filter(({ matchId }) => matchId === id)).toHaveLength(1)
    expect((await call('DELETE', `/sandbox/api/feed/${id}`)).http).toBe(200)
    expect(await read(id)).toMatchObject({ homeScore: 0, awayScore: 1 })
  })

  it('make new ones beside them', async () => {
    const { data } = await post<MatchWire>('/sandbox/api/feed', { home: 'Um', away: 'Dois' })
    expect(await read(data.matchId)).toMatchObject({ home: 'Um', away: 'Dois' })
    expect(deps.feedSource).toBeInstanceOf(StoredSource)
    expect(feed.matches('football', 'upcoming', clock.now()).some(({ id }) => id === data.matchId)).toBe(true)
    expect(feed.isSimulated).toBe(false)
  })
})
