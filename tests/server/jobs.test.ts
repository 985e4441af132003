import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { isDistributed } from '#server/db/distributed.ts'
import { JobQueue, maintainQueues } from '#server/db/JobQueue.ts'
import type { AppDeps } from '#server/deps.ts'
import { DueWork } from '#server/jobs/DueWork.ts'
import type { Job } from '#server/jobs/Job.ts'
import { JobLoop } from '#server/jobs/JobLoop.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { Leases } from '#server/jobs/Leases.ts'
import { requeueJob } from '#server/jobs/requeue.ts'
import { workOff } from '#server/jobs/queueJobs.ts'
import { Metrics } from '#server/observe/metrics.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createTestDb } from './helpers/testDb.ts'
import { createTestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const { db } = server.deps
const never = () => new Promise<never>(() => undefined)
const { signal } = new AbortController()

const add = (id: string) => db.tx((tx) => server.deps.queue.add(tx, 'refundPayment', id))

/** A job that is run by a loop until the test ends. */
function loop(job: Partial<Job> & Pick<Job, 'name' | 'run'>, deps: AppDeps = server.deps): JobLoop {
  const shared = {
    leases: new Leases(deps),
    dueWork: new DueWork(deps, typeof job.due === 'string' ? [job.due] : []),
  }
  const running = new JobLoop(deps, shared, { everyMs: 20, limitMs: 5_000, ...job })
  running.start()
  atEnd(() => running.stop())
  return running
}

it('that hangs stops no other: tickets are settled while a provider never answers', async () => {
  const { url } = await createTestDb()
  const own = createDb(url)
  const deps: AppDeps = {
    ...server.deps,
    db: own,
    queue: new JobQueue(own),
    metrics: new Metrics(),
    provider: { ...server.deps.provider, refund: vi.fn(never), status: vi.fn(never) },
  }
  await own.write(
    `insert into users (id, email, password_hash, invite_code, created_at) values ('u', 'u@x.test', '', 'u', now())`,
  )
  await own.write(`insert into deposit_packages (id, price, sort, kind) values ('p', 100, 1, 'BRL')`)
  await own.write(
    `insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, refusal)
     values ('hangs', 'u', 'p', 'sandbox', 100, 'failed', now(), now(), 'accountClosed')`,
  )
  await own.tx((tx) => deps.queue.add(tx, 'refundPayment', 'hangs'))
  const stop = startJobs(deps, url)
  const runsOf = async (task: string) =>
    Number(
      new RegExp(`palpite_job_runs_total\\{task="${task}",result="ok"\\} (\\d+)`).exec(
        await deps.metrics.text(),
      )?.[1] ?? 0,
    )
  await expect.poll(() => vi.mocked(deps.provider.refund).mock.calls.length, { timeout: 5_000 }).toBe(1)
  const before = await runsOf('settleTickets')
  await expect.poll(() => runsOf('settleTickets'), { timeout: 5_000 }).toBeGreaterThanOrEqual(before + 2)
  expect(await runsOf('refundPayment')).toBe(0)
  await stop()
  await own.close()
})

it('runs in one process at a time, and in another one when its process is gone', async () => {
  const [first, second] = [new Leases(server.deps), new Leases(server.deps)]
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await pause(20)
    running--
  }
  const often = async (leases: Leases) => {
    for (let i = 0; i < 20; i++) await leases.whileHeld('one', work)
  }
  await Promise.all([often(first), often(second)])
  expect(most).toBe(1)

  await db.write(`insert into job_leases values ('dead', 'another process', now() + interval '1 hour')`)
  const ran = vi.fn(() => Promise.resolve())
  await first.whileHeld('dead', ran)
  expect(ran).not.toHaveBeenCalled()
  await db.write(`update job_leases set until = now() - interval '1 second' where job = 'dead'`)
  await first.whileHeld('dead', ran)
  expect(ran).toHaveBeenCalledTimes(1)
  expect(await db.read(`select 1 from job_leases where job = 'dead'`)).toEqual([])
})

it('that begin and end together take their leases with one statement, and give them back with one', async () => {
  let statements = 0
  const counting: typeof db = {
    ...db,
    write: (sql, params) => {
      statements++
      return db.write(sql, params)
    },
  }
  const leases = new Leases({ ...server.deps, db: counting })
  await db.write(`insert into job_leases values ('elsewhere', 'another process', now() + interval '1 hour')`)
  const ran: string[] = []
  const held = () => db.read<{ job: string }>(`select job from job_leases where job like 'together%'`)
  const names = ['together b', 'elsewhere', 'together a']
  let endAll = () => {}
  const allRead = new Promise<void>((resolve) => (endAll = resolve))
  await Promise.all(
    names.map((name) =>
      leases.whileHeld(name, async () => {
        expect(await held()).toHaveLength(2)
        // What ends first gives its lease back soon.
        if (ran.push(name) === 2) endAll()
        await allRead
      }),
    ),
  )
  expect(ran.toSorted()).toEqual(['together a', 'together b'])
  expect(statements).toBe(2)
  expect(await held()).toEqual([])
})

