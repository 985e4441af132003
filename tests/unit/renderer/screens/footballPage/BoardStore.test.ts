import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matches, sportsFavourites } from '#contract/http/sports.schema.ts'
import type { MatchWire } from '#contract/http/sports.ts'
import { BoardStore } from '#renderer/screens/footballPage/BoardStore.ts'
import { settled } from '../../stores/rootFixture.ts'
import { createFeedFixture, market, matchWire } from './feedFixture.ts'

const listPath = '/api/app/sports/matches'
const overviewPath = '/api/app/sports/overview'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-01-01T20:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function setUp(...live: ReturnType<typeof matchWire>[]) {
  const fixture = createFeedFixture()
  fixture.lists.live = live
  const board = new BoardStore(fixture.root, fixture.page)
  const stop = board.start()
  await settled()
  return { ...fixture, board, stop }
}

const shown = (board: BoardStore) => board.leagues.flatMap(({ ids }) => ids)

describe('the board', () => {
  it('shows the live matches of a sport by league, in the order of kick-off', async () => {
    const { board, watched } = await setUp(
      matchWire('late', { time: '2030-01-01T19:30:00.000Z' }),
      matchWire('other', { league: 'Premier League', time: '2030-01-01T19:10:00.000Z' }),
      matchWire('early'),
    )
    expect(board.state).toBe('ready')
    expect(board.leagues).toEqual([
      { name: 'Série A', ids: ['early', 'late'] },
      { name: 'Premier League', ids: ['other'] },
    ])
    expect(watched).toEqual([{ sport: 'football', matchId: null }])
  })

  it('counts the matches of every sport, and suggests another one when empty', async () => {
    const { board, counts } = await setUp()
    expect(board.otherSport).toBeUndefined()
    counts.push({ sport: 'tennis', live: 2, upcoming: 0 }, { sport: 'cricket', live: 5, upcoming: 1 })
    await board.refresh()
    expect(board.count('tennis', 'live')).toBe(2)
    expect(board.isSimulated).toBe(true)
    expect(board.count('boxing', 'live')).toBeUndefined()
    expect(board.otherSport).toBe('cricket')
  })

  it('goes on with what begins next, until that begins', async () => {
    const { board, lists, next, push } = await setUp()
    const later = (id: string, time: string) => matchWire(id, { live: false, period: 0, minute: null, time })
    lists.live = [matchWire('now')]
    next.push(later('soon', '2030-01-01T20:30:00.000Z'), later('late', '2030-01-01T21:00:00.000Z'))
    await board.load()
    const shownNext = () => board.shown.find(({ kind }) => kind === 'next')?.ids
    expect(shown(board)).toEqual(['now'])
    expect(shownNext()).toEqual(['soon', 'late'])
    // One that begins joins its league.
    push(matchWire('soon', { version: 2, minute: 1, period: 1 }))
    expect(shown(board)).toContain('soon')
    expect(shownNext()).toEqual(['late'])
    board.setQuery('Casa now')
    expect(shownNext()).toBeUndefined()
    board.setQuery('')
    next.length = 0
    await board.refresh()
    expect(shownNext()).toBeUndefined()
  })

  it('loads another sport or another time, and watches it', async () => {
    const { board, lists, watched, sent } = await setUp(matchWire('a'))
    lists.upcoming = [matchWire('b', { sport: 'tennis', live: false, period: 0 })]
    lists.live = []
    board.setSport('tennis')
    expect(board.state).toBe('loading')
    expect(shown(board)).toEqual([])
    await settled()
    board.setWhen('upcoming')
    await settled()
    expect(shown(board)).toEqual(['b'])
    const queries = sent.filter(({ path }) => path === listPath).map(({ query }) => query)
    expect(queries.at(-1)).toEqual({ sport: 'tennis', when: 'upcoming' })
    expect(watched.at(-1)).toEqual({ sport: 'tennis', matchId: null })
  })

  it('drops an outdated response', async () => {
    const { board, lists } = await setUp(matchWire('a'))
    const first = board.load()
    board.setSport('tennis')
    lists.live = [matchWire('t', { sport: 'tennis' })]
    await first
    await settled()
    expect(shown(board)).toEqual(['t'])
  })

  it('fails, and can be loaded again', async () => {
    const { board, respond, lists } = await setUp(matchWire('a'))
    respond(listPath, { httpStatus: 500, status: 500, message: 'não' })
    await board.load()
    expect(board.state).toBe('failed')
    respond(listPath, { data: { matches: lists.live, serverTime: '2030-01-01T20:00:00.000Z' } })
    await board.load()
    expect(board.state).toBe('ready')
    expect(shown(board)).toEqual(['a'])
  })

  it('keeps what it shows when a reload fails, and raises no alert', async () => {
    const { board, respond, root } = await setUp(matchWire('a'))
    respond(listPath, { httpStatus: 500, status: 500, message: 'não' })
    await board.refresh()
    expect(board.state).toBe('ready')
    expect(shown(board)).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(root.alerts.alerts).toEqual([])
  })

  it('accepts a sport from the address, and nothing else', async () => {
    const { root, page, watched } = createFeedFixture()
    new BoardStore(root, page).start('snooker')()
    new BoardStore(root, page).start('chess')()
    expect(watched.filter(({ sport }) => sport).map(({ sport }) => sport)).toEqual(['snooker', 'football'])
  })
})

