import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExportStore } from '#renderer/features/exports/ExportStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

const listUrl = '/api/app/exports'
const requestUrl = '/api/app/exports/request'
const time = '2030-01-01T00:00:00Z'
const job = (state: string, change: object = {}) => ({
  exportId: 'e1',
  kind: 'statement',
  state,
  lines: 0,
  bytes: 0,
  requestedTime: time,
  expiresTime: time,
  nextTime: time,
  ...change,
})

beforeEach(() => void vi.useFakeTimers({ now: new Date('2029-12-31T23:30:00Z') }))
afterEach(() => void vi.useRealTimers())

async function setUp(kiosk = false) {
  const fixture = createFixture()
  await fixture.enter()
  fixture.root.host = { ...fixture.root.host, kiosk }
  fixture.respond(listUrl, { data: [] })
  fixture.respond('/api/app/exports/e1/link', { data: { path: '/api/app/exportFile/t' } })
  const store = new ExportStore(fixture.root, 'statement', { key: 'limits.statement.done' })
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(0)
  return { ...fixture, store, stop }
}

it('downloads a file automatically if it is ready within a moment', async () => {
  const { store, respond, downloaded, root } = await setUp()
  expect([store.state, store.job]).toEqual(['ready', null])
  respond(requestUrl, { data: job('waiting') })
  await store.request()
  expect(store.isInProgress).toBe(true)
  respond(listUrl, { data: [job('ready')] })
  await vi.advanceTimersByTimeAsync(300)
  expect(downloaded).toEqual(['/api/app/exportFile/t'])
  expect(root.alerts.toasts.map(({ message }) => message)).toEqual([{ key: 'limits.statement.done' }])
})

it('leaves the download to the player if the file took a long time, and stops polling', async () => {
  const { store, respond, downloaded, count } = await setUp()
  respond(requestUrl, { data: job('waiting') })
  respond(listUrl, { data: [job('running', { lines: 500 })] })
  await store.request()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(store.job?.lines).toBe(500)
  respond(listUrl, { data: [job('ready')] })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([store.job?.state, store.mayRenew, downloaded]).toEqual(['ready', false, []])
  const requestCount = count(listUrl)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count(listUrl)).toBe(requestCount)
  await store.download()
  expect(downloaded).toHaveLength(1)
})

it('stops polling once the view is closed', async () => {
  const { store, respond, count, stop } = await setUp()
  respond(requestUrl, { data: job('waiting') })
  respond(listUrl, { data: [job('running')] })
  await store.request()
  stop()
  const asked = count(listUrl)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(count(listUrl)).toBe(asked)
})

it('downloads the finished file again, with the server’s message, when asked within the hour', async () => {
  const { store, respond, downloaded, root } = await setUp()
  respond(requestUrl, { data: job('ready'), message: 'Uma vez por hora.' })
  await store.request()
  expect(downloaded).toHaveLength(1)
  expect(root.alerts.toasts[0]?.message).toEqual({ text: 'Uma vez por hora.' })
})

it('says so when the list does not load, and loads it again', async () => {
  const { store, respond } = await setUp()
  respond(listUrl, { httpStatus: 500, message: 'x' })
  await store.load()
  expect(store.state).toBe('failed')
  respond(listUrl, { data: [job('failed')] })
  await store.load()
  expect([store.state, store.job?.state, store.isInProgress]).toEqual(['ready', 'failed', false])
})

it('makes no request in a kiosk', async () => {
  const { store, count } = await setUp(true)
  expect([store.isKiosk, count(listUrl)]).toEqual([true, 0])
})
