import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseConfig } from '#server/config/config.ts'
import { createLog } from '#server/observe/log.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import type {
  FeedMessage,
  ToldMarkets,
  ToldState,
  UnfinishedMatch,
} from '#server/providers/feed/FeedProvider.ts'
import { IsportsProvider } from '#server/providers/feed/isports/IsportsProvider.ts'
import { atEnd } from './helpers/atEnd.ts'

/** Our own answers in the documented form, with invented values; by path. */
let answers: Record<string, unknown>
const asked: { path: string; query: Record<string, string> }[] = []
const host = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://feed.example')
  const path = pathname.replace('/sport/football/', '')
  asked.push({ path, query: Object.fromEntries(searchParams) })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers[path] ?? { code: 0, message: 'success', data: [] }))
})
const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
const url = await listen(host)
afterAll(() => new Promise((resolve) => host.close(resolve)))

const success = (data: unknown) => ({ code: 0, message: 'success', data })
const noOdds = success({ handicap: [], europeOdds: [], overUnder: [], handicapHalf: [], overUnderHalf: [] })

/** 23:30 in São Paulo: the next day in GMT. */
const start = Date.parse('2026-06-02T02:30:00Z')
const kickOff = start / 1_000 - 600
const row = {
  matchId: '100',
  leagueId: '7',
  leagueName: 'Liga Inventada',
  matchTime: kickOff,
  halfStartTime: kickOff,
  status: 1,
  homeId: '1',
  homeName: 'Casa Alta',
  awayId: '2',
  awayName: 'Vila Baixa',
  homeScore: 0,
  awayScore: 0,
  homeHalfScore: 0,
  awayHalfScore: 0,
  homeRed: 0,
  awayRed: 0,
  homeYellow: 1,
  awayYellow: 0,
  homeCorner: 0,
  awayCorner: 0,
  neutral: true,
}

beforeEach(() => {
  asked.length = 0
  answers = {
    livescores: success([row]),
    'odds/main': noOdds,
    'odds/main/changes': noOdds,
  }
})

/** Runs the adapter by a clock that the test moves. */
function run({
  urls = [url],
  dailyCalls,
  leagues,
  position = null,
  unfinished = [],
}: {
  urls?: string[]
  dailyCalls?: number
  leagues?: string[]
  position?: object | null
  unfinished?: UnfinishedMatch[]
} = {}) {
  const clock = { at: start, now: () => new Date(clock.at) }
  const told: FeedMessage[] = []
  const positions: unknown[] = []
  let lives = 0
  /** Of the last messages: whether they are a sign of life. */
  let isCurrent: boolean | undefined
  const ending = new AbortController()
  const access = { urls, key: 'geheim', companyId: '8', leagues, dailyCalls }
  const log = createLog('silent')
  const warned = vi.spyOn(log, 'warn')
  const provider = new IsportsProvider(access, { clock, log })
  const sink = {
    take: async (messages: readonly FeedMessage[], at?: unknown, current?: boolean) => {
      isCurrent = current
      told.push(...messages)
      positions.push(at)
      await Promise.resolve()
    },
    alive: () => void lives++,
  }
  const ended = provider.run({
    sink,
    position: position as never,
    signal: ending.signal,
    unfinished: () => unfinished,
  })
  atEnd(async () => {
    ending.abort()
    await ended
  })
  return {
    clock,
    told,
    positions,
    lives: () => lives,
    warned,
    isCurrent: () => isCurrent,
    stop: () => {
      ending.abort()
      return ended
    },
    state: () => told.findLast((message): message is ToldState => message.kind === 'state'),
    markets: () => told.findLast((message): message is ToldMarkets => message.kind === 'markets')?.markets,
  }
}

const count = (path: string) => asked.filter((each) => each.path === path).length

