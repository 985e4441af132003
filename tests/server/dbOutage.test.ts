import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, CommitUnknownError, createDb, type Db } from '#server/db/client.ts'
import { FaultProxy } from '../reliability/harness/FaultProxy.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db: direct, url } = await createTestDb()
const { pathname, searchParams, username, password } = new URL(url)
const proxy = await FaultProxy.start({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
const proxied = `postgresql://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`

let db: Db
beforeAll(() => direct.write('create table probe (id text primary key)'))
beforeEach(() => {
  db = createDb(proxied, { max: 2, maxReads: 2, outageMs: 10_000 })
  return () => db.close()
})
afterAll(() => proxy.close())

/** Whether new connections refuse to write, like those to a standby that is not the primary yet. */
async function standby(isStandby: boolean): Promise<void> {
  await direct.write(
    `alter database "${pathname.slice(1)}" set default_transaction_read_only = ${isStandby ? 'on' : 'off'}`,
  )
  if (isStandby) proxy.cutAll()
}

const rows = async () => (await direct.read<{ id: string }>('select id from probe')).map(({ id }) => id)

describe('while there is no primary', () => {
  it('a transaction and a single write wait for one that accepts writes', async () => {
    await standby(true)
    const began = performance.now()
    const insert = 'insert into probe (id) values ($1)'
    await Promise.all([
      delay(700).then(() => standby(false)),
      db.tx((tx) => tx.query(insert, ['in a transaction'])),
      db.tx((tx) => Promise.resolve(tx.sendWithCommit(insert, ['with the commit']))),
      db.write(insert, ['single']),
    ])
    expect(performance.now() - began).toBeGreaterThan(600)
    expect((await rows()).sort()).toEqual(['in a transaction', 'single', 'with the commit'])
  })

  it('refused connections are tried again, by reads and writes', async () => {
    proxy.refuse(true)
    const [reads, written] = await Promise.all([
      db.read('select 1 as one'),
      db.tx((tx) => tx.query('select 2 as two')),
      db.write(`insert into probe (id) values ('after refusals')`),
      delay(700).then(() => proxy.refuse(false)),
    ])
    expect([reads, written]).toEqual([[{ one: 1 }], [{ two: 2 }]])
    expect(await rows()).toContain('after refusals')
  })

  it('a call gives up in the end, with the reason', async () => {
    const impatient = createDb(proxied, { max: 1, maxReads: 1, outageMs: 300 })
    await standby(true)
    const refused = impatient.tx((tx) => tx.query(`insert into probe (id) values ('too early')`))
    expect(codeOf(await refused.catch((error: unknown) => error))).toBe('25006')
    await standby(false)
    proxy.refuse(true)
    await expect(impatient.read('select 1')).rejects.toThrow(
      /^(Connection terminated|connect ECONN|read ECONN)/,
    )
    proxy.refuse(false)
    await impatient.close()
    expect(await rows()).not.toContain('too early')
  })

  it('a commit without a response is not repeated', async () => {
    let runs = 0
    const lost = db.tx(async (tx) => {
      runs++
      await tx.query('select 1')
      await tx.query(`insert into probe (id) values ('unknown ' || $1::int)`, [runs])
      // The commit reaches PostgreSQL, its response does not arrive.
      proxy.arm({ direction: 'down', after: { packets: 0 }, action: 'cut' })
    })
    await expect(lost).rejects.toThrow(CommitUnknownError)
    expect(runs).toBe(1)
    await expect.poll(rows).toContain('unknown 1')
  })

  it('a single write whose response was lost is not repeated', async () => {
    await db.write(`insert into probe (id) values ('first')`)
    proxy.arm({ direction: 'down', after: { packets: 0 }, action: 'cut' })
    const lost = db.write(`insert into probe (id) values ('once')`)
    await expect(lost).rejects.toThrow('Connection terminated unexpectedly')
    await expect.poll(rows).toContain('once')
  })
})

describe('a connection that only listens', () => {
  it('is replaced when the network is silent', async () => {
    const received: string[] = []
    const onReconnect = vi.fn()
    const stop = await db.listen('silence', (text) => received.push(text), { onReconnect, checkMs: 200 })
    proxy.arm({ direction: 'down', after: { packets: 0 }, action: 'stall' })
    await expect.poll(() => onReconnect.mock.calls.length, { timeout: 10_000 }).toBe(1)
    await direct.write(`select pg_notify('silence', 'heard')`)
    await expect.poll(() => received).toEqual(['heard'])
    proxy.disarm()
    await stop()
  })
})

describe('a prepared statement', () => {
  it('is prepared anew when a newer program has changed its table', async () => {
    await direct.write('create table changing (id int)')
    await direct.write('insert into changing values (1)')
    const read = () => db.read('select * from changing where id = $1', [1])
    const write = () => db.tx((tx) => tx.query('select * from changing where id = $1 for update', [1]))
    expect(await Promise.all([read(), write()])).toEqual([[{ id: 1 }], [{ id: 1 }]])
    await direct.write('alter table changing add column added text')
    const row = { id: 1, added: null }
    expect(await Promise.all([read(), write()])).toEqual([[row], [row]])
  })
})
