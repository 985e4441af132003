import { expect, it, vi } from 'vitest'
import { LatestRuns } from '#server/flow/latestRuns.ts'

it('runs the first job at once, then only the latest one, one at a time', async () => {
  const runs = new LatestRuns(20, () => undefined)
  const done: number[] = []
  let running = 0
  for (let i = 0; i < 50; i++)
    runs.request('ana', async () => {
      expect(++running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      done.push(i)
    })
  runs.request('bia', () => Promise.resolve(void done.push(-1)))
  await expect.poll(() => done).toEqual([-1, 0, 49])
  // Once the pause after the last one is over, the next job runs at once.
  const runsAtOnce = () => {
    let isRun = false
    runs.request('ana', () => Promise.resolve(void (isRun = true)))
    return isRun
  }
  await expect.poll(runsAtOnce).toBe(true)
})

it('reports a failure and continues', async () => {
  const report = vi.fn()
  const runs = new LatestRuns(1, report)
  const done = vi.fn()
  runs.request('ana', () => Promise.reject(new Error('broken')))
  runs.request('ana', () => Promise.resolve(done()))
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(report).toHaveBeenCalledExactlyOnceWith(new Error('broken'))
})

it('runs nothing more once it is stopped', async () => {
  const begin = () => {
    const runs = new LatestRuns(1, () => undefined)
    const done = vi.fn()
    runs.request('ana', () => Promise.resolve())
    runs.request('ana', () => Promise.resolve(done()))
    return { runs, done }
  }
  const [stopped, other] = [begin(), begin()]
  await stopped.runs.stop()
  await expect.poll(() => other.done.mock.calls.length).toBe(1)
  expect(stopped.done).not.toHaveBeenCalled()
})
