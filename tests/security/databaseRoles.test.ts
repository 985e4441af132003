import { randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { JobQueue, maintainQueues } from '#server/db/JobQueue.ts'
import { migrate } from '#server/db/migrate.ts'
import { roles, setUpRoles } from '#server/db/roles.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { systemClock } from '#server/time/clock.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { addPlayer } from '../ledger/players.ts'
import { productionEnv } from '../server/helpers/production.ts'
import { startServerProcess } from '../server/helpers/serverProcess.ts'
import { testActor } from '../server/helpers/testActor.ts'

// Each test starts PostgreSQL or a server, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const folder = await mkdtemp(join(tmpdir(), 'palpite-roles-'))
await copyCluster(inject('preparedCluster'), folder)
const postgres = await startEmbedded(folder, { durable: false })
const open = (url: string) => createDb(url, { max: 2, maxReads: 1 })
const [program, owner, admin] = [open(postgres.url), open(postgres.ownerUrl), open(postgres.adminUrl)]
afterAll(async () => {
  await Promise.all([program, owner, admin].map((db) => db.close()))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const ledger = createLedger(program, systemClock)
const userId = await addPlayer(program, ledger)
const deposit = (orderId: string) =>
  ledger.deposit(program, {
    userId,
    actor: testActor,
    orderId,
    principal: cents(100),
    bonus: cents(0),
    turnover: cents(0),
  })
await deposit(randomUUID())

const ownedBy = (on: Db) =>
  on.read<{ name: string; owner: string }>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner from pg_class c
      where c.relnamespace = 'public'::regnamespace
      union all select p.proname, pg_get_userbyid(p.proowner) from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  )

describe("the program's role", () => {
  it.each([
    `update transfers set at = now()`,
    `delete from transfers`,
    `truncate transfers`,
    `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
      values ('x', 'adjust', '${userId}', '', '', '{}', '{house_games,cash}', '{-5,5}', '{null,5}', now())`,
    `update transfers_0 set at = now()`,
    `delete from transfers_0`,
    `truncate transfers_0`,
    `update entries set amount = amount + 1`,
    `delete from entries`,
    `alter table transfers disable trigger all`,
    `alter table transfers_0 disable trigger transfers_append_only`,
    `drop trigger transfers_append_only on transfers`,
    `drop table transfers`,
    `alter table transfers drop constraint transfers_balanced`,
    `update wallets set cash = cash + 100`,
    `insert into wallets (user_id, cash) values ('x', 100)`,
    `delete from wallets`,
    `update bet_days set stakes = 0`,
    `insert into bet_days values ('x', now(), '', 1, 1)`,
    `update ticket_settlements set paid = 0`,
    `update office.staff_audit set reason = ''`,
    `delete from office.staff_audit`,
    `truncate office.staff_audit`,
    `insert into office.staff_audit (id, at, staff_name, action, previous_hash, hash) values (1, now(), '', '', '', '')`,
    `update office.audit_head set id = 0`,
    `create or replace function office.audit_hash(p office.staff_audit) returns bytea language sql as $$ select ''::bytea $$`,
    `update migrations set checksum = ''`,
    `select setval('transfers_id_seq', 1)`,
    `create table own (id integer)`,
    `create schema own`,
    `create or replace function ledger_day(p_at timestamptz) returns date language sql as 'select null::date'`,
    `set session_replication_role = replica`,
    `set role ${roles.owner}`,
    `set role ${roles.admin}`,
    `copy transfers from program 'true'`,
    `select pg_read_file('pg_hba.conf')`,
  ])('may not: %s', async (sql) => {
    await expect(program.write(sql)).rejects.toThrow(/permission denied|must be owner|must be superuser/)
  })

  it("cannot rename a player's wallet", async () => {
    await expect(program.write(`update wallets set user_id = 'x'`)).rejects.toThrow('foreign key')
  })

  it('posts, and only by the rule', async () => {
    const before = await ledger.wallet(program, userId)
    expect((await deposit(randomUUID())).cash).toBe(before.cash + 100)
    await expect(
      ledger.holdStake(program, {
        userId,
        actor: testActor,
        roundId: randomUUID(),
        amount: cents(1_000_000),
        wallet: 'cash',
      }),
    ).rejects.toThrow(InsufficientFunds)
    expect(await ledger.violations()).toEqual([])
  })

  it('adds rows to the audit of the back office, at its end', async () => {
    const row = JSON.stringify({ at: new Date().toISOString(), staff_name: 'somebody', action: 'test' })
    await program.write('select office.write_audit($1)', [row])
    await program.write('select office.write_audit($1)', [row])
    expect(await program.read('select id, action from office.staff_audit order by id')).toEqual([
      { id: 1, action: 'test' },
      { id: 2, action: 'test' },
    ])
  })

  it('adds jobs to the queues and takes them', async () => {
    const queue = new JobQueue(program)
    await program.tx((tx) => queue.add(tx, 'sendMail', 'a mail'))
    const [job] = await queue.take('sendMail', 1)
    expect(job?.id).toBe('a mail')
    if (job) await queue.complete('sendMail', job)
    await maintainQueues(postgres.url)
  })

  it('owns nothing', async () => {
    const owners = new Set((await ownedBy(admin)).map((each) => each.owner))
    expect([...owners]).toEqual([roles.owner])
  })
})

describe('the catalogue', () => {
  it('says which functions may write the tables of the ledger, the audit and names of staff: those that run as their owner', async () => {
    const functions = await admin.read<{ name: string; settings: string[]; open: boolean }>(
      `select p.proname as name, p.proconfig as settings, has_function_privilege('public', p.oid, 'execute') as open
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prosecdef and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    )
    expect(functions.map(({ name }) => name)).toEqual([
      'analyze_partitions',
      'archive_rounds',
      // Only in the sandbox.
      'empty_database',
      'keep_round_partitions',
      'keep_staff_name',
      'keep_transfer_partitions',
      'ledger_post',
      'write_audit',
    ])
    for (const { settings, open: isOpen } of functions) {
      expect(settings).toContain('search_path=public, pg_temp')
      expect(isOpen).toBe(false)
    }
    const writable = await admin.read(
      `select c.relname, privilege from pg_class c
        cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
        where (c.relname in ('transfers', 'entries', 'wallets', 'bet_days') or c.relname ~ '^transfers_\\d+$')
          and c.relkind in ('r', 'p', 'v') and has_table_privilege($1, c.oid, privilege)`,
      [roles.program],
    )
    expect(writable).toEqual([])
  })
})

describe('the rights', () => {
  it('come with the next start when a start ended between the migrations and them', async () => {
    const mayRead = async () =>
      (
        await admin.read<{ may: boolean }>(
          `select has_table_privilege($1, 'office.staff_names', 'select') as may`,
          [roles.program],
        )
      )[0]?.may
    await owner.write(`revoke all on office.staff_names from ${roles.program}`)
    expect(await mayRead()).toBe(false)
    await migrate(owner, ['sandbox', 'sandbox_provider'], roles.program)
    expect(await mayRead()).toBe(true)
  })
})

describe('the embedded database', () => {
  it('asks every role for its password', async () => {
    for (const url of [postgres.url, postgres.ownerUrl, postgres.adminUrl]) {
      const other = new URL(url)
      other.password = 'another'
      const db = createDb(other.href, { max: 1, outageMs: 0 })
      await expect(db.write('select 1')).rejects.toThrow('password authentication failed')
      await db.close()
    }
  })

  it('lets nobody in without a password at any moment, and sets the passwords once', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'palpite-fresh-'))
    const passwords = { admin: 'a1', owner: 'b2', program: 'c3' }
    await writeFile(join(fresh, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
    const executed: string[] = []
    const set = (given = passwords) =>
      setUpRoles(fresh, given, async (sql) => {
        expect(await readFile(join(fresh, 'pg_hba.conf'), 'utf8')).not.toContain('trust')
        executed.push(sql)
      })
    await expect(setUpRoles(fresh, passwords, () => Promise.reject(new Error('cut off')))).rejects.toThrow()
    await set()
    await set()
    expect(executed).toHaveLength(1)
    for (const password of Object.values(passwords)) expect(executed[0]).toContain(`password '${password}'`)
    const files = await Promise.all((await readdir(fresh)).map((name) => readFile(join(fresh, name), 'utf8')))
    expect(files.join('\n')).not.toMatch(/a1'|b2'|c3'/)
    await set({ ...passwords, program: 'd4' })
    expect(executed).toHaveLength(2)
    await rm(fresh, { recursive: true, force: true })
  })

  it('gives the roles new passwords when the master key was replaced', async () => {
    const moved = await mkdtemp(join(tmpdir(), 'palpite-moved-'))
    await copyCluster(inject('preparedCluster'), moved)
    const first = await startEmbedded(moved, { durable: false })
    await first.stop()
    await rm(join(moved, 'master.key'))
    const lines: string[] = []
    const second = await startEmbedded(moved, { durable: false, onLog: (line) => lines.push(line) })
    const names = ['url', 'ownerUrl', 'adminUrl'] as const
    for (const name of names) {
      const db = open(second[name])
      expect(await db.read('select 1 as one')).toEqual([{ one: 1 }])
      await db.close()
      const former = new URL(second[name])
      former.password = new URL(first[name]).password
      const refused = createDb(former.href, { max: 1, outageMs: 0 })
      await expect(refused.read('select 1')).rejects.toThrow('password authentication failed')
      await refused.close()
    }
    await second.stop()
    // A connection that was closed just now may still be there when it stops.
    const expected = /password authentication failed|terminating connection due to administrator command/
    expect(lines.filter((line) => !expected.test(line))).toEqual([])
    await rm(moved, { recursive: true, force: true })
  })

  it('takes over the data folder of an older version, whose only role was the superuser', async () => {
    const old = await mkdtemp(join(tmpdir(), 'palpite-old-'))
    await copyCluster(inject('preparedCluster'), old)
    const first = await startEmbedded(old, { durable: false })
    const superuser = open(first.adminUrl)
    await superuser.write(`reassign owned by ${roles.owner} to ${roles.admin}`)
    await superuser.write(`drop owned by ${roles.program}, ${roles.owner}`)
    await superuser.write(`drop role ${roles.program}, ${roles.owner}`)
    expect(new Set((await ownedBy(superuser)).map((each) => each.owner))).toEqual(new Set([roles.admin]))
    await superuser.close()
    await first.stop()
    const access = join(old, 'pg/pg_hba.conf')
    await writeFile(access, 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
    await chmod(access, 0o600)
    await rm(join(old, 'pg/roles.set'))

    const { url, stderr, child, ended } = await startServerProcess({ DATA_DIR: old })
    expect(url, stderr()).toBeDefined()
    expect(await readFile(access, 'utf8')).not.toContain('trust')
    child.kill('SIGTERM')
    await ended
    const second = await startEmbedded(old, { durable: false })
    const db = open(second.adminUrl)
    expect(new Set((await ownedBy(db)).map((each) => each.owner))).toEqual(new Set([roles.owner]))
    await db.close()
    await second.stop()
    await rm(old, { recursive: true, force: true })
  })
})

describe('in production', () => {
  const env = { ...productionEnv, LOG_LEVEL: 'silent', ENCRYPTION_KEY: '7'.repeat(64) }

  it.each([
    ['a superuser', postgres.adminUrl],
    ['the owner', postgres.ownerUrl],
  ])('a server whose role is %s does not start', async (_, DATABASE_URL) => {
    await migrate(owner, ['sandbox', 'sandbox_provider'], roles.program)
    const server = await startServerProcess({ ...env, DATABASE_URL, DATA_DIR: join(folder, 'server') })
    expect(await server.ended).toBe(2)
    expect(server.stderr()).toMatch(
      /^The role \S+ of DATABASE_URL owns the ledger's tables or is a superuser/,
    )
  })

  it("a server with the program's role starts, and migrates only when it has the owner's address", async () => {
    const settings = { ...env, DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'server') }
    await owner.write(`delete from migrations where name like 'ledger.%'`)
    const unable = await startServerProcess(settings)
    expect(await unable.ended).toBe(2)
    expect(unable.stderr()).toMatch(
      /^The database lacks ledger\.\d+\.sql: run dist-server\/migrate\.js with DATABASE_OWNER_URL/,
    )
    for (const more of [{ DATABASE_OWNER_URL: postgres.ownerUrl }, {}] as Record<string, string>[]) {
      const server = await startServerProcess({ ...settings, ...more })
      expect(server.url, server.stderr()).toBeDefined()
      server.child.kill('SIGTERM')
      await server.ended
    }
  })
})
