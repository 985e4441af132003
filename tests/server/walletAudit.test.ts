import { expect, it, vi } from 'vitest'
import { auditWallets, lastTime } from '#server/jobs/walletAudit.ts'
import { emptyDatabase } from '#server/sandbox/emptyDatabase.ts'
import { createTestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const { db, log } = server.deps
const players = await Promise.all(Array.from({ length: 3 }, () => server.player({ balance: 50 })))
const [first, second] = players
if (!first || !second) throw new Error('no players')
await server.call('POST', '/api/app/game/limbo/bet', { player: first, body: { amount: 1, target: 2 } })

const reported = vi.spyOn(log, 'error').mockImplementation(() => undefined)
const differences = () =>
  db.read('select user_id, account, (wallet - ledger)::int as cents from wallet_differences order by user_id')
const audit = () =>
  db.read('select checked_to, wallets, finished_at is not null as is_finished from wallet_audit')
const due = () => new Date(Date.now() + 60_000)

it('finds nothing in wallets that are right', async () => {
  await auditWallets(server.deps, due())
  expect(await audit()).toEqual([{ checked_to: null, wallets: 3, is_finished: true }])
  expect(await differences()).toEqual([])
  expect(reported).not.toHaveBeenCalled()
})

it('raises the alarm for one cent, until it is right again', async () => {
  await db.write('update wallets set cash = cash + 1 where user_id = $1', [second.userId])
  await auditWallets(server.deps, due())
  expect(await differences()).toEqual([{ user_id: second.userId, account: 'cash', cents: 1 }])
  expect(reported).toHaveBeenCalledWith(
    { accounts: 1, cents: 1 },
    'wallets differ from the ledger: see the table wallet_differences',
  )
  await db.write('update wallets set cash = cash - 1 where user_id = $1', [second.userId])
  await auditWallets(server.deps, due())
  expect(await differences()).toEqual([])
})

it('runs once a day, and not while another process compares', async () => {
  await db.write('update wallets set bonus = bonus + 1 where user_id = $1', [second.userId])
  await auditWallets(server.deps, new Date(Date.now() - 60_000))
  expect(await differences()).toEqual([])
  await db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('wallet audit', 0))`)
    await auditWallets(server.deps, due())
  })
  expect(await differences()).toEqual([])
})

it('continues where a process has stopped', async () => {
  const order = players.map(({ userId }) => userId).sort()
  await db.write('update wallet_audit set checked_to = $1, wallets = 1', [order[0] ?? ''])
  await auditWallets(server.deps, new Date(0))
  expect(await audit()).toEqual([{ checked_to: null, wallets: 3, is_finished: true }])
  expect((await differences()).length).toBe(order[0] === second.userId ? 0 : 1)
  await db.write('update wallets set bonus = bonus - 1 where user_id = $1', [second.userId])
})

it('ends at once when the server stops, in the middle of a pause too', async () => {
  await db.write(
    `insert into users (id, email, password_hash, invite_code, created_at)
     select 'user ' || n, n || '@example.com', '', 'code ' || n, now() from generate_series(1, 400) n`,
  )
  await db.write(`insert into wallets (user_id) select 'user ' || n from generate_series(1, 400) n`)
  const stopping = new AbortController()
  // A process that is never less than fully busy, and then some: the pause would last for minutes.
  const comparing = auditWallets(server.deps, due(), { signal: stopping.signal, load: () => 1e5 })
  await vi.waitFor(async () => expect((await audit())[0]).toMatchObject({ checked_to: expect.any(String) }))
  stopping.abort()
  await comparing
  expect((await audit())[0]).toMatchObject({ wallets: 200 })
  await auditWallets(server.deps, new Date(0))
  expect((await audit())[0]).toMatchObject({ wallets: 403, checked_to: null })
})

it('goes on after a reset of the sandbox, as whatever else keeps its place in one row', async () => {
  const oneRow = () =>
    db.read(`select (select count(*)::int from wallet_audit) as audit, (select count(*)::int from risk_scan) as risk,
      (select count(*)::int from report_position) as reports`)
  await emptyDatabase(db)
  expect(await oneRow()).toEqual([{ audit: 1, risk: 1, reports: 1 }])
  await server.player({ balance: 50 })
  await auditWallets(server.deps, due())
  expect(await audit()).toEqual([{ checked_to: null, wallets: 1, is_finished: true }])
})

it('is due at its time of the day', () => {
  const at = (now: string) => lastTime(7 * 60, new Date(now)).toISOString()
  expect(at('2027-03-10T06:59:00Z')).toBe('2027-03-09T07:00:00.000Z')
  expect(at('2027-03-10T07:00:00Z')).toBe('2027-03-10T07:00:00.000Z')
})
