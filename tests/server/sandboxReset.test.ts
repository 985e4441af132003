import { expect, it, vi } from 'vitest'
import { runJobs } from '#server/jobs/jobs.ts'
import { auditWallets } from '#server/jobs/walletAudit.ts'
import type { Db } from '#server/db/client.ts'
import { roles } from '#server/db/roles.ts'
import { findRiskHits } from '#server/domain/risk/riskHits.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { watchGauges } from '#server/observe/gauges.ts'
import { emptyDatabase } from '#server/sandbox/emptyDatabase.ts'
import { createTestApp } from './helpers/testApp.ts'
import { createTestDb } from './helpers/testDb.ts'

const t = await createTestApp()
const { deps } = t
const api = '/sandbox/api'

/** Every row of every table that a reset is about, times left out; without the clock, which the helper sets. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.read<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'pgboss', 'office')
        and tablename <> 'migrations' and (schemaname, tablename) <> ('sandbox', 'clock') order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await db.read<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    if (rows.length > 0)
      found[name] = rows.map(({ row }) => row.replace(/\d{4}-\d\d-\d\dT[\d:.+]+/g, 'a time'))
  }
  return found
}

async function bet(token: string): Promise<void> {
  const bet = await t.post('/api/app/game/limbo/bet', { amount: 1, target: 2 }, { token })
  expect(bet.http, bet.message).toBe(200)
}

it('leaves what migrations put in, and nothing else', async () => {
  const { db: fresh } = await createTestDb({ connections: 2 })
  const migrated = await rowsOf(fresh)
  expect(Object.keys(migrated)).toContain('public.wallet_audit')
  await bet((await t.createUser({ balance: 10 })).token)
  await rollUpReports(deps)
  await auditWallets(deps, new Date(Date.now() + 60_000))
  expect(await rowsOf(deps.db)).not.toEqual(migrated)
  await emptyDatabase(deps.db)
  expect(await rowsOf(deps.db)).toEqual(migrated)
  await t.post(`${api}/reset`)
})

it('a table or schema that is added later needs no new reset', async () => {
  const { db } = await createTestDb({ connections: 2 })
  await db.tx(async (tx) => {
    await tx.query(`set local role ${roles.owner}`)
    for (const statement of [
      'create table later_position (one boolean primary key default true, position int default 7)',
      'insert into later_position (position) values (12)',
      'create table later_list (id int primary key)',
      'insert into later_list values (1)',
      'create schema later_office',
      'create table later_office.staff (id int primary key)',
      'insert into later_office.staff values (1)',
    ])
      await tx.query(statement)
  })
  await emptyDatabase(db)
  expect(await db.read('select position from later_position')).toEqual([{ position: 7 }])
  expect(await db.read('select id from later_list')).toEqual([])
  expect(await db.read('select id from later_office.staff')).toEqual([{ id: 1 }])
})

it('takes back what holds for everybody, and leaves metrics and jobs without an error', async () => {
  const errors = vi.spyOn(deps.log, 'error')
  watchGauges(deps)
  const player = await t.createUser({ balance: 10 })
  await bet(player.token)
  await deps.db.tx((tx) => deps.queue.add(tx, 'sendMail', 'nobody'))
  await deps.db.write(`update pgboss.job set state = 'failed'`)
  await t.post(`${api}/captcha`, { kind: 'widget' })
  await t.post(`${api}/faults`, { delayMs: 1 })
  await t.post(`${api}/feedSilence`, { silent: true })
  await t.post(`${api}/clock`, { advanceMs: 3_600_000, stopped: true })
  const appInfo = async () => (await t.get<{ captcha: string }>('/api/app/main/appInfo')).data
  expect((await appInfo()).captcha).toBe('widget')

  expect((await t.post(`${api}/reset`)).http).toBe(200)
  expect((await appInfo()).captcha).toBe('image')
  expect((await t.get(`${api}/faults`)).data).toEqual({ players: [] })
  expect((await t.get(`${api}/clock`)).data).toMatchObject({ stopped: false })
  const again = await t.createUser({ balance: 10 })
  await bet(again.token)
  await auditWallets(deps, new Date(Date.now() + 60_000))
  await rollUpReports(deps)
  await findRiskHits(deps)
  await runJobs(deps)
  const metrics = await deps.metrics.text()
  expect(metrics).not.toMatch(/ nan$/im)
  expect(metrics).toMatch(/^palpite_ledger_drift_cents 0$/m)
  expect(metrics).toMatch(/^palpite_wallet_audit_wallets 1$/m)
  expect(metrics).toMatch(/^palpite_dead_jobs\{queue="sendMail"\} 0$/m)
  expect(errors).not.toHaveBeenCalled()
})
