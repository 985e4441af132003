import { beforeEach, expect, it, vi } from 'vitest'

/** In ms of processor time since the start. */
const used = vi.hoisted(() => ({ idle: 0, nice: 0, gpu: 0, page: 0 }))
vi.mock('node:os', () => ({
  cpus: () => [{ times: { idle: used.idle, nice: used.nice, user: 0, sys: 0, irq: 0 } }],
}))
vi.mock('electron', () => ({
  app: {
    getAppMetrics: () => [
      { type: 'GPU', cpu: { cumulativeCPUUsage: used.gpu / 1_000 } },
      { type: 'Tab', cpu: { cumulativeCPUUsage: used.page / 1_000 } },
    ],
  },
}))

const { TickWeight } = await import('#main/recovery/TickWeight.ts')

const tickMs = 500
let weight: InstanceType<typeof TickWeight>
let now = 0

beforeEach(() => {
  Object.assign(used, { idle: 0, nice: 0, gpu: 0, page: 0 })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  weight = new TickWeight(({ type }) => type === 'Tab')
  weight.next()
})

/** The weight of a tick in which so much processor time was used. */
function tick(change: Partial<typeof used>): number {
  now += tickMs
  for (const [key, ms] of Object.entries(change)) used[key as keyof typeof used] += ms
  return weight.next()
}

it('counts a tick in full while a core is free', () => {
  expect(tick({ idle: 500, page: 100 })).toBe(1)
  // What runs at a low priority gives way.
  expect(tick({ nice: 500, page: 100 })).toBe(1)
  expect(tick({ page: 500 })).toBe(1)
})

it('counts as much of it as there was for a process that gets on slowly, at least a quarter', () => {
  expect(tick({ idle: 100, page: 100, gpu: 50 })).toBe(0.5)
  expect(tick({ page: 10 })).toBe(0.25)
})

it('counts a tick in full in which the process did nothing, however busy the machine and the others are', () => {
  expect(tick({ gpu: 20 })).toBe(1)
})

it('counts the first tick in full', () => {
  weight.reset()
  expect(tick({ page: 10 })).toBe(1)
})
