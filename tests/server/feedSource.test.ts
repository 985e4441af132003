import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MatchWire } from '#contract/http/sports.ts'
import { sports } from '#contract/rules/sports.ts'
import type { FeedMatch } from '#server/feed/Feed.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { SimulatedSource } from '#server/feed/SimulatedSource.ts'
import type { BusMessage } from '#server/messaging/bus.ts'
import { createTestApp } from './helpers/testApp.ts'
import { isWhole } from '../scope.ts'

const server = await createTestApp()
const second = await createTestApp({}, { beside: server })
const { deps, get, post, createUser } = server
const { clock } = deps

const KEY = 'winner:1:home:3'
const script = async (body: object) => (await post<MatchWire>('/sandbox/api/feed', body)).data
const silence = (silent: boolean) => post('/sandbox/api/feedSilence', { silent })
const read = async (id: string) => (await get<MatchWire>(`/api/app/sports/match/${id}`)).data
const quote = async (matchId: string) =>
  (await post<{ odds: number | null }[]>('/api/app/sports/quote', { legs: [{ matchId, key: KEY }] })).data[0]
    ?.odds

describe('a source', () => {
  it('delivers what it knows when it starts, then what a gap has hidden, and nothing once it is closed', async () => {
    const listeners = new Set<(message: BusMessage) => void>()
    const bus = {
      ...deps.bus,
      subscribe(listener: (message: BusMessage) => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    const known = await script({})
    const source = new SimulatedSource({ ...deps, bus })
    await source.start()
    const { feed } = source
    expect(feed.match(known.matchId, clock.now())?.id).toBe(known.matchId)
    const missed = await script({})
    expect(feed.match(missed.matchId, clock.now())).toBeUndefined()
    for (const listener of listeners) listener({ type: 'gap' })
    await expect.poll(() => feed.match(missed.matchId, clock.now())?.id).toBe(missed.matchId)
    await source.close()
    expect([...listeners]).toEqual([])
  })
})

describe('a feed that is silent', () => {
  it('locks its prices after 15 s, in every process, and opens them when it speaks again', async () => {
    const { token } = await createUser({ balance: 100 })
    const { matchId } = await script({ odds: { [KEY]: 2 } })
    const bet = () =>
      post<{ ticketId: string }>(
        '/api/app/sports/bet',
        { amount: 10, policy: 'any', legs: [{ matchId, key: KEY, odds: 2 }] },
        { token, headers: { 'idempotency-key': randomUUID() } },
      )
    const open = await read(matchId)
    await silence(true)
    await clock.advance(13_000)
    expect((await bet()).http).toBe(200)
    await clock.advance(2_000)
    const locked = await read(matchId)
    expect(locked).toMatchObject({ suspended: true })
    expect(locked.version).toBeGreaterThan(open.version)
    expect(locked.markets.every(({ suspended }) => suspended)).toBe(true)
    expect(await quote(matchId)).toBeNull()
    expect(await bet()).toMatchObject({
      http: 409,
      message: 'Esta seleção não está disponível para apostas.',
      data: { legs: [{ odds: null }] },
    })
    await expect.poll(() => second.deps.feed.match(matchId, clock.now())?.isSuspended).toBe(true)
    await silence(false)
    const unlocked = await read(matchId)
    expect(unlocked).toMatchObject({ suspended: false })
    expect(unlocked.version).toBeGreaterThan(locked.version)
    expect(await quote(matchId)).toBe(2)
    expect((await bet()).http).toBe(200)
  })

  it('stands still, and has moved on when it speaks again', async () => {
    const isPlayed = ({ state }: FeedMatch) => state.period >= 1 && state.period <= 3
    const live = deps.feed.matches('basketball', 'live', clock.now()).find(isPlayed)
    const id = live?.id ?? ''
    await silence(true)
    const before = await read(id)
    await clock.advance(20_000)
    expect(await read(id)).toMatchObject({ parts: before.parts, minute: before.minute, suspended: true })
    await clock.advance(600_000)
    await silence(false)
    expect((await read(id)).parts).not.toEqual(before.parts)
  })
})

describe('the clock of the sandbox', () => {
  it('gives a match a higher version when it is moved back', async () => {
    const { matchId } = await script({})
    const [live] = deps.feed.matches('tennis', 'live', clock.now())
    const ids = [matchId, live?.id ?? '']
    const versions = async () => Promise.all(ids.map(async (id) => (await read(id)).version))
    const before = await versions()
    await post('/sandbox/api/clock', { advanceMs: -3 * 3_600_000 })
    const after = await versions()
    expect(after.every((version, i) => version > (before[i] ?? Infinity))).toBe(true)
    expect(after.every(Number.isSafeInteger)).toBe(true)
  })
})

describe('a score', () => {
  // Each sport's pause is in unit/server/feed/truth.test.ts, too.
  it.each(sports.filter((_, index) => isWhole || index % 4 === 0))('pauses betting in %s', (sport) => {
    const feed = new SimulatedFeed('pausas')
    const start = Date.parse('2027-03-10T18:00:00Z')
    const pauses = feed.matches(sport, 'live', new Date(start)).map(({ id }) => {
      const at = (time: number) => feed.match(id, new Date(time))
      const score = (time: number) => JSON.stringify(at(time)?.state.parts[1])
      let time = start
      while (at(time)?.isLive && score(time) === score(start)) time += 500
      return at(time)?.isLive ? at(time)?.isSuspended : undefined
    })
    expect(new Set(pauses.filter((isPaused) => isPaused !== undefined))).toEqual(new Set([true]))
  })
})