describe('matches', () => {
  it('have ids of their own, neutral ground, and only the scores that somebody counts', async () => {
    const { told, state, clock, stop } = run()
    await expect.poll(state).toBeDefined()
    expect(told.find(({ kind }) => kind === 'fixture')).toMatchObject({
      matchId: 'f100',
      league: { id: 'f7', name: 'Liga Inventada' },
      home: { id: 'f1', name: 'Casa Alta' },
      startsAt: kickOff * 1_000,
      isNeutral: true,
    })
    expect(state()).toMatchObject({ period: 1, minute: 10, isSuspended: false })
    // 0 corners are the default of the API.
    expect(state()?.parts).toEqual({ 1: { home: 0, away: 0 }, 2: { home: 0, away: 0 }, 4: null })
    const { halfStartTime: startTime, ...changed } = row
    answers['livescores/changes'] = success([
      { ...changed, startTime, homeScore: 1, homeCorner: 1, var: 'Goal check' },
    ])
    clock.at += 5_000
    await expect.poll(() => state()?.parts?.[1]).toEqual({ home: 1, away: 0 })
    expect(state()).toMatchObject({
      isSuspended: true,
      parts: { 2: { home: 1, away: 0 }, 4: { home: 1, away: 0 } },
    })
    await stop()
  })

  it('keep the score of 90 minutes in extra time, and a half that nobody has seen is none', async () => {
    const extra = { minute: 90, homeScore: 1, awayScore: 1, extraTimeStatus: 1 }
    answers.livescores = success([{ ...row, status: -1, homeScore: 2, awayScore: 1, extraExplain: extra }])
    const { state, stop, clock } = run()
    await expect.poll(state).toMatchObject({ period: -1, parts: { 1: { home: 1, away: 1 } } })
    expect(state()?.parts).toMatchObject({ 2: null, 4: null })
    // Not told by itself: the score that was told before stands.
    answers.livescores = success([
      {
        ...row,
        status: 4,
        homeScore: 3,
        awayScore: 1,
        extraExplain: { ...extra, minute: 0, extraTimeStatus: 3 },
      },
    ])
    clock.at += 61_000
    await expect.poll(() => state()?.period).toBe(4)
    expect(state()?.parts).toEqual({ 2: null, 4: null })
    await stop()
  })

  it('whose score of 90 minutes is unknown are not settled by an older one', async () => {
    answers.livescores = success([{ ...row, status: 3, homeScore: 1 }])
    const { state, stop, clock, warned } = run()
    await expect.poll(() => state()?.parts?.[1]).toEqual({ home: 1, away: 0 })
    // Nothing is told for longer than the minute of all scores, then the extra time.
    answers.livescores = { code: 5, message: 'busy' }
    clock.at += 1_200_000
    await expect.poll(() => count('livescores')).toBeGreaterThan(1)
    for (const status of [4, -1]) {
      answers.livescores = success([{ ...row, status, homeScore: 2, awayScore: 1 }])
      const asked = count('livescores')
      clock.at += 61_000
      await expect.poll(() => count('livescores')).toBeGreaterThan(asked)
      await expect.poll(state).toEqual({ kind: 'state', matchId: 'f100', isSuspended: true })
    }
    const unknown = 'the score of 90 minutes is unknown: staff must enter the result'
    await expect.poll(() => warned.mock.calls).toContainEqual([{ feed: 'isports', matchId: 'f100' }, unknown])
    answers.livescores = success([
      {
        ...row,
        status: -1,
        homeScore: 2,
        awayScore: 1,
        extraExplain: { minute: 90, homeScore: 1, awayScore: 1, extraTimeStatus: 1 },
      },
    ])
    clock.at += 61_000
    await expect.poll(state).toMatchObject({ period: -1, parts: { 1: { home: 1, away: 1 } } })
    await stop()
  })

  it('seen first after the break have a first half only where it is no default', async () => {
    const later = { ...row, status: 3, homeScore: 2, homeCorner: 3 }
    answers.livescores = success([
      { ...later, homeHalfScore: 1 },
      { ...later, matchId: '101' },
      { ...later, matchId: '102', homeScore: 0 },
      // The score of the break may come later than the break.
      { ...later, matchId: '103', status: 2, homeScore: 1 },
      // Nothing is said of a match that stands still.
      { ...later, matchId: '104', status: -13 },
    ])
    const { told, stop } = run()
    const half = (matchId: string) =>
      told.findLast(
        (message): message is ToldState => message.kind === 'state' && message.matchId === matchId,
      )?.parts?.[2]
    await expect.poll(() => told.some(({ matchId }) => matchId === 'f104')).toBe(true)
    const ids = ['f100', 'f101', 'f102', 'f103', 'f104']
    expect(ids.map(half)).toEqual([
      { home: 1, away: 0 },
      null,
      { home: 0, away: 0 },
      { home: 1, away: 0 },
      undefined,
    ])
    await stop()
  })

  it('whose end was missed are looked for on their day, and a deleted one is cancelled though no list has it', async () => {
    const dayMs = 24 * 3_600_000
    const unfinished = [
      { matchId: 'f7', startsAt: start - 3 * dayMs },
      { matchId: 'f8', startsAt: start - 2 * dayMs },
      { matchId: 'f100', startsAt: start },
    ]
    answers.schedule = success(
      ['7', '8', '9'].map((matchId) => ({ ...row, matchId, status: -1, homeScore: 1 })),
    )
    answers['schedule/modify'] = success([{ matchId: '6', type: 'delete', matchTime: kickOff }])
    const { clock, told, stop } = run({ unfinished })
    const dates = () => asked.flatMap(({ path, query }) => (path === 'schedule' ? query.date : []))
    for (const days of [1, 2, 3, 4]) {
      await expect.poll(() => dates().length).toBe(days)
      if (days === 3) told.length = 0
      clock.at += 61_000
    }
    expect(dates()[3]).toBe('2026-05-30')
    const ended = () =>
      told.flatMap((message) => (message.kind === 'state' && message.period === -1 ? message.matchId : []))
    await expect.poll(ended).toEqual(['f7'])
    // The next day at the pace of the API.
    clock.at += 180_000
    await expect.poll(() => dates()).toContain('2026-05-31')
    await expect.poll(ended).toContain('f8')
    expect(told).toContainEqual({ kind: 'state', matchId: 'f6', period: -10 })
    await stop()
  })

  it('are not moved back by the schedule, which may be older than the scores', async () => {
    answers.livescores = success([{ ...row, status: 3, homeScore: 2 }])
    answers.schedule = success([{ ...row, status: 1 }])
    const { state, told, clock, stop } = run()
    await expect.poll(() => count('schedule')).toBe(1)
    clock.at += 60_000
    await expect.poll(() => count('schedule')).toBe(2)
    expect(state()).toMatchObject({ period: 3, parts: { 1: { home: 2, away: 0 } } })
    // It ends a match that the scores no longer have; other states say that they may be old.
    answers.livescores = success([])
    answers.schedule = success([{ ...row, status: -1, homeScore: 2 }])
    clock.at += 60_000
    await expect.poll(state).toMatchObject({ period: -1, mayBeOld: true })
    expect(told.filter((message) => message.kind === 'state' && message.period === 1)).toEqual([])
    await stop()
  })

  it('of both days of GMT are asked, of the wanted leagues only', async () => {
    answers.livescores = success([row, { ...row, matchId: '101', leagueId: '9' }])
    answers['schedule/modify'] = success([{ matchId: '100', type: 'delete', matchTime: kickOff }])
    const { clock, told, stop } = run({ leagues: ['7'] })
    await expect.poll(() => count('schedule')).toBe(1)
    for (const days of [2, 3]) {
      clock.at += 60_000
      await expect.poll(() => count('schedule')).toBe(days)
    }
    const dates = asked.flatMap(({ path, query }) => (path === 'schedule' ? query.date : []))
    expect(dates.toSorted()).toEqual(['2026-06-01', '2026-06-02', '2026-06-03'])
    expect(new Set(told.map(({ matchId }) => matchId))).toEqual(new Set(['f100']))
    expect(told).toContainEqual({ kind: 'state', matchId: 'f100', period: -10 })
    await stop()
  })
})