describe('packets', () => {
  it('replace older data but never newer data', async () => {
    const { board, push } = await setUp(matchWire('a', { version: 5 }))
    push(matchWire('a', { version: 6, homeScore: 3 }))
    expect(board.match('a')?.homeScore).toBe(3)
    push(matchWire('a', { version: 4, homeScore: 2 }))
    expect(board.match('a')?.homeScore).toBe(3)
  })

  it('rerender only the match that changed, once; the list is not rerendered', async () => {
    const { board, push } = await setUp(matchWire('a'), matchWire('b'), matchWire('c'))
    const drawn: Record<string, number> = { a: 0, b: 0, list: 0 }
    const unsubscribers = [
      autorun(() => void (board.match('a'), drawn['a']!++)),
      autorun(() => void (board.match('b'), drawn['b']!++)),
      autorun(() => void (board.leagues, drawn['list']!++)),
    ]
    push(
      matchWire('a', { version: 2, markets: [market('winner', 1, null, { home: 1.6, draw: 4, away: 7 })] }),
    )
    expect(drawn).toEqual({ a: 2, b: 1, list: 1 })
    for (const stop of unsubscribers) stop()
  })

  it('about prices render the prices, not the rest of the row', async () => {
    const { board, push } = await setUp(matchWire('a'))
    const row = board.row('a')
    push(
      matchWire('a', { version: 2, markets: [market('winner', 1, null, { home: 1.6, draw: 4, away: 7 })] }),
    )
    expect(board.match('a')?.markets[0]?.options[0]?.odds).toBe(1.6)
    expect(board.row('a')).toBe(row)
    push(matchWire('a', { version: 3, homeScore: 5 }))
    expect(board.row('a')).toMatchObject({ homeScore: 5, more: 0 })
    push(matchWire('a', { version: 4, markets: [], marketCount: 3 }))
    expect(board.row('a')?.more).toBe(3)
  })

  it('about several matches are one change', async () => {
    const { board, push } = await setUp(matchWire('a'), matchWire('b'))
    const seen: string[] = []
    const stop = autorun(() =>
      seen.push(`${board.match('a')?.homeScore} ${board.match('b')?.homeScore} ${shown(board).join()}`),
    )
    push(
      matchWire('a', { version: 2, homeScore: 7 }),
      matchWire('b', { version: 2, homeScore: 8 }),
      matchWire('c', { version: 2 }),
    )
    expect(seen).toEqual(['2 2 a,b', '7 8 a,b,c'])
    stop()
  })

  it('remove matches that ended, and add those that began', async () => {
    const { board, push } = await setUp(matchWire('a'), matchWire('b'))
    push(matchWire('a', { version: 2, live: false, period: -1 }), matchWire('new', { version: 2 }))
    expect(shown(board)).toEqual(['b', 'new'])
  })

  it('move a match from the upcoming ones when it kicks off', async () => {
    const before = matchWire('a', { live: false, period: 0 })
    const { board, push, lists } = await setUp()
    lists.upcoming = [before]
    board.setWhen('upcoming')
    await settled()
    expect(shown(board)).toEqual(['a'])
    push({ ...before, version: 2, live: true, period: 1 })
    expect(shown(board)).toEqual([])
  })

  it('of another sport are not for this board', async () => {
    const { board, push } = await setUp(matchWire('a'))
    push(matchWire('t', { sport: 'tennis' }))
    expect(shown(board)).toEqual(['a'])
  })
})

