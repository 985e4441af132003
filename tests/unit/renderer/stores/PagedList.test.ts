import { expect, it } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { PagedList, type Page } from '#renderer/stores/PagedList.ts'

interface Row {
  id: string
  text: string
}

const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id: String(id), text: `row ${id}` }))
const networkError = () =>
  new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path: '/api/list' })

/** A list whose requests are resolved by the test, in any order. */
function setUp() {
  const requests: { query: unknown; respond: (page: Page<Row>) => void; fail: () => void }[] = []
  const list = new PagedList<Row>(
    (query) =>
      new Promise((respond, reject) => {
        requests.push({ query, respond, fail: () => reject(networkError()) })
      }),
  )
  const last = () => {
    const request = requests.at(-1)
    if (!request) throw new Error('no request was sent')
    return request
  }
  return { list, requests, last, ids: () => list.rows.map(({ id }) => id).join(' ') }
}

/** Loads the first page. */
async function loadFirstPage(fixture: ReturnType<typeof setUp>, page: Page<Row>): Promise<void> {
  const loading = fixture.list.load()
  fixture.last().respond(page)
  await loading
}

it('loads page after page, and lists a row that moved to the next page only once', async () => {
  const fixture = setUp()
  const { list, last, ids } = fixture
  expect(list.state).toBe('loading')
  await loadFirstPage(fixture, { list: rows(9, 8), next: 'a' })
  expect([list.state, list.hasMore, ids()]).toEqual(['ready', true, '9 8'])
  const more = list.loadMore()
  expect(last().query).toEqual({ cursor: 'a', first: false, atLeast: 0 })
  last().respond({ list: rows(8, 7), next: null })
  await more
  expect([list.more, list.hasMore, ids()]).toEqual(['idle', false, '9 8 7'])
})

it('a page that fails to load can be requested again', async () => {
  const fixture = setUp()
  const { list, last } = fixture
  const loading = list.load()
  last().fail()
  await loading
  expect(list.state).toBe('failed')
  await loadFirstPage(fixture, { list: rows(2), next: 'a' })
  const more = list.loadMore()
  last().fail()
  await more
  expect([list.state, list.more]).toEqual(['ready', 'failed'])
})

it('the newest page is merged with the older ones, or replaces them', async () => {
  const fixture = setUp()
  const { list, last, ids } = fixture
  await loadFirstPage(fixture, { list: rows(5, 4, 3), next: 'a' })
  let refreshed = list.refresh()
  expect(last().query).toEqual({ first: false, atLeast: 3 })
  last().respond({ list: rows(6, 5), next: 'b' })
  expect(await refreshed).toBe(true)
  expect(ids()).toBe('6 5 4 3')
  refreshed = list.refresh()
  last().respond({ list: rows(20, 19), next: 'c' })
  await refreshed
  expect(ids()).toBe('20 19')
  list.remove('19')
  expect(ids()).toBe('20')
})

it('a change while the newest page is loading requests it once more', async () => {
  const fixture = setUp()
  const { list, requests, last, ids } = fixture
  await loadFirstPage(fixture, { list: rows(1), next: null })
  const refreshed = list.refresh()
  expect(await list.refresh()).toBe(false)
  expect(await list.refresh()).toBe(false)
  last().respond({ list: rows(2, 1), next: null })
  await expect.poll(() => requests.length).toBe(3)
  last().respond({ list: rows(3, 2, 1), next: null })
  expect(await refreshed).toBe(true)
  expect(ids()).toBe('3 2 1')
  expect(requests).toHaveLength(3)
})

it('an outdated response is dropped', async () => {
  const fixture = setUp()
  const { list, requests, last, ids } = fixture
  await loadFirstPage(fixture, { list: rows(1), next: 'a' })
  const refreshed = list.refresh()
  const old = last()
  await loadFirstPage(fixture, { list: rows(7), next: null })
  old.respond({ list: rows(2, 1), next: null })
  expect(await refreshed).toBe(false)
  expect(ids()).toBe('7')
  expect(requests).toHaveLength(3)
})

it('a change while the list is loading requests the newest page once more', async () => {
  const fixture = setUp()
  const { list, requests, last, ids } = fixture
  const loading = list.load()
  expect(await list.refresh()).toBe(false)
  last().respond({ list: [], next: null })
  await loading
  expect(requests).toHaveLength(2)
  last().respond({ list: rows(1), next: null })
  await expect.poll(ids).toBe('1')
})

it('a change while a load replaces a running refresh requests the newest page once more', async () => {
  const fixture = setUp()
  const { list, requests, ids } = fixture
  await loadFirstPage(fixture, { list: rows(5), next: null })
  const refreshed = list.refresh()
  const loading = list.load()
  void list.refresh()
  requests[1]?.respond({ list: rows(5), next: null })
  await refreshed
  expect(requests).toHaveLength(3)
  requests[2]?.respond({ list: [], next: null })
  await loading
  requests[3]?.respond({ list: rows(1), next: null })
  await expect.poll(ids).toBe('1')
})

it('a page that follows rows which a refresh has replaced meanwhile is dropped, and nothing is missing', async () => {
  const fixture = setUp()
  const { list, requests, ids } = fixture
  await loadFirstPage(fixture, { list: rows(5, 4), next: 'a' })
  const more = list.loadMore()
  const refreshed = list.refresh()
  requests[2]?.respond({ list: rows(9, 8), next: 'b' })
  await refreshed
  requests[1]?.respond({ list: rows(3, 2), next: null })
  await more
  expect([ids(), list.more, list.hasMore]).toEqual(['9 8', 'idle', true])
})
