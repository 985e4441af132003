import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sportsFavourites } from '#contract/http/sports.schema.ts'
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
