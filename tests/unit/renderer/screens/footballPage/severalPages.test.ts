import { autorun } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matches } from '#contract/http/sports.schema.ts'
import type { MatchWire } from '#contract/http/sports.ts'
import { BoardStore } from '#renderer/screens/footballPage/BoardStore.ts'
import { settled } from '../../stores/rootFixture.ts'
import { createFeedFixture, matchWire } from './feedFixture.ts'

const listPath = '/api/app/sports/matches'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-01-01T20:00:00Z') }))
afterEach(() => void vi.useRealTimers())

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