describe('prices', () => {
  it('have the other sign, decimal odds, and are of one bookmaker, open and of play', async () => {
    const now = start / 1_000
    answers['odds/main'] = success({
      handicap: [
        `100,8,0.5,0.9,0.9,0.75,0.925,0.91,false,true,${now},false,3`,
        `100,3,2,0.9,0.9,2,0.9,0.9,false,true,${now},false,3`,
      ],
      europeOdds: [`100,8,2,3.4,3.6,2.1,3.3,3.5,${now},false,3`],
      overUnder: [`100,8,2.5,0.9,0.9,2.25,0.95,0.87,${now},false,2`],
      handicapHalf: [`100,8,0,0.9,0.9,-0.25,0.8,1.02,${now},3`],
      overUnderHalf: ['100,8,nonsense'],
    })
    const { markets, clock, stop } = run()
    await expect.poll(() => markets()?.length).toBe(4)
    expect(markets()).toEqual([
      {
        market: 'handicap',
        gameTime: 1,
        line: -0.75,
        isMain: true,
        isSuspended: false,
        options: { 'handicap:1:home:-0.75': 1.925, 'handicap:1:away:0.75': 1.9100000000000001 },
      },
      {
        market: 'winner',
        gameTime: 1,
        line: null,
        isMain: true,
        isSuspended: false,
        options: { 'winner:1:home:3': 2.1, 'winner:1:draw:3': 3.3, 'winner:1:away:3': 3.5 },
      },
      // A price of before the kick-off.
      {
        market: 'total',
        gameTime: 1,
        line: 2.25,
        isMain: true,
        isSuspended: true,
        options: { 'total:1:over:2.25': 1.95, 'total:1:under:2.25': 1.87 },
      },
      {
        market: 'handicap',
        gameTime: 2,
        line: 0.25,
        isMain: false,
        isSuspended: false,
        options: { 'handicap:2:home:0.25': 1.8, 'handicap:2:away:-0.25': 2.02 },
      },
    ])
    const isOpen = (kind: string) =>
      markets()?.find(({ market, gameTime }) => market === kind && gameTime === 1)?.isSuspended === false
    // Under maintenance: closed. Another line replaces the one that was.
    answers['odds/main/changes'] = success({
      handicap: [`100,8,1,0.9,0.9,true,true,${now + 1},false,3`],
      overUnder: [`100,8,2.5,0.9,0.9,${now + 1},false,3`],
    })
    clock.at += 1_000
    await expect.poll(() => isOpen('total')).toBe(true)
    expect(markets()?.map(({ market, line }) => [market, line])).toContainEqual(['handicap', -1])
    expect(isOpen('handicap')).toBe(false)
    // A goal closes what is older than it.
    answers['odds/main/changes'] = noOdds
    const { halfStartTime: startTime, ...changed } = row
    answers['livescores/changes'] = success([{ ...changed, startTime, homeScore: 1 }])
    clock.at += 3_000
    await expect.poll(() => isOpen('winner')).toBe(false)
    answers['odds/inplay'] = success([
      { matchId: '100', companyId: '8', type: 6, odds1: '0', odds2: '0', odds3: '0', changeTime: now + 6 },
      {
        matchId: '100',
        companyId: '8',
        type: 4,
        odds1: '1.3',
        odds2: '4.9',
        odds3: '11',
        changeTime: now + 5,
      },
      {
        matchId: '100',
        companyId: '8',
        type: 1,
        odds1: '0.9',
        odds2: '0.25',
        odds3: '0.9',
        changeTime: now + 5,
      },
    ])
    clock.at += 4_000
    await expect.poll(() => isOpen('winner')).toBe(true)
    expect(isOpen('handicap')).toBe(false)
    expect(isOpen('total')).toBe(false)
    await stop()
  })
})

