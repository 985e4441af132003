/** A job works off rows of many players: one that fails neither holds up the others nor fails in every run. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { endBarredBonuses, finishClosedAccounts } from '#server/domain/accounts/closing.ts'
import { mailStatements } from '#server/domain/payments/monthStatement.ts'
import { expireOrders } from '#server/domain/payments/orders.ts'
import { mailEndedPauses } from '#server/domain/protection/pauseEnds.ts'
import { FailedRowsOfJobs } from '#server/flow/FailedRows.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const { call, clock, deps, player } = await createTestServer()
const { db } = deps
const minute = 60_000
const { signal } = new AbortController()

await db.write('create table failing (id text primary key)')
await db.write(`create function fail() returns trigger language plpgsql security definer as $$ begin
  if exists (select from failing where id = coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'id')) then
    raise 'this row fails';
  end if;
  return new;
end $$`)
for (const table of ['users', 'orders', 'wallets'])
  await db.write(`create trigger failing before update on ${table} for each row execute function fail()`)

beforeEach(() => db.write('delete from failing'))

async function update(table: 'users' | 'orders', set: string, { userId }: TestPlayer, at: Date) {
  const id = table === 'users' ? 'id' : 'user_id'
  await db.write(`update ${table} set ${set} where ${id} = $1`, [userId, at])
}

const isTrue = async (sql: string, { userId }: TestPlayer) =>
  (await db.read(`select where exists (${sql})`, [userId])).length > 0

const before = (ms: number) => new Date(clock.now().getTime() - ms)

const order = (owner: TestPlayer) =>
  call('POST', '/api/app/order/prePay/brl-20', {
    player: owner,
    body: { gift: 0, pkgId: 'brl-20', isapp: 0 },
    form: true,
    key: randomUUID(),
  })

it.each([
  {
    job: finishClosedAccounts,
    async prepare(owner: TestPlayer, ageMs: number) {
      await update(
        'users',
        `closed_at = $2, suspended_until = '9999-12-31', status_reason = 'request', erase_when_settled = true`,
        owner,
        before(ageMs),
      )
    },
    isDone: 'select from users where id = $1 and erased_at is not null',
  },
  {
    job: endBarredBonuses,
    fields: { balance: 1, freeBalance: 5 },
    async prepare(owner: TestPlayer) {
      await update('users', 'excluded_until = $2', owner, before(-86_400_000))
    },
    isDone: 'select from wallets where user_id = $1 and bonus = 0',
  },
  {
    job: expireOrders,
    async prepare(owner: TestPlayer, ageMs: number) {
      expect((await order(owner)).httpStatus).toBe(200)
      await update('orders', 'expires_at = $2', owner, before(ageMs))
    },
    isDone: `select from orders where user_id = $1 and status = 'expired'`,
  },
  {
    job: mailStatements,
    async prepare(owner: TestPlayer) {
      await update(
        'users',
        'monthly_statement = true, statement_month = $2::timestamptz::date',
        owner,
        before(1_000 * 86_400_000),
      )
    },
    isDone: `select from users where id = $1 and statement_month > now() - interval '200 days'`,
  },
  {
    job: mailEndedPauses,
    async prepare(owner: TestPlayer, ageMs: number) {
      await update('users', 'excluded_until = $2', owner, before(ageMs))
    },
    isDone: 'select from users where id = $1 and pause_end_mailed = excluded_until',
  },
])(
  '$job.name goes on behind a player whose row fails, and comes back to it later',
  async ({ job, fields, prepare, isDone }) => {
    const owners: TestPlayer[] = []
    for (let count = 0; count < 3; count++) {
      const owner = await player(fields ?? {})
      await prepare(owner, (3 - count) * minute)
      owners.push(owner)
    }
    const done = () => Promise.all(owners.map((owner) => isTrue(isDone, owner)))
    expect(await done()).toEqual([false, false, false])
    // A run whose time is over begins no row.
    await job(deps, AbortSignal.abort())
    expect(await done()).toEqual([false, false, false])
    const [failing] = owners
    await db.write('insert into failing values ($1)', [failing?.userId ?? ''])
    await expect(Promise.resolve(job(deps, signal))).rejects.toThrow()
    expect(await done()).toEqual([false, true, true])
    // Not in every run of this process; another one has not tried it.
    await job(deps, signal)
    const others = { ...deps, failedRows: new FailedRowsOfJobs() }
    await expect(Promise.resolve(job(others, signal))).rejects.toThrow()
    await clock.advance(2 * minute)
    await expect(Promise.resolve(job(deps, signal))).rejects.toThrow()
    await db.write('delete from failing')
    await clock.advance(60 * minute)
    await job(deps, signal)
    expect(await done()).toEqual([true, true, true])
  },
)
