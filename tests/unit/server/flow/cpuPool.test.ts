import { expect, it } from 'vitest'
import { hashPassword } from '#server/domain/accounts/passwords.ts'
import { drawCaptcha } from '#server/domain/captcha/image.ts'
import { BoundedQueue } from '#server/flow/BoundedQueue.ts'
import { cooldownOfProcess } from '#server/flow/cooldown.ts'
import { CpuPool } from '#server/flow/CpuPool.ts'
import { eventLoopLoad } from '#server/flow/eventLoopLoad.ts'
import type { Traffic } from '#server/flow/traffic.ts'
import { ReadyPool } from '#server/flow/ReadyPool.ts'

const steps: string[] = []
const record = { name: 'record', run: (step: string) => steps.push(step) }
const fail = {
  name: 'fail',
  run: (): never => {
    throw new Error('broken')
  },
}

it('gives a result before its cooldown, and begins the next task after it', async () => {
  const pool = new CpuPool(undefined, () => {
    steps.push('cooldown')
    return 20
  })
  const began = performance.now()
  const first = pool.run(record, 'first')
  const second = pool.run(record, 'second')
  await first
  await expect.poll(() => steps).toEqual(['first', 'cooldown'])
  await second
  expect(steps.slice(0, 3)).toEqual(['first', 'cooldown', 'second'])
  expect(performance.now() - began).toBeGreaterThanOrEqual(19)
})

it('a failed task does not stop the others', async () => {
  const pool = new CpuPool(undefined)
  await expect(pool.run(fail, undefined)).rejects.toThrow('broken')
  expect(await pool.run(record, 'next')).toBe(steps.length)
})

it('a password does not wait for the captchas that were asked for before it', async () => {
  const cpu = new CpuPool(undefined)
  const images = new ReadyPool(() => cpu.run({ name: 'drawCaptcha', run: drawCaptcha }, undefined))
  const traffic = { passwords: new BoundedQueue(30) } as Traffic
  const done: string[] = []
  const jobs = Array.from({ length: 8 }, async () => {
    await images.take()
    done.push('picture')
  })
  jobs.push(hashPassword({ cpu, traffic }, 'Senha-forte-1').then(() => void done.push('password')))
  await Promise.all(jobs)
  expect(done.indexOf('password')).toBeLessThan(3)
})

it('a queue refuses at once what exceeds its places', async () => {
  const queue = new BoundedQueue(2)
  let end: () => void = () => undefined
  const first = queue.run(() => new Promise<string>((resolve) => (end = () => resolve('first'))))
  const second = queue.run(async () => 'second')
  await expect(queue.run(async () => 'third')).rejects.toMatchObject({ key: 'tooManyCalls', retryAfter: 2 })
  await expect.poll(() => (end(), first)).toBe('first')
  expect(await second).toBe('second')
  expect(await queue.run(async () => 'fourth')).toBe('fourth')
})

it.each([
  [0, 2, 0],
  [0.1, 2, 200],
  [0.2, 2, 400],
  [1, 2, 400],
  [1, 1, 400],
  [1, 8, 100],
])(
  'a process that is busy for %d of its time on %d CPUs pauses %d ms after a task',
  (utilization, cpus, ms) => {
    const load = eventLoopLoad(() => utilization)
    expect(cooldownOfProcess(load, cpus)()).toBeCloseTo(ms)
  },
)