describe('what is not told again', () => {
  it('is closed: rows that a full answer leaves out, and prices of before a match was first seen', async () => {
    const now = start / 1_000
    const odds = (at: number) => `100,8,2,3.4,3.6,2.1,3.3,3.5,${at},false,3`
    const total = `100,8,2.5,0.9,0.9,2.25,0.95,0.87,${now},false,3`
    const full = { handicap: [], europeOdds: [odds(now - 1)], overUnder: [total] }
    answers['odds/main'] = success(full)
    const { markets, clock, stop } = run()
    // The goals before the restart are unknown: a price must be from after it.
    const open = () => markets()?.map(({ market, isSuspended }) => [market, isSuspended])
    await expect.poll(open).toEqual([
      ['winner', true],
      ['total', false],
    ])
    answers['odds/main'] = success({ ...full, europeOdds: [odds(now + 1)], overUnder: [] })
    clock.at += 61_000
    await expect.poll(open).toEqual([['winner', false]])
    await stop()
  })

  it('is no sign of life while a match is played and prices of play are not answered', async () => {
    answers['odds/inplay'] = { code: 5, message: 'busy' }
    const { lives, clock, told, stop } = run()
    await expect.poll(() => count('odds/inplay')).toBeGreaterThan(0)
    clock.at += 5_000
    await expect.poll(() => count('odds/inplay')).toBeGreaterThan(1)
    expect(told.length).toBeGreaterThan(0)
    expect(lives()).toBe(0)
    answers['odds/inplay'] = success([])
    clock.at += 5_000
    await expect.poll(lives).toBeGreaterThan(0)
    await stop()
  })
})

