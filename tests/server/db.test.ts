import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createSandboxClock } from '#server/time/clock.ts'
import { createLog } from '#server/observe/log.ts'
import { codeOf, CommitUnknownError, createDb, type Db } from '#server/db/client.ts'
import { migrate as migrateTo, type OptionalSchema } from '#server/db/migrate.ts'
import { emptyDatabase } from '#server/sandbox/emptyDatabase.ts'
import { addCatalogueDefaults } from '#server/domain/installation/catalogueDefaults.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db, url } = await createTestDb()
const schemas: OptionalSchema[] = ['sandbox', 'sandbox_provider']
const migrate = (on: Db) => migrateTo(on, schemas)
await db.write('create table probe (id text primary key, n bigint not null default 0)')

describe('values', () => {
  it('are returned as numbers, dates and text', async () => {
    const [row] = await db.read(
      `select 9007199254740991::bigint as big, 0.25::numeric as part, $1::timestamptz as at, $2::text as text`,
      [new Date('2024-02-29T12:00:00Z'), 'Ação'],
    )
    expect(row).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      part: 0.25,
      at: new Date('2024-02-29T12:00:00Z'),
      text: 'Ação',
    })
  })

  it('beyond 2^53 are refused, not rounded', async () => {
    await expect(db.read('select 9007199254740993::bigint as big')).rejects.toThrow(RangeError)
  })
})

