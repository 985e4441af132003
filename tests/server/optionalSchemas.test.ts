import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createDb, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { atEnd } from './helpers/atEnd.ts'
import { migrateUntil } from './helpers/migrateUntil.ts'
import { databaseUrl } from './helpers/testPostgres.ts'

const maintenance = createDb(inject('postgresUrl'), { max: 1 })
atEnd(() => maintenance.close())

async function emptyDb(): Promise<Db> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await maintenance.write(`create database ${name} template template0`)
  const db = createDb(databaseUrl(inject('postgresUrl'), name), { max: 2 })
  atEnd(async () => {
    await db.close()
    await maintenance.write(`drop database ${name} with (force)`)
  })
  return db
}

/** Schemas, tables, functions, triggers and indexes of the sandbox. `grant_rights` only knows its schemas' names. */
const ofSandbox = (db: Db) =>
  db.read(`
    select nspname as name from pg_namespace where nspname like '%sandbox%'
    union all select relname from pg_class where relname like '%sandbox%'
    union all select proname from pg_proc
      where proname like '%sandbox%' or prosrc like '%sandbox%' and proname <> 'grant_rights'
    union all select tgname from pg_trigger where tgname like '%sandbox%'`)

/** A database of the last version in which the sandbox had no schema of its own, in use. */
async function earlierSandbox(): Promise<Db> {
  const db = await emptyDb()
  await migrateUntil(db, '430')
  await db.write(`insert into users (id, email, password_hash, invite_code, created_at)
    values ('p', 'p@palpite.test', '', 'AAAAAAAA', now())`)
  await db.write(`insert into sandbox_users (user_id, password) values ('p', 'Abc-1234')`)
  await db.write(`insert into sandbox_clock (offset_ms) values (5000)`)
  await db.write(`insert into deposit_packages (id, price, sort, kind) values ('brl', 2000, 1, 'BRL')`)
  await db.write(`insert into orders (id, user_id, package_id, provider, principal, created_at, expires_at)
    values ('o', 'p', 'brl', 'sandbox', 2000, now(), now())`)
  await db.write(`insert into sandbox_payments
      (pay_no, order_id, amount, expires_at, return_url, language, br_code, payer_encrypted)
    values ('n', 'o', 2000, now(), '', 'pt_BR', '', 'sealed')`)
  return db
}

it('a production database has nothing of the sandbox, whether it is new or had it', async () => {
  for (const db of [await emptyDb(), await earlierSandbox()]) {
    await migrate(db, [])
    expect(await ofSandbox(db)).toEqual([])
    expect(await migrate(db, [])).toEqual([])
  }
})

it('a sandbox of an earlier version goes on with what it kept', async () => {
  const db = await earlierSandbox()
  expect(await migrate(db, ['sandbox', 'sandbox_provider'])).toContain('sandbox/001.tables.sql')
  expect(await db.read('select user_id, password from sandbox.users')).toEqual([
    { user_id: 'p', password: 'Abc-1234' },
  ])
  expect(await db.read('select offset_ms from sandbox.clock')).toEqual([{ offset_ms: 5000 }])
  expect(await db.read('select pay_no from sandbox_provider.payments')).toEqual([{ pay_no: 'n' }])
  expect(await migrate(db, ['sandbox', 'sandbox_provider'])).toEqual([])
})

it('a database that had no sandbox can get one, and one schema without the other', async () => {
  const db = await emptyDb()
  await migrate(db, [])
  await migrate(db, ['sandbox_provider'])
  expect(await db.read('select 1 from sandbox_provider.payments')).toEqual([])
  expect(await db.read(`select 1 from pg_namespace where nspname = 'sandbox'`)).toEqual([])
  await migrate(db, ['sandbox'])
  expect(await db.read('select 1 from sandbox.users')).toEqual([])
  expect(await db.read(`select 1 from pg_namespace where nspname = 'sandbox_provider'`)).toEqual([])
})

it('what the sandbox knows of an account is erased with it', async () => {
  const db = await earlierSandbox()
  await migrate(db, ['sandbox', 'sandbox_provider'])
  await db.write('update users set erased_at = now() where id = $1', ['p'])
  expect(await db.read('select 1 from sandbox.users')).toEqual([])
  expect(await db.read('select payer_encrypted from sandbox_provider.payments')).toEqual([
    { payer_encrypted: null },
  ])
})