describe('staying up to date', () => {
  it('polls every 5 s without a connection, and not while hidden', async () => {
    const { count, setHidden, stop } = await setUp(matchWire('a'))
    expect(count(listPath)).toBe(1)
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(count(listPath)).toBe(3)
    await setHidden(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count(listPath)).toBe(3)
    await setHidden(false)
    expect(count(listPath)).toBe(4)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count(listPath)).toBe(4)
  })

  it('continues to poll after a failure', async () => {
    const { board, respond, count, lists } = await setUp(matchWire('a'))
    respond(listPath, { httpStatus: 500, status: 500, message: 'não' })
    await vi.advanceTimersByTimeAsync(5_000)
    lists.live = [matchWire('b')]
    respond(listPath, { data: { matches: lists.live, serverTime: '2030-01-01T20:00:00.000Z' } })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(count(listPath)).toBe(3)
    expect(shown(board)).toEqual(['b'])
  })

  it('relies on pushes while there is a connection', async () => {
    const { count, emitStatus } = await setUp(matchWire('a'))
    emitStatus('online')
    await settled()
    const requestCount = count(listPath)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(count(listPath)).toBe(requestCount)
    emitStatus('connecting')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(count(listPath)).toBe(requestCount + 1)
  })

  it('asks again after every reconnect', async () => {
    const { board, lists, count, emitStatus } = await setUp(matchWire('a'))
    emitStatus('online')
    await settled()
    expect(count(listPath)).toBe(2)
    lists.live = [matchWire('a', { version: 9, homeScore: 4 })]
    emitStatus('connecting')
    emitStatus('online')
    await settled()
    expect(count(listPath)).toBe(3)
    expect(board.match('a')?.homeScore).toBe(4)
  })

  it('stops watching, and receives nothing more', async () => {
    const { board, push, stop, watched } = await setUp(matchWire('a'))
    stop()
    push(matchWire('a', { version: 2, homeScore: 9 }))
    expect(board.match('a')?.homeScore).toBe(2)
    expect(watched.at(-1)).toEqual({ sport: null, matchId: null })
  })

  it('shows no skeletons for a board that was just left, but for an old one', async () => {
    const { board, stop, count } = await setUp(matchWire('a'))
    board.scrollTop = 300
    stop()
    const again = board.start()
    expect(board.state).toBe('ready')
    expect(board.scrollTop).toBe(300)
    await settled()
    expect(count(listPath)).toBe(2)
    again()
    vi.advanceTimersByTime(60_000)
    board.start()
    expect(board.state).toBe('loading')
    expect(board.scrollTop).toBe(0)
  })

  it('shows the list even if the counts fail to load', async () => {
    const { board, respond } = await setUp(matchWire('a'))
    respond(overviewPath, { httpStatus: 500, status: 500, message: 'não' })
    await board.load()
    expect(board.state).toBe('ready')
  })
})