describe('a transaction', () => {
  // What Citus says at a commit when a node was lost before it had confirmed its part.
  it.each([
    ['warning', 'failed to commit transaction on 10.0.0.2:5432'],
    ['exception', 'could not commit transaction for shard 102008 on at least one active node'],
  ])('of which a node has not confirmed its part, by a %s, has an unknown outcome', async (level, text) => {
    await db.write(`create table of_nodes (id text);
      create function say_lost() returns trigger language plpgsql as $$ begin raise ${level} '${text}'; return null; end $$;
      create constraint trigger lost after insert on of_nodes deferrable initially deferred for each row
        execute function say_lost()`)
    const hook = vi.fn<() => void>()
    const lost = db.tx(async (tx) => {
      tx.afterCommit(hook)
      await tx.query(`insert into of_nodes values ('1')`)
    })
    await expect(lost).rejects.toThrow(CommitUnknownError)
    expect(hook).not.toHaveBeenCalled()
    await db.write('drop table of_nodes; drop function say_lost')
  })

  it('commits when its function resolves, then runs the commit hooks', async () => {
    const order: string[] = []
    const result = await db.tx(async (tx) => {
      await tx.query(`insert into probe (id) values ('kept')`)
      tx.afterCommit(async () => {
        order.push(`after: ${(await db.read(`select 1 from probe where id = 'kept'`)).length}`)
      })
      order.push(`inside, others see ${(await db.read(`select 1 from probe where id = 'kept'`)).length}`)
      return 7
    })
    expect(result).toBe(7)
    expect(order).toEqual(['inside, others see 0', 'after: 1'])
  })

  it('leaves nothing behind when its function throws', async () => {
    const after = vi.fn()
    const failing = db.tx(async (tx) => {
      tx.afterCommit(after)
      await tx.query(`insert into probe (id) values ('gone')`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await db.read(`select 1 from probe where id = 'gone'`)).toEqual([])
    expect(after).not.toHaveBeenCalled()
  })

  it('is retried after a deadlock', async () => {
    await db.write(`insert into probe (id) values ('a'), ('b')`)
    let runs = 0
    let signalBothLocked: () => void = () => undefined
    const bothLocked = new Promise<void>((resolve) => (signalBothLocked = resolve))
    const both = (first: string, second: string) =>
      db.tx(async (tx) => {
        await tx.query('update probe set n = n + 1 where id = $1', [first])
        if (++runs === 2) signalBothLocked()
        await bothLocked
        await tx.query('update probe set n = n + 1 where id = $1', [second])
      })
    await Promise.all([both('a', 'b'), both('b', 'a')])
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(await db.read(`select n from probe where id in ('a', 'b')`)).toEqual([{ n: 2 }, { n: 2 }])
  })
})

describe('a read', () => {
  it('cannot write, lock a row or call a function that does, and fails at once', async () => {
    await db.write(`create function probe_add(p_id text) returns bigint language sql as
      'update probe set n = n + 1 where id = p_id returning n'`)
    const writes = [
      `insert into probe (id) values ('read')`,
      `with added as (insert into probe (id) values ('read') returning id) select id from added`,
      `select probe_add('kept')`,
      `select 1 from probe for update`,
    ]
    const began = performance.now()
    for (const sql of writes)
      expect(codeOf(await db.read(sql).catch((error: unknown) => error)), sql).toBe('25006')
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await db.read(`select n from probe where id in ('read', 'kept')`)).toEqual([{ n: 0 }])
  })

  it('belongs to the transaction that it is called on', async () => {
    await db.tx(async (tx) => {
      await tx.write(`insert into probe (id) values ('mine')`)
      expect(await tx.read(`select id from probe where id = 'mine'`)).toEqual([{ id: 'mine' }])
      expect(await db.read(`select id from probe where id = 'mine'`)).toEqual([])
    })
  })

  it('does not wait while a write waits for a lock', async () => {
    await db.write(`insert into probe (id) values ('locked')`)
    // One connection for all reads: a waiting statement would block them.
    const narrow = createDb(url, { max: 2, maxReads: 1 })
    let unlock: () => void = () => undefined
    const unlocked = new Promise<void>((resolve) => (unlock = resolve))
    let holder: Promise<void> | undefined
    await new Promise<void>((isLocked, failed) => {
      holder = db.tx(async (tx) => {
        await tx.query(`select 1 from probe where id = 'locked' for update`)
        isLocked()
        await unlocked
      })
      holder.catch(failed)
    })
    const added = narrow.write(`select probe_add($1) as n`, ['locked'])
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%probe_add%'`
    await expect.poll(() => db.read(waiting)).toHaveLength(1)
    const read = narrow.read('select 1 as one')
    expect(await Promise.race([read, delay(15_000, 'still waiting', { ref: false })])).toEqual([{ one: 1 }])
    unlock()
    await holder
    expect(await added).toEqual([{ n: 1 }])
    await narrow.close()
  })
})

describe('slow reads', () => {
  it('do not hold up other reads', async () => {
    const three = createDb(url, { maxReads: 3 })
    let done = 0
    const slow = [1, 2].map(() => three.read('select pg_sleep(1)').then(() => done++))
    await Promise.all(Array.from({ length: 8 }, () => three.read('select 1 as one')))
    expect(done).toBe(0)
    await Promise.all(slow)
    await three.close()
  })
})

describe('listening', () => {
  it('receives notifications on commit, also after its connection was cut', async () => {
    const received: string[] = []
    const reconnected = vi.fn()
    const stop = await db.listen('probe', (payload) => received.push(payload), { onReconnect: reconnected })
    await db.tx(async (tx) => {
      await tx.query(`select pg_notify('probe', 'one')`)
      await db.write(`select pg_notify('probe', 'of another transaction')`)
      await expect.poll(() => received).toEqual(['of another transaction'])
    })
    await expect.poll(() => received).toEqual(['of another transaction', 'one'])
    received.length = 0
    await db.write(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'palpite listens to probe'`,
    )
    await expect.poll(() => reconnected).toHaveBeenCalledOnce()
    await db.write(`select pg_notify('probe', 'two')`)
    await expect.poll(() => received).toEqual(['two'])
    await stop()
    const byOther: string[] = []
    const stopOther = await db.listen('probe', (payload) => byOther.push(payload))
    await db.write(`select pg_notify('probe', 'three')`)
    await expect.poll(() => byOther).toEqual(['three'])
    expect(received).toEqual(['two'])
    await stopOther()
  })
})

describe('migrations', () => {
  it('have all run, and several processes can start them at once', async () => {
    const others = Array.from({ length: 4 }, () => createDb(url, { max: 2 }))
    expect(await Promise.all(others.map(migrate))).toEqual([[], [], [], []])
    await Promise.all(others.map((other) => other.close()))
  })

  it('refuse a database made by a changed or newer version', async () => {
    const [base] = await db.read<{ checksum: string }>(
      `select checksum from migrations where name = '001.base.sql'`,
    )
    await db.write(`update migrations set checksum = 'x' where name = '001.base.sql'`)
    await expect(migrate(db)).rejects.toThrow('001.base.sql was changed')
    await db.write(`update migrations set checksum = $1 where name = '001.base.sql'`, [base?.checksum ?? ''])
    await db.write(`insert into migrations (name, checksum) values ('999.future.sql', 'x')`)
    await expect(migrate(db)).rejects.toThrow('newer than this program')
    await db.write(`delete from migrations where name = '999.future.sql'`)
  })

  it('refuse a database with a newer ledger instead of replacing it with the older one', async () => {
    const [own] = await db.read<{ name: string; checksum: string }>(
      `select name, checksum from migrations where name like 'ledger.%'`,
    )
    const record = (name: string, checksum: string) =>
      db.write(`update migrations set name = $1, checksum = $2 where name like 'ledger.%'`, [name, checksum])
    await record('ledger.99.sql', 'x')
    await expect(migrate(db)).rejects.toThrow('newer than this program: it has ledger.99.sql')
    // The same number with a different script: it would be unclear which ledger the database has.
    await record(own?.name ?? '', 'x')
    await expect(migrate(db)).rejects.toThrow('was changed')
    // The name under which the ledger was recorded before ledgers were numbered.
    await record('ledger.sql', 'x')
    expect(await migrate(db)).toEqual([own?.name])
    expect(await db.read(`select name, checksum from migrations where name like 'ledger.%'`)).toEqual([own])
    expect(await migrate(db)).toEqual([])
  })
})

describe('seed data', () => {
  it("is inserted once, however often it is run, and keeps an operator's changes", async () => {
    await Promise.all([
      addCatalogueDefaults({ db }),
      addCatalogueDefaults({ db }),
      addCatalogueDefaults({ db }),
    ])
    await db.write(`update deposit_packages set gift = 4000 where id = 'brl-100'`)
    await db.write(`update games set enabled = false where code = 'limbo'`)
    await addCatalogueDefaults({ db })
    expect(await db.read(`select price, gift from deposit_packages where id = 'brl-100'`)).toEqual([
      { price: 10_000, gift: 4_000 },
    ])
    const prices = await db.read<{ price: number }>(
      `select price from deposit_packages where kind = 'BRL' order by sort`,
    )
    expect(prices.map(({ price }) => price / 100)).toEqual([20, 50, 100, 200, 500, 1000])
    const games = await db.read<{ kind: string; n: number }>(
      'select kind, count(*) as n from games group by kind order by kind',
    )
    expect(games).toEqual([
      { kind: 'original', n: 6 },
      { kind: 'slot', n: 4 },
      { kind: 'sport', n: 1 },
    ])
    expect(await db.read(`select enabled from games where code = 'limbo'`)).toEqual([{ enabled: false }])
  })

  it('is all that is left after a reset', async () => {
    await db.write(
      `insert into users (id, email, password_hash, invite_code, created_at) values ('u', 'u@x', '', 'AAAAAAAA', now())`,
    )
    await db.write(`insert into wallets (user_id) values ('u')`)
    await db.write(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       values ('k', 'adjust', 'u', 'adjust', '', '{}', '{}', '{}', '{}', now())`,
    )
    await emptyDatabase(db)
    expect(await db.read('select 1 from transfers')).toEqual([])
    expect(await db.read('select 1 from users')).toEqual([])
    await expect(db.write('delete from transfers')).rejects.toThrow('append-only')
  })
})

describe('the sandbox clock', () => {
  const log = createLog('silent')

  it('moves for all processes, and stays moved', async () => {
    const [mine, other] = [await createSandboxClock({ db, log }), await createSandboxClock({ db, log })]
    const day = 86_400_000
    const offset = mine.offset()
    await mine.advance(day)
    await expect.poll(() => other.offset()).toBe(offset + day)
    await other.advance(day)
    await expect.poll(() => mine.offset()).toBe(offset + 2 * day)
    expect(Math.abs(mine.now().getTime() - Date.now() - offset - 2 * day)).toBeLessThan(100)
    await mine.moveTo(new Date('2030-01-01T00:00:00Z'))
    expect(mine.now().toISOString()).toMatch(/^2030-01-01T00:00:0/)
    await Promise.all([mine.close(), other.close()])
    const later = await createSandboxClock({ db, log })
    expect(later.now().getUTCFullYear()).toBe(2030)
    await later.close()
  })
})

describe('housekeeping', () => {
  it('deletes expired rows and nothing else', async () => {
    const now = new Date('2026-06-15T12:00:00Z')
    const add = (id: string, expires: string) =>
      db.write(`insert into captchas (code_id, answer, created_at, expires_at) values ($1, 'x', $2, $3)`, [
        id,
        now,
        new Date(expires),
      ])
    await add('old', '2026-06-15T10:59:00Z')
    await add('expired', '2026-06-15T11:01:00Z')
    await add('fresh', '2026-06-15T12:05:00Z')
    await db.write(
      `insert into idempotency_keys (user_id, key, route, body_hash, status, response, created_at) values
        ('u', 'old', '', '', 200, '', now() - interval '8 days'), ('u', 'new', '', '', 200, '', now())`,
    )
    await deleteExpired({ db, clock: { now: () => now } })
    expect(await db.read('select code_id from captchas order by expires_at')).toEqual([
      { code_id: 'expired' },
      { code_id: 'fresh' },
    ])
    expect(await db.read('select key from idempotency_keys')).toEqual([{ key: 'new' }])
  })
})
