import { expect, it } from 'vitest'
import { howBusyProcessIs } from '#server/flow/utilization.ts'
import { restOfProcess, serialQueue } from '#server/domain/accounts/heavyWork.ts'

it('a queue gives a result before it rests, and begins the next job after it', async () => {
  const steps: string[] = []
  let endRest: () => void = () => undefined
  const inQueue = serialQueue(2, () => {
    steps.push('rest')
    return new Promise((resolve) => (endRest = resolve))
  })
  const first = inQueue(async () => steps.push('first'))
  const second = inQueue(async () => steps.push('second'))
  await first
  await expect.poll(() => steps).toEqual(['first', 'rest'])
  endRest()
  await second
  expect(steps.slice(0, 3)).toEqual(['first', 'rest', 'second'])
})

it('a failed job rests too, and does not stop the queue', async () => {
  const inQueue = serialQueue(2, async () => undefined)
  await expect(inQueue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inQueue(async () => 'next')).toBe('next')
})

it('more jobs than may wait are refused at once', async () => {
  const inQueue = serialQueue(1)
  const first = inQueue(async () => 'first')
  await expect(inQueue(async () => 'second')).rejects.toMatchObject({ key: 'tooManyCalls', retryAfter: 2 })
  expect(await first).toBe('first')
})

it.each([
  [0, 2, 0],
  [0.1, 2, 200],
  [0.2, 2, 400],
  [1, 2, 400],
  [1, 1, 400],
  [1, 8, 100],
])(
  'a process that is busy for %d of its time on %d CPUs rests %d ms after a job',
  (utilization, cpus, rest) => {
    expect(
      restOfProcess(
        howBusyProcessIs(() => utilization),
        cpus,
      )(),
    ).toBeCloseTo(rest)
  },
)
