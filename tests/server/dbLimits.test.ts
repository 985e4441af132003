import { afterEach, describe, expect, it } from 'vitest'
import { codeOf, CommitUnknownError, createDb } from '#server/db/client.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db: free, url } = await createTestDb()
await free.write('create table probe (id text primary key)')
await free.write(`insert into probe (id) values ('a')`)

const limits = { statementMs: 300, lockMs: 100 }
const open = () => createDb(url, { max: 2, maxReads: 1, limits })

/** Backends that a test has frozen, as swapping or a hanging disk would. */
const frozen: number[] = []
const freeze = (pid: number) => {
  process.kill(pid, 'SIGSTOP')
  frozen.push(pid)
}
afterEach(() => frozen.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT')))

const pidSql = 'select pg_backend_pid() as pid'

describe('a database with limits', () => {
  it('cancels a slow statement, read or write', async () => {
    const db = open()
    const slow = [
      db.read('select pg_sleep(20)'),
      db.write('update probe set id = id where pg_sleep(20) is not null'),
    ]
    for (const result of await Promise.allSettled(slow))
      expect(codeOf(result.status === 'rejected' ? result.reason : undefined)).toBe('57014')
    expect(await db.read('select 1 as one')).toEqual([{ one: 1 }])
    await db.close()
  })

  it('gives a transaction a limit of its own, and the next one the usual limit', async () => {
    const db = createDb(url, { max: 1, maxReads: 1, limits })
    // Longer than the usual limit, and than the time after which its connection would be cut.
    const sleep = (tx: { query: (sql: string) => Promise<object[]> }) => tx.query('select pg_sleep(2.5)')
    expect(await db.tx(sleep, { statementMs: 10_000 })).toHaveLength(1)
    expect(codeOf(await db.tx(sleep).catch((error: unknown) => error))).toBe('57014')
    await db.close()
  })

  it('cancels waiting for a lock', async () => {
    const db = open()
    let unlock: () => void = () => undefined
    const unlocked = new Promise<void>((resolve) => (unlock = resolve))
    await new Promise<void>((isHeld) => {
      void free.tx(async (tx) => {
        await tx.query(`select 1 from probe where id = 'a' for update`)
        isHeld()
        await unlocked
      })
    })
    const waiting = db.write(`select 1 from probe where id = 'a' for update`)
    expect(codeOf(await waiting.catch((error: unknown) => error))).toBe('55P03')
    unlock()
    await db.close()
  })

  it('cuts a connection that is frozen, and reads on another one', async () => {
    const db = open()
    const [row] = await db.read<{ pid: number }>(pidSql)
    freeze(row?.pid ?? 0)
    expect(await db.read('select 1 as one').catch(() => 'refused')).toEqual('refused')
    expect(await db.read('select 1 as one')).toEqual([{ one: 1 }])
    await db.close()
  })

  it('reports an unknown outcome when a commit gets no response', async () => {
    const db = open()
    const cut = db.tx(async (tx) => {
      const [row] = await tx.query<{ pid: number }>(pidSql)
      await tx.query(`insert into probe (id) values ('cut')`)
      freeze(row?.pid ?? 0)
    })
    await expect(cut).rejects.toThrow(CommitUnknownError)
    await db.close()
  })

  it('has no limits by default, because a migration may take a long time', async () => {
    expect(await free.read('select pg_sleep(0.5)')).toHaveLength(1)
  })
})