it('a match that is played and no longer told is closed until it is told again, and reported when it never ends', async () => {
  const { state, clock, warned, stop } = run()
  const untilScores = async (ms: number) => {
    const asked = count('livescores')
    clock.at += ms
    await expect.poll(() => count('livescores')).toBeGreaterThan(asked)
  }
  await expect.poll(() => state()?.isSuspended).toBe(false)
  answers.livescores = success([])
  await untilScores(61_000)
  await untilScores(61_000)
  await expect.poll(state).toEqual({ kind: 'state', matchId: 'f100', isSuspended: true })
  answers.livescores = success([row])
  await untilScores(61_000)
  await expect.poll(() => state()?.isSuspended).toBe(false)
  expect(warned).not.toHaveBeenCalled()
  await untilScores(6 * 3_600_000)
  await expect
    .poll(() => warned.mock.calls)
    .toContainEqual([{ feed: 'isports', matchId: 'f100' }, 'a match is played for more than six hours'])
  await stop()
})

describe('the API', () => {
  it('is asked at its pace, its other host after a failure, and everything after a gap', async () => {
    const dead = await listen(createServer((request) => request.socket.destroy()).unref())
    const { clock, lives, stop } = run({ urls: [dead, url] })
    await expect.poll(() => count('livescores/changes'), { timeout: 4_000 }).toBe(1)
    clock.at += 10_000
    await expect.poll(() => count('livescores')).toBe(1)
    await expect.poll(lives).toBeGreaterThan(0)
    const [scores, changes] = [count('livescores'), count('livescores/changes')]
    clock.at += 11_000
    await expect.poll(() => count('livescores/changes')).toBe(changes + 1)
    expect(count('livescores')).toBe(scores)
    // Changes are told for 20 s only.
    clock.at += 30_000
    await expect.poll(() => count('livescores')).toBe(scores + 1)
    await stop()
  })

  it('is not alive while it answers with errors, and the key is in none', async () => {
    answers = Object.fromEntries(
      [
        'livescores',
        'livescores/changes',
        'odds/main',
        'odds/main/changes',
        'odds/inplay',
        'schedule',
        'schedule/modify',
      ].map((path) => [path, { code: 2, message: 'Invalid [api_key], illegal access.' }]),
    )
    const { lives, told, stop } = run()
    await expect.poll(() => asked.length).toBeGreaterThan(5)
    await stop()
    expect([lives(), told]).toEqual([0, []])
    expect(new Set(asked.map(({ query }) => query.api_key))).toEqual(new Set(['geheim']))
  })

  it('is not alive after an outage until everything was asked again, which happens at once', async () => {
    const { clock, lives, stop } = run()
    await expect.poll(lives).toBeGreaterThan(0)
    const good = answers
    const busy = { code: 5, message: 'busy' }
    const changes = ['livescores/changes', 'odds/main/changes', 'odds/inplay']
    answers = Object.fromEntries(['livescores', 'odds/main', ...changes].map((path) => [path, busy]))
    const untilAsked = async (paths: readonly string[], ms: number) => {
      const before = paths.map(count)
      clock.at += ms
      await expect.poll(() => paths.every((path, i) => count(path) > (before[i] ?? 0))).toBe(true)
    }
    // Until all of them wait as long as they do at most.
    for (let failures = 0; failures < 7; failures++) await untilAsked(['livescores', ...changes], 61_000)
    answers = { ...good, livescores: busy, 'odds/main': busy }
    const before = lives()
    await untilAsked(changes, 61_000)
    await untilAsked(changes, 3_000)
    expect(lives()).toBe(before)
    answers = good
    clock.at += 10_000
    await expect.poll(lives).toBeGreaterThan(before)
    await stop()
  })

  it('whose answer cannot be read has not answered', async () => {
    const { clock, lives, stop } = run()
    await expect.poll(lives).toBeGreaterThan(0)
    answers['livescores/changes'] = success([{ matchId: '100' }])
    clock.at += 11_000
    const asked = count('livescores/changes')
    await expect.poll(() => count('livescores/changes')).toBeGreaterThan(asked)
    const before = lives()
    clock.at += 3_000
    await expect.poll(() => count('odds/inplay')).toBeGreaterThan(1)
    await stop()
    expect(lives()).toBe(before)
  })

  it('is not alive while prices are not answered, though scores are', async () => {
    const { clock, lives, isCurrent, state, stop } = run()
    await expect.poll(lives).toBeGreaterThan(0)
    answers['odds/main/changes'] = { code: 5, message: 'busy' }
    clock.at += 11_000
    const { halfStartTime: startTime, ...changed } = row
    answers['livescores/changes'] = success([{ ...changed, startTime, homeScore: 1 }])
    answers.livescores = success([{ ...row, homeScore: 1 }])
    await expect.poll(() => state()?.parts?.[1]?.home).toBe(1)
    const before = lives()
    await stop()
    expect([isCurrent(), lives() - before]).toEqual([false, 0])
  })

  it('is asked no more when the calls of the day are used up, until the next day', async () => {
    const { positions, clock, stop } = run({ dailyCalls: 3 })
    await vi.waitUntil(() => asked.length === 3)
    clock.at += 120_000
    await expect.poll(() => positions.length).toBeGreaterThan(0)
    await stop()
    expect(asked).toHaveLength(3)
    const next = run({ dailyCalls: 3, position: { day: '2026-06-02', calls: 3 } })
    next.clock.at = start + 24 * 3_600_000
    await vi.waitUntil(() => asked.length > 3)
    await next.stop()
  })
})

it('says what is missing before anything is touched', () => {
  const choose = (env: Record<string, string>) => () => chooseProviders(parseConfig(env).config)
  expect(choose({ FEED_PROVIDER: 'isports' })).toThrow(
    'FEED_PROVIDER isports needs ISPORTS_KEY, ISPORTS_COMPANY',
  )
  expect(choose({ FEED_PROVIDER: 'replay' })).toThrow('FEED_FOLDER must be set')
  expect(choose({ FEED_PROVIDER: 'replay', FEED_FOLDER: '/nonexistent' })).toThrow('does not exist')
  expect(choose({ FEED_PROVIDER: 'isports', ISPORTS_KEY: 'k', ISPORTS_COMPANY: '8' })).not.toThrow()
  expect(choose({ FEED_PROVIDER: 'radio' })).toThrow('FEED_PROVIDER')
})