it('that have nothing to do ask so with one statement and take no lease', async () => {
  const conditions = ['$1 < now()', '$1 > now()', `exists (select from orders where status = 'none')`]
  const [passed, coming, none] = conditions
  const statements: string[] = []
  const deps: AppDeps = {
    ...server.deps,
    clock: { now: () => new Date(Date.now() + 60_000) },
    metrics: new Metrics(),
    db: {
      ...db,
      read: (sql, params) => {
        statements.push(sql)
        return db.read(sql, params)
      },
      write: (sql, params) => {
        statements.push(sql)
        return db.write(sql, params)
      },
    },
  }
  await isDistributed(deps.db)
  statements.length = 0
  const dueWork = new DueWork(deps, conditions)
  const shared = { leases: new Leases(deps), dueWork }
  const ran: string[] = []
  const loops = Object.entries({ passed, coming, none }).map(([name, due]) => {
    const run = () => Promise.resolve(ran.push(name))
    return new JobLoop(deps, shared, { name, everyMs: 60_000, limitMs: 5_000, run, due: due ?? '' })
  })
  for (const each of loops) each.start()
  const counts = async () => (await deps.metrics.text()).match(/palpite_job_runs_total.*"ok"\} 1/g)
  await expect.poll(counts).toHaveLength(3)
  await Promise.all(loops.map((each) => each.stop()))
  expect(ran).toEqual(['coming'])
  // The look, and the lease of the one with something to do.
  expect(statements).toHaveLength(3)
})

it('looks itself where nobody knows whether it has something to do', async () => {
  const logged = vi.spyOn(server.deps.log, 'error')
  const run = vi.fn(() => Promise.resolve())
  loop({ name: 'unknown', run, due: 'exists (select from no_such_table)' })
  await expect.poll(() => run.mock.calls.length).toBeGreaterThan(0)
  expect(logged).toHaveBeenCalledWith(expect.anything(), 'looking for due work failed')
})

it('that takes too long has failed, is told so, and runs again', async () => {
  const metrics = new Metrics()
  const signals: AbortSignal[] = []
  const deps = { ...server.deps, metrics }
  loop(
    {
      name: 'tooLong',
      limitMs: 50,
      run: (_deps, abort) => {
        signals.push(abort)
        return never()
      },
    },
    deps,
  )
  await expect.poll(() => signals.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(2)
  expect(signals[0]?.aborted).toBe(true)
  expect(await metrics.text()).toMatch(/palpite_job_runs_total\{task="tooLong",result="failed"\} [1-9]/)
})

it('in the queue is done once, whoever looks, and is there only if its transaction committed', async () => {
  await db
    .tx(async (tx) => {
      await server.deps.queue.add(tx, 'refundPayment', 'rolled back')
      throw new Error('no')
    })
    .catch(() => undefined)
  for (let i = 0; i < 20; i++) await add(`once-${i}`)
  const done: string[] = []
  const handle = async (_deps: AppDeps, { id }: { id: string }) => {
    await pause(5)
    done.push(id)
  }
  await Promise.all(Array.from({ length: 4 }, () => workOff(server.deps, 'refundPayment', handle, signal)))
  expect(done.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `once-${i}`).toSorted())
})

it('in the queue that fails is tried again later; one of a dead process is given to another', async () => {
  const { url } = await createTestDb()
  const own = createDb(url)
  const deps = { ...server.deps, db: own, queue: new JobQueue(own) }
  await own.tx((tx) => deps.queue.add(tx, 'refundPayment', 'again'))
  const due = () => own.write(`update pgboss.job set start_after = now() where state = 'retry'`)
  await expect(
    workOff(deps, 'refundPayment', () => Promise.reject(new Error('down')), signal),
  ).rejects.toThrow('1 jobs of refundPayment failed')
  const done = vi.fn(() => Promise.resolve())
  await workOff(deps, 'refundPayment', done, signal)
  expect(done).not.toHaveBeenCalled()
  await due()
  // A process takes it and dies.
  expect(await deps.queue.take('refundPayment', 5)).toMatchObject([{ id: 'again' }])
  await workOff(deps, 'refundPayment', done, signal)
  expect(done).not.toHaveBeenCalled()
  await own.write(`update pgboss.job set started_on = now() - interval '5 minutes' where state = 'active'`)
  await maintainQueues(url)
  await due()
  await workOff(deps, 'refundPayment', done, signal)
  expect(done).toHaveBeenCalledTimes(1)
  await own.close()
})

it('is added again for what waits without one: refunds from before there was a queue', async () => {
  const { url } = await createTestDb()
  const own = createDb(url)
  const deps: AppDeps = { ...server.deps, db: own, queue: new JobQueue(own) }
  await own.write(
    `insert into users (id, email, password_hash, invite_code, created_at) values ('u', 'u@x.test', '', 'u', now())`,
  )
  await own.write(`insert into deposit_packages (id, price, sort, kind) values ('p', 100, 1, 'BRL')`)
  await own.write(
    `insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, refusal, asked_at)
     values ('old', 'u', 'p', 'sandbox', 100, 'failed', now(), now(), 'accountClosed', now() - interval '1 day')`,
  )
  await requeueJob.run(deps, signal)
  await requeueJob.run(deps, signal)
  expect(await deps.queue.take('refundPayment', 5)).toMatchObject([{ id: 'old' }])
  await own.close()
})