describe('the player’s own order', () => {
  const names = (board: BoardStore) => board.shown.map(({ name, ids }) => [name, ...ids])
  const matches = () => [
    matchWire('a', { home: 'São Paulo', away: 'Grêmio' }),
    matchWire('b', { home: 'Bahia', away: 'Vitória' }),
    matchWire('c', { league: 'Premier League', home: 'Arsenal', away: 'Everton' }),
  ]

  it('has favourite matches first, then favourite leagues, and keeps them', async () => {
    const { board, root, page } = await setUp(...matches())
    board.favourites.toggle('matches', 'b')
    board.favourites.toggle('leagues', 'Premier League')
    board.favourites.toggle('folded', 'Série A')
    expect(names(board)).toEqual([
      ['*favourites', 'b'],
      ['Premier League', 'c'],
      ['Série A', 'a'],
    ])
    const again = new BoardStore(root, page)
    expect(
      (['matches', 'leagues', 'folded'] as const).flatMap((kind) => again.favourites.names(kind)),
    ).toEqual(['b', 'Premier League', 'Série A'])
    board.favourites.toggle('matches', 'b')
    expect(names(board)[0]).toEqual(['Premier League', 'c'])
  })

  it('has popular matches before the leagues, and moves none while the list is read', async () => {
    const { board, popular } = await setUp(...matches())
    popular.push('gone', 'c', 'b')
    await board.refresh()
    expect(names(board)).toEqual([
      ['Série A', 'a', 'b'],
      ['Premier League', 'c'],
    ])
    await board.load()
    expect(names(board)).toEqual([
      ['*popular', 'c', 'b'],
      ['Série A', 'a'],
    ])
    board.favourites.toggle('matches', 'c')
    expect(names(board).slice(0, 2)).toEqual([
      ['*favourites', 'c'],
      ['*popular', 'b'],
    ])
    board.setQuery('bahia')
    expect(names(board)).toEqual([['Série A', 'b']])
  })

  it('saves what it folds, the favourites too, in names that the server accepts', async () => {
    const { board } = await setUp(...matches())
    board.favourites.toggle('matches', 'b')
    for (const { name } of board.shown) board.favourites.toggle('folded', name)
    const folded = board.favourites.names('folded')
    expect(sportsFavourites.safeParse({ matches: ['b'], leagues: [], folded }).success).toBe(true)
  })

  it.each([
    ['sao paulo', ['a']],
    ['vitoria', ['b']],
    ['arsenla', ['c']],
    ['premier', ['c']],
    ['', ['a', 'b', 'c']],
    ['tênis', []],
  ])('a search for %j forgives accents and typing errors', async (query, found) => {
    const { board } = await setUp(...matches())
    board.setQuery(query)
    expect(board.shown.flatMap(({ ids }) => ids)).toEqual(found)
  })

  it('today has the upcoming matches of this day only', async () => {
    const { board, lists, sent } = await setUp()
    const upcoming = { live: false, period: 0 }
    const tonight = new Date(2030, 0, 1, 23, 59).toISOString()
    const tomorrow = new Date(2030, 0, 2, 0, 1).toISOString()
    vi.setSystemTime(new Date(2030, 0, 1, 12))
    lists.upcoming = [
      matchWire('tonight', { ...upcoming, time: tonight }),
      matchWire('tomorrow', { ...upcoming, time: tomorrow }),
    ]
    board.setWhen('today')
    await settled()
    expect(shown(board)).toEqual(['tonight'])
    const queries = sent.filter(({ path }) => path === listPath).map(({ query }) => query)
    expect(queries.at(-1)).toEqual({ sport: 'football', when: 'upcoming' })
    board.setWhen('upcoming')
    await settled()
    expect(shown(board)).toEqual(['tonight', 'tomorrow'])
  })
})

