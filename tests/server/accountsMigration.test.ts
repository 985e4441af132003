import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { createDb } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { atEnd } from './helpers/atEnd.ts'
import { migrateUntil } from './helpers/migrateUntil.ts'
import { databaseUrl } from './helpers/testPostgres.ts'

it('an upgrade keeps the marks that a database has, and counts again without its test accounts', async () => {
  const maintenance = createDb(inject('postgresUrl'), { max: 1 })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await maintenance.write(`create database ${name} template template0`)
  const db = createDb(databaseUrl(inject('postgresUrl'), name), { max: 2 })
  atEnd(async () => {
    await db.close()
    await maintenance.write(`drop database ${name} with (force)`)
    await maintenance.close()
  })
  await migrateUntil(db, '635.')
  await db.write(`insert into users (id, email, password_hash, invite_code, created_at, origin_index, cpf_index, test_flag)
    values ('p', 'p@x.test', '', 'P', now(), 'address', 'cpf', false), ('t', 't@x.test', '', 'T', now(), null, null, true)`)
  await db.write(`insert into wallets (user_id) values ('p'), ('t')`)
  await db.write(`insert into withdrawals (id, user_id, type, key_encrypted, key_masked, key_index, amount, created_at)
    select n, 'p', 'CPF', 'x', 'x', 'key', 100, now() from unnest(array['1', '2']) n`)
  await db.write(`insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
    values ('k', 'adjust', 't', 'adjust', '', '{}', '{}', '{}', '{}', now())`)
  await db.write(
    `insert into report_accounts (day, account, held_for, cents) values (current_date, 'cash', '', 500)`,
  )
  await db.write(`update report_position set through = 1`)
  await db.write(`insert into tickets (id, user_id, kind, wallet, stake, state, policy, max_return, created_at)
    select id, id, 'single', 'cash', 1000, 0, 'ask', 100000, now() from unnest(array['p', 't']) id`)
  await db.write(`insert into ticket_legs (ticket_id, position, user_id, match_id, sport, league, home, away, starts_at, option_key, odds, result, selection, game_time, live)
    select id, 1, id, 'm', 'soccer', 'l', 'h', 'a', now(), 'winner:1:home:3', 2, 1000, '{}', 0, false from unnest(array['p', 't']) id`)

  await migrate(db, [])
  const marks = await db.read(
    `select user_id, kind, convert_from(mark, 'UTF8') as mark from account_marks order by kind`,
  )
  expect(marks).toEqual([
    { user_id: 'p', kind: 'address', mark: 'address' },
    { user_id: 'p', kind: 'document', mark: 'cpf' },
    { user_id: 'p', kind: 'payoutKey', mark: 'key' },
  ])
  expect(await db.read('select tickets, stake, payout from selection_exposure')).toEqual([
    { tickets: 1, stake: 1000, payout: 2000 },
  ])
  expect(await db.read('select * from exposure_differences')).toEqual([])
  expect(await db.read('select * from report_accounts')).toEqual([])
  expect(await db.read('select through from report_position')).toEqual([{ through: 0 }])
})
