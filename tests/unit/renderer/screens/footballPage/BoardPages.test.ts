import { expect, it } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { fromWireMatch } from '#contract/http/sports.ts'
import { inOrder } from '#renderer/screens/footballPage/boardLeagues.ts'
import { BoardPages, type ListReply } from '#renderer/screens/footballPage/BoardPages.ts'
import { matchWire } from './feedFixture.ts'

const now = Date.parse('2030-01-01T20:00:00Z')
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
/** A match that begins so many hours from now. */
const later = (hour: number, league = `Liga ${hour % 2}`) =>
  matchWire(`m${hour}`, { live: false, period: 0, minute: null, time: hours(hour), league })
const pageOf = (hour: number[], nextCursor?: string, leagues?: ListReply['leagues']) =>
  ({
    matches: hour.map((each) => later(each)),
    popular: [],
    serverTime: hours(0),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(leagues && { leagues }),
  }) as ListReply

/** Pages whose requests are answered by the test, in any order. */
function setUp({ isToday = false } = {}) {
  const requests: { cursor: string | undefined; respond: (page: ListReply) => void; fail: () => void }[] = []
  const pages = new BoardPages({
    fetch: (cursor) =>
      new Promise((respond, reject) => {
        const error = new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path: '/' })
        requests.push({ cursor, respond, fail: () => reject(error) })
      }),
    isToday: () => isToday,
    now: () => now,
  })
  const respond = (page: ListReply) => requests.at(-1)?.respond(page)
  /** Loads the first page, as the board does. */
  const loadFirst = async (page: ListReply) => {
    const loading = pages.fetchAll(true)
    respond(page)
    pages.replace((await loading) ?? [])
  }
  const loadMore = async (page: ListReply) => {
    const shown: string[] = []
    const loading = pages.loadMore((matches) => shown.push(...matches.map(({ id }) => id)))
    respond(page)
    await loading
    return shown
  }
  const group = (...hour: number[]) =>
    pages
      .group(
        inOrder(
          hour.map((each) => fromWireMatch(later(each))),
          now,
        ),
      )
      .map(({ name, ids, part = 0 }) => [part, name, ...ids])
  return { pages, requests, respond, loadFirst, loadMore, group }
}

it('are loaded one after the other, and show what no other page has', async () => {
  const { pages, loadFirst, loadMore, requests } = setUp()
  await loadFirst(pageOf([1, 2], 'a', [{ name: 'Liga 1', count: 3, today: 2 }]))
  expect([pages.hasMore, pages.count, pages.leagueCounts.get('Liga 1')]).toEqual([true, 1, 3])
  expect(await loadMore(pageOf([2, 3]))).toEqual(['m3'])
  expect([requests.at(-1)?.cursor, pages.hasMore, pages.count, ...pages.ids]).toEqual([
    ...['a', false, 2],
    ...['m1', 'm2', 'm3'],
  ])
  await pages.loadMore(() => expect.unreachable())
  expect(requests).toHaveLength(2)
})

it('are parts of the board, in which their matches stay whatever ends above', async () => {
  const { pages, loadFirst, loadMore, group } = setUp()
  await loadFirst(pageOf([1, 2], 'a'))
  await loadMore(pageOf([3, 4], 'b'))
  const below = [
    [1, 'Liga 1', 'm3'],
    [1, 'Liga 0', 'm4'],
  ]
  expect(group(4, 3, 2, 1)).toEqual([[0, 'Liga 1', 'm1'], [0, 'Liga 0', 'm2'], ...below])
  expect(group(4, 3)).toEqual(below)
  expect([pages.lastPart, pages.partTime(0), pages.partTime(1)]).toEqual([1, undefined, hours(3)])
})

it('are all loaded again, and taken over together', async () => {
  const { pages, loadFirst, loadMore, requests, respond } = setUp()
  await loadFirst(pageOf([1, 2], 'a'))
  await loadMore(pageOf([3, 4], 'b'))
  const loading = pages.fetchAll(false)
  respond(pageOf([2, 3], 'c'))
  await expect.poll(() => requests.at(-1)?.cursor).toBe('c')
  respond(pageOf([4, 5], 'd'))
  const loaded = (await loading) ?? []
  expect([...pages.ids]).toEqual(['m1', 'm2', 'm3', 'm4'])
  pages.replace(loaded)
  expect([...pages.ids, pages.hasMore]).toEqual(['m2', 'm3', 'm4', 'm5', true])
})

it('that fail can be loaded again', async () => {
  const { pages, loadFirst, loadMore, requests } = setUp()
  await loadFirst(pageOf([1], 'a'))
  const loading = pages.loadMore(() => expect.unreachable())
  expect(pages.more).toBe('loading')
  await pages.loadMore(() => expect.unreachable())
  requests.at(-1)?.fail()
  await loading
  expect([pages.more, requests.length]).toEqual(['failed', 2])
  expect(await loadMore(pageOf([2]))).toEqual(['m2'])
  expect(pages.more).toBe('idle')
})

it('of another list are dropped, whether they come or fail', async () => {
  const { pages, loadFirst, requests } = setUp()
  await loadFirst(pageOf([1], 'a'))
  for (const answer of ['respond', 'fail'] as const) {
    const more = pages.loadMore(() => expect.unreachable())
    if (answer === 'respond') requests.at(-1)?.respond(pageOf([2]))
    else requests.at(-1)?.fail()
    pages.stop()
    await more
    expect(pages.more).toBe('idle')
  }
  const all = pages.fetchAll(true)
  pages.clear()
  requests.at(-1)?.respond(pageOf([2]))
  expect(await all).toBeNull()
  expect([pages.count, pages.hasMore, pages.lastPart, ...pages.ids]).toEqual([1, false, 0])
})

it('end with the day where only its matches are shown, and count those', async () => {
  const { pages, loadFirst } = setUp({ isToday: true })
  const leagues = [{ name: 'Liga 1', count: 3, today: 2 }]
  await loadFirst(pageOf([1, 2], 'a', leagues))
  expect([pages.hasMore, pages.leagueCounts.get('Liga 1')]).toEqual([true, 2])
  await loadFirst(pageOf([1, 30], 'a', leagues))
  expect(pages.hasMore).toBe(false)
})

it('have the matches that were pushed, too', async () => {
  const { pages, loadFirst, loadMore } = setUp()
  await loadFirst(pageOf([1], 'a'))
  pages.add(['m2'])
  expect(await loadMore(pageOf([2, 3]))).toEqual(['m3'])
})
