import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MatchChange } from '#contract/http/sports.ts'
import { MatchStore } from '#renderer/screens/footballPage/MatchStore.ts'
import { settled } from '../../stores/rootFixture.ts'
import { createFeedFixture, market, matchWire } from './feedFixture.ts'

const path = '/api/app/sports/match/m1'
const markets = [
  market('oddEven', 1, null, { odd: 1.9, even: 1.9 }),
  market('total', 1, 3.5, { over: 2.1, under: 1.7 }),
  market('total', 1, 2.5, { over: 1.7, under: 2.1 }),
  market('corners', 4, 9.5, { over: 1.8, under: 2 }),
  market('winner', 1, null, { home: 1.5, draw: 4, away: 7 }),
  market('winner', 2, null, { home: 1.9, draw: 2.2, away: 7 }),
]
const fullMatch = matchWire('m1', { markets, marketCount: markets.length })

/** A goal. */
const change: MatchChange = {
  matchId: 'm1',
  since: 1,
  version: 2,
  live: true,
  suspended: false,
  period: 3,
  homeScore: 3,
  awayScore: 1,
  markets: [],
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function setUp() {
  const fixture = createFeedFixture()
  fixture.respond(path, { data: fullMatch })
  const store = new MatchStore(fixture.root, 'm1', fixture.page)
  const stop = store.start()
  await settled()
  return { ...fixture, store, stop }
}

describe('a match', () => {
  it('has its markets by part, in a fixed order, lines from low to high', async () => {
    const { store, watched } = await setUp()
    expect(store.state).toBe('ready')
    expect(store.gameTimes).toEqual([1, 2, 4])
    expect(
      store.groups.map(({ market: name, markets: lines }) => [name, lines.map(({ line }) => line)]),
    ).toEqual([
      ['winner', [null]],
      ['total', [2.5, 3.5]],
      ['oddEven', [null]],
    ])
    expect(watched).toEqual([{ sport: null, matchId: 'm1', changes: true }])
  })

  it('shows the chosen part as long as it has markets', async () => {
    const { store, push } = await setUp()
    store.setGameTime(2)
    expect(store.groups.map(({ market: name }) => name)).toEqual(['winner'])
    const remainingMarkets = markets.filter(({ gameTime }) => gameTime !== 2)
    push({ ...fullMatch, version: 2, markets: remainingMarkets, marketCount: remainingMarkets.length })
    expect(store.gameTime).toBe(1)
    push({ ...fullMatch, version: 3 })
    expect(store.gameTime).toBe(2)
  })

  it('that does not exist is gone; one that fails to load can be loaded again', async () => {
    const { root, page, respond } = createFeedFixture()
    const store = new MatchStore(root, 'm1', page)
    respond(path, { httpStatus: 404, status: 404, message: 'nada' })
    await store.refresh()
    expect(store.state).toBe('gone')
    respond(path, { httpStatus: 500, status: 500, message: 'não' })
    await store.retry()
    expect(store.state).toBe('failed')
    respond(path, { data: fullMatch })
    await store.retry()
    expect(store.state).toBe('ready')
    respond(path, { httpStatus: 500, status: 500, message: 'não' })
    await store.refresh()
    expect(store.state).toBe('ready')
  })
})

describe('packets', () => {
  it('with all markets replace older ones', async () => {
    const { store, push } = await setUp()
    push({ ...fullMatch, version: 3, homeScore: 5 })
    push({ ...fullMatch, version: 2, homeScore: 4 })
    expect(store.match?.homeScore).toBe(5)
  })

  it('for the board, or for another match, remove no market', async () => {
    const { store, push } = await setUp()
    push({ ...fullMatch, version: 8, markets: markets.slice(0, 1) })
    push(matchWire('m2', { version: 9 }))
    expect(store.match?.markets).toHaveLength(markets.length)
    expect(store.match?.version).toBe(1)
  })

  it('with what has changed leave all else', async () => {
    const { store, pushChange } = await setUp()
    const total = market('total', 1, 2.5, { over: 1.65, under: 2.2 })
    pushChange({ ...change, markets: [total] })
    expect(store.match).toMatchObject({ homeScore: 3, version: 2, home: fullMatch.home })
    expect(store.match?.markets).toEqual(markets.map((each) => (each.line === 2.5 ? total : each)))
    pushChange({ ...change, homeScore: 9 })
    pushChange({ ...change, matchId: 'm2', since: 2, version: 3, homeScore: 9 })
    expect(store.match?.homeScore).toBe(3)
  })

  it('that are changes of what was missed load the match', async () => {
    const { store, pushChange, respond } = await setUp()
    respond(path, { data: { ...fullMatch, version: 4, homeScore: 4 } })
    pushChange({ ...change, since: 3, version: 4, awayScore: 2 })
    expect(store.match?.homeScore).toBe(2)
    await settled()
    expect(store.match).toMatchObject({ homeScore: 4, version: 4 })
  })

  it('load the match once at a time, and follow it when they come meanwhile', async () => {
    const { store, pushChange, respond, count } = await setUp()
    const before = count(path)
    respond(path, { data: { ...fullMatch, version: 4, homeScore: 4 } })
    pushChange({ ...change, since: 3, version: 4, homeScore: 4 })
    pushChange({ ...change, since: 4, version: 5, homeScore: 5 })
    pushChange({ ...change, since: 5, version: 6, homeScore: 6 })
    await settled()
    expect(count(path)).toBe(before + 1)
    expect(store.match).toMatchObject({ homeScore: 6, version: 6 })
  })

  it('with the end close the betting', async () => {
    const { store, push } = await setUp()
    push({ ...fullMatch, version: 2, live: false, period: -1, markets: [], marketCount: 0 })
    expect(store.match?.period).toBe(-1)
    expect(store.groups).toEqual([])
  })
})

describe('staying up to date', () => {
  it('polls every 5 s without a connection, and asks again after a reconnect', async () => {
    const { count, emitStatus, stop } = await setUp()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(count(path)).toBe(2)
    emitStatus('online')
    await settled()
    expect(count(path)).toBe(3)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(count(path)).toBe(3)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count(path)).toBe(3)
  })

  it('stops watching when it is left', async () => {
    const { watched, stop } = await setUp()
    stop()
    expect(watched.at(-1)).toEqual({ sport: null, matchId: null })
  })
})