describe('several pages', () => {
  const minute = 60_000
  const first = Date.parse('2030-01-02T00:00:00Z')
  const at = (index: number) => new Date(first + index * minute).toISOString()
  const later = (index: number, change: Partial<MatchWire> = {}) =>
    matchWire(`m${String(index).padStart(3, '0')}`, {
      live: false,
      period: 0,
      minute: null,
      time: at(index),
      league: `Liga ${index % 4}`,
      ...change,
    })
  const id = (index: number) => later(index).matchId

  /** A server with so many upcoming matches, in pages of three. */
  async function setUpPages(total: number, pageSize = 3) {
    const fixture = createFeedFixture()
    const all = Array.from({ length: total }, (_, index) => later(index))
    const server = { all, isDown: false }
    fixture.respond(listPath, ({ query: { cursor, search = '' } }) => {
      if (server.isDown) return { httpStatus: 500, status: 500, message: 'não' }
      const found = server.all.filter(({ home }) => home.toLowerCase().includes(search.toLowerCase()))
      const from = cursor === undefined ? 0 : found.findIndex(({ time }) => time > cursor)
      const matches = found.slice(from, from + pageSize)
      const isLast = from + pageSize >= found.length
      const names = [...new Set(server.all.map(({ league }) => league))]
      const leagues = names.map((name) => {
        const count = server.all.filter(({ league }) => league === name).length
        return { name, count, today: count }
      })
      const whole = cursor === undefined && search === ''
      return {
        data: {
          matches,
          popular: [],
          ...(!isLast && { nextCursor: matches.at(-1)?.time, ...(whole && { leagues }) }),
          serverTime: '2030-01-01T20:00:00.000Z',
        },
      }
    })
    fixture.respond('/api/app/sports/marked', ({ body }) => {
      const { matches, leagues } = JSON.parse(body ?? '') as { matches: string[]; leagues: string[] }
      const marked = server.all.filter(
        ({ matchId, league }) => matches.includes(matchId) || leagues.includes(league),
      )
      return { data: { matches: marked } }
    })
    const board = new BoardStore(fixture.root, fixture.page)
    const stop = board.start()
    board.setWhen('upcoming')
    await settled()
    return { ...fixture, board, stop, server }
  }
  const names = (board: BoardStore) => board.shown.map(({ name, ids, part }) => [name, part ?? 0, ...ids])
  const all = (board: BoardStore) => board.shown.flatMap(({ ids }) => ids)
  const inOrder = (count: number, from = 0) => Array.from({ length: count }, (_, index) => id(from + index))

  it('are loaded one after the other, each below the others, and watched', async () => {
    const { board, watched } = await setUpPages(8)
    expect(all(board)).toEqual(inOrder(3))
    expect(board.hasMore).toBe(true)
    const before = board.shown
    await board.loadMore()
    expect(names(board)).toEqual([
      ['Liga 0', 0, id(0)],
      ['Liga 1', 0, id(1)],
      ['Liga 2', 0, id(2)],
      ['Liga 3', 1, id(3)],
      ['Liga 0', 1, id(4)],
      ['Liga 1', 1, id(5)],
    ])
    expect(board.shown.slice(0, 3)).toEqual(before)
    expect(board.partTime(1)).toBe(at(3))
    expect(watched.at(-1)).toEqual({ sport: 'football', matchId: null, pages: 2 })
    await board.loadMore()
    expect(all(board)).toEqual(inOrder(8))
    expect([board.hasMore, board.lastPart]).toEqual([false, 2])
    await board.loadMore()
    expect(watched.at(-1)).toEqual({ sport: 'football', matchId: null, pages: 3 })
    board.setSport('tennis')
    expect(watched.at(-1)).toEqual({ sport: 'tennis', matchId: null })
  })

  it('stay when the list is loaded again, and each match stays in its part', async () => {
    const { board, server, count } = await setUpPages(12, 2)
    await board.loadMore()
    const requests = count(listPath)
    server.all.splice(0, 1)
    server.all[2] = later(3, { version: 2, homeScore: 9 })
    await board.refresh()
    expect(count(listPath)).toBe(requests + 2)
    expect(board.match(id(0))).toBeUndefined()
    expect(names(board).map(([, part, ...ids]) => [part, ...ids])).toEqual([
      [0, id(1)],
      [1, id(2)],
      [1, id(3)],
      [1, id(4)],
    ])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(board.match(id(3))?.homeScore).toBe(9)
  })

  it('that fail can be loaded again; what is shown stays', async () => {
    const { board, server } = await setUpPages(5)
    server.isDown = true
    await board.loadMore()
    expect([board.more, board.state]).toEqual(['failed', 'ready'])
    expect(all(board)).toEqual(inOrder(3))
    server.isDown = false
    await board.loadMore()
    expect([board.more, ...all(board)]).toEqual(['idle', ...inOrder(5)])
  })

  it('of another list are dropped, and a board that was left can go on', async () => {
    const { board, stop } = await setUpPages(9)
    const more = board.loadMore()
    board.setWhen('live')
    await more
    await settled()
    expect(board.more).toBe('idle')
    expect(board.lastPart).toBe(0)
    const last = board.loadMore()
    stop()
    await last
    board.start()
    expect(board.more).toBe('idle')
  })

  it('have overdue matches last', async () => {
    const { board, server } = await setUpPages(0)
    const overdue = later(1, { time: '2030-01-01T19:00:00.000Z' })
    server.all.push(later(2), overdue)
    await board.load()
    expect(all(board)).toEqual([id(2), id(1)])
  })

  it('end with today where only its matches are shown', async () => {
    const { board, server } = await setUpPages(0)
    vi.setSystemTime(new Date('2030-01-01T20:00:00Z'))
    const tomorrow = [4, 5, 6, 7].map((hour) => later(hour, { time: `2030-01-02T0${hour}:00:00.000Z` }))
    server.all.push(later(1), later(2), later(3), ...tomorrow)
    board.setWhen('today')
    await settled()
    expect([board.hasMore, ...all(board)]).toEqual([true, ...inOrder(3, 1)])
    await board.loadMore()
    expect([board.hasMore, ...all(board)]).toEqual([false, ...inOrder(3, 1)])
  })

  it('are searched by the server, in a pause of typing, and what it finds is gone with the search', async () => {
    const { board, count, sent } = await setUpPages(12)
    const before = count(listPath)
    board.setQuery('casa m0')
    board.setQuery('casa m01')
    expect(board.searchState).toBe('loading')
    expect(count(listPath)).toBe(before)
    await vi.advanceTimersByTimeAsync(250)
    await settled()
    expect(count(listPath)).toBe(before + 1)
    expect(sent.at(-1)?.query).toMatchObject({ search: 'casa m01' })
    expect(board.searchState).toBe('ready')
    expect(all(board)).toEqual(expect.arrayContaining([id(10), id(11)]))
    expect(board.shown.every(({ part }) => part === undefined)).toBe(true)
    board.setQuery('')
    expect(all(board)).toEqual(inOrder(3))
    expect(board.match(id(11))).toBeUndefined()
  })

  it('of a search are loaded, too', async () => {
    const { board } = await setUpPages(12)
    board.setQuery('casa')
    await vi.advanceTimersByTimeAsync(250)
    await settled()
    expect([board.hasMore, board.more]).toEqual([true, 'idle'])
    for (let page = 2; page <= 4; page++) await board.loadMore()
    expect(board.hasMore).toBe(false)
    expect(all(board).toSorted()).toEqual(inOrder(12))
  })

  it('cannot be searched without an answer, which is no empty list', async () => {
    const { board, server } = await setUpPages(12)
    server.isDown = true
    board.setQuery('m011')
    await vi.advanceTimersByTimeAsync(250)
    await settled()
    expect(board.searchState).toBe('failed')
    server.isDown = false
    await board.loadMore()
    expect(all(board)).toContain(id(11))
  })

  it('are searched without the server where all is loaded', async () => {
    const { board, count } = await setUpPages(3)
    const before = count(listPath)
    board.setQuery('m002')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(count(listPath)).toBe(before)
    expect(all(board)).toContain(id(2))
  })

  it('show favourites that are not loaded yet with the first, and follow the stars', async () => {
    const { board, root, page, sent } = await setUpPages(12)
    board.favourites.toggle('matches', id(11))
    board.favourites.toggle('leagues', 'Liga 2')
    await settled()
    const expected = [
      ['*favourites', 0, id(11)],
      ['Liga 2', 0, id(2), id(6), id(10)],
      ['Liga 0', 0, id(0)],
      ['Liga 1', 0, id(1)],
    ]
    expect(names(board)).toEqual(expected)
    // None appears twice, and nothing above moves, when its page comes.
    await board.loadMore()
    expect(names(board).slice(0, 4)).toEqual(expected)
    expect(new Set(all(board)).size).toBe(all(board).length)
    board.favourites.toggle('leagues', 'Liga 2')
    await settled()
    expect(all(board)).toEqual([id(11), ...inOrder(6)])
    const again = new BoardStore(root, page)
    again.start()
    again.setWhen('upcoming')
    const states: string[] = []
    const unsubscribe = autorun(() => states.push(`${again.state} ${all(again).includes(id(11))}`))
    await settled()
    unsubscribe()
    expect(states.filter((state) => state.startsWith('ready'))).toEqual(['ready true'])
    expect(sent.some(({ path }) => path === '/api/app/sports/marked')).toBe(true)
  })

  it('are searched with as much of a pasted text as the server takes', async () => {
    const { board, sent } = await setUpPages(12)
    board.setQuery(`  ${'casa '.repeat(20)}`)
    await vi.advanceTimersByTimeAsync(250)
    await settled()
    const { query } = sent.findLast(({ path }) => path === listPath) ?? {}
    expect(query).toMatchObject({ search: expect.stringMatching(/^casa/) })
    expect(matches.query.safeParse(query).error).toBeUndefined()
  })

  it('are asked for more often while something live is shown that is not pushed', async () => {
    const { board, count, emitStatus, server } = await setUpPages(12)
    emitStatus('online')
    await settled()
    const before = count(listPath)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(count(listPath)).toBe(before)
    // Before the match begins, its prices change seldom.
    board.favourites.toggle('matches', id(11))
    await settled()
    expect(all(board)).toContain(id(11))
    await vi.advanceTimersByTimeAsync(8_000)
    expect(count(listPath)).toBe(before)
    server.all = server.all.map((match) => ({ ...match, live: true, period: 1, minute: 5 }))
    board.setWhen('live')
    await settled()
    expect(all(board)).toContain(id(11))
    const live = count(listPath)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(count(listPath)).toBe(live + 1)
  })

  it('have links with the numbers of all of them, which open a league that is not loaded', async () => {
    const { board } = await setUpPages(12)
    expect(board.links.map(({ group, count }) => [group.name, count])).toEqual([
      ['Liga 0', 3],
      ['Liga 1', 3],
      ['Liga 2', 3],
      ['Liga 3', 3],
    ])
    const [, , , last] = board.links
    if (last) await board.open(last)
    expect(board.target).toMatchObject({ name: 'Liga 3', ids: [id(3), id(7), id(11)] })
    board.reach()
    expect(all(board)).toEqual([...inOrder(3), id(3), id(7), id(11)])
    // It stays where it is when its page comes.
    await board.loadMore()
    expect(all(board)).toEqual([...inOrder(3), id(3), id(7), id(11), id(4), id(5)])
    board.setQuery('m002')
    expect(board.links.some(({ group, count }) => count !== group.ids.length)).toBe(false)
  })
})
