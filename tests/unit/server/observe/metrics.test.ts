import { beforeEach, expect, it, vi } from 'vitest'
import { Metrics } from '#server/observe/metrics.ts'

const onError = vi.fn<(error: unknown, metric: string) => void>()
let metrics: Metrics
let read: () => Promise<number>
beforeEach(() => {
  onError.mockReset()
  metrics = new Metrics({ onError })
  metrics.gauge('from_database', 'A value of the database.', () => read())
  metrics.gauge('by_state', 'Values of the database.', async () => ({ late: await read() }), 'state')
})

async function lines(): Promise<string[]> {
  const text = await metrics.text()
  return text.split('\n').filter((line) => /^(from_database|by_state|palpite_metric_stale)/.test(line))
}
const stale = (value: 0 | 1) =>
  ['from_database', 'by_state'].map((metric) => `palpite_metric_stale{metric="${metric}"} ${value}`)
const queueDepth = 'palpite_metric_stale{metric="palpite_queue_depth"} 0'

it('answers within a second with the last known values while the database does not, and says so', async () => {
  read = async () => 3
  expect((await lines()).sort()).toEqual(
    ['from_database 3', 'by_state{state="late"} 3', ...stale(0), queueDepth].sort(),
  )
  let answer = (_value: number): void => undefined
  const asked = vi.fn<() => void>()
  read = () => {
    asked()
    return new Promise((resolve) => (answer = resolve))
  }
  const start = performance.now()
  const expected = ['from_database 3', 'by_state{state="late"} 3', ...stale(1), queueDepth].sort()
  expect((await lines()).sort()).toEqual(expected)
  expect((await lines()).sort()).toEqual(expected)
  expect(performance.now() - start).toBeLessThan(2_000)
  // Each value is asked for once, however many scrapes wait for it.
  expect(asked).toHaveBeenCalledTimes(2)
  answer(4)
  read = async () => 5
  expect(await lines()).toEqual(expect.arrayContaining(['by_state{state="late"} 4']))
  expect(onError).not.toHaveBeenCalled()
})

it('leaves out what it has never known, and reports an error once until the value is there', async () => {
  const error = new Error('connection refused')
  read = () => Promise.reject(error)
  for (let scrape = 0; scrape < 2; scrape++)
    expect((await lines()).sort()).toEqual([...stale(1), queueDepth].sort())
  expect(onError.mock.calls).toEqual([
    [error, 'from_database'],
    [error, 'by_state'],
  ])
  read = async () => 0
  expect(await lines()).toEqual(expect.arrayContaining(['from_database 0', ...stale(0)]))
  read = () => Promise.reject(error)
  await lines()
  expect(onError).toHaveBeenCalledTimes(4)
})
