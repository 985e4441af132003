import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { createDb, type Db, type SqlValue } from '../src/server/db/client.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { createDatabase } from './databases.ts'
import { fillDatabase } from './growthData.ts'
import { compare, type Comparison } from './pairs.ts'
import type { Program } from './programs.ts'

const roundsPerPlayer = 10
const pairs = 7
/** Repetitions of one measurement, of which the mean counts. */
const repeats = 5
const rollUpLimitMs = 3_600_000

/** A call of the back office and the statement that reads the same from the tables. */
interface Measured {
  name: string
  path: string
  sql: string
  params?: SqlValue[]
  /** The time of the call is at most this many times that of the statement. */
  atMost: number
}

/** Starts a server on a database with these settings more. */
type StartServer = (databaseUrl: string, settings: Record<string, string>) => Promise<Program>

/**
 * The calls of the back office on a million players and ten million rounds (OFFICE_PLAYERS sets another size), each against
 * the bare SQL of what it shows, on the same database in the same run. Lists and records have two rows: how many times the
 * statement's time, and the time itself.
 */
export async function benchOffice(clusterUrl: string, start: StartServer): Promise<Comparison[]> {
  const players = Number(process.env['OFFICE_PLAYERS'] ?? 1_000_000)
  const databaseUrl = await createDatabase(clusterUrl, `office_${players}`)
  const db = createDb(databaseUrl, { max: 2, maxReads: 1 })
  try {
    await migrate(db, ['sandbox_provider'])
    await fillDatabase(db, { players, roundsPerPlayer })
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = await start(databaseUrl, {
      OFFICE_PORT: String(port),
      OFFICE_URL: origin,
      WALLET_AUDIT: 'off',
    })
    await fillPayments(db, Math.ceil(players / 5))
    const seconds = await rolledUp(db)
    await db.write('vacuum (analyze)')
    const cookie = await logIn(origin)
    const rows: Comparison[] = []
    for (const each of measured()) rows.push(...(await measure(each, { db, origin, cookie })))
    rows.at(-1)?.notes?.push(await sizeNote(db, players, seconds))
    await server.stop()
    return rows
  } finally {
    await db.close()
  }
}

/** Days of the last whole month, which the generated rounds reach into. */
function lastMonth(): { from: string; to: string } {
  const now = new Date()
  const day = (date: number, months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)).toISOString().slice(0, 10)
  return { from: day(1, -1), to: day(0, 0) }
}

function measured(): Measured[] {
  const { from, to } = lastMonth()
  const rowsOf = (table: string, order: string) =>
    `select t.*, u.email from ${table} t join users u on u.id = t.user_id order by ${order} limit 26`
  return [
    {
      name: 'A month of revenue by day and game',
      path: `/api/reports/games?from=${from}&to=${to}&by=day`,
      sql: `select ledger_day(t.at) as day, r.game, count(*), sum((t.args ->> 'stake')::bigint) as stakes,
          sum((t.args ->> 'payout')::bigint) as payouts
        from transfers t join game_rounds r on r.id = t.ref_id and r.user_id = t.user_id
        where t.kind in ('play', 'settle') and t.at >= $1::date::timestamp at time zone 'America/Sao_Paulo'
          and t.at < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'
        group by 1, 2`,
      params: [from, to],
      atMost: 1 / 50,
    },
    {
      name: 'Withdrawals, first page',
      path: '/api/withdrawals?order=desc',
      sql: rowsOf('withdrawals', 't.created_at desc, t.id desc'),
      atMost: 2,
    },
    {
      name: 'Withdrawals, page 40',
      path: '/api/withdrawals?order=desc&page=40',
      sql: `${rowsOf('withdrawals', 't.created_at desc, t.id desc')} offset 975`,
      atMost: 2,
    },
    {
      name: 'Deposits, first page',
      path: '/api/deposits',
      sql: rowsOf('orders', 't.created_at desc, t.id desc'),
      atMost: 2,
    },
  ]
}

async function measure(
  { name, path, sql, params = [], atMost }: Measured,
  { db, origin, cookie }: { db: Db; origin: string; cookie: string },
): Promise<Comparison[]> {
  const call = async () => {
    const response = await fetch(origin + path, { headers: { cookie, 'accept-language': 'en' } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const bare = () => db.read(sql, params)
  const ratio = await compare(
    { name, unit: 'ms', goal: { atMost }, peerName: 'bare SQL' },
    () => meanOf(call, repeats),
    // Summing a month takes seconds.
    () => meanOf(bare, atMost < 1 ? 1 : repeats),
    pairs,
  )
  return [
    { ...ratio, notes: [] },
    ...(atMost < 1 ? [] : [{ ...ratio, name: `${name}: time`, goal: { valueAtMost: 100 }, notes: [] }]),
  ]
}

async function meanOf(run: () => Promise<unknown>, times: number): Promise<number> {
  const began = performance.now()
  for (let time = 0; time < times; time++) await run()
  return (performance.now() - began) / times
}

/** Orders and withdrawals of a year, `count` of each; none so new that the job that compares them with the provider would. */
async function fillPayments(db: Db, count: number): Promise<void> {
  const several = `from (select id as user_id, row_number() over (order by id) as n from users limit ${count}) u
    cross join lateral (select now() - interval '30 days' - interval '1 year' * (n / ${count}.0) as at) t`
  await db.write(`insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, paid_at,
      closed_at)
    select md5('order ' || n), user_id, 'brl-100', 'sandbox', 10000, 'paid', at, at + interval '1 hour', at, at ${several}`)
  await db.write(`insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, fee, status, created_at,
      decided_at)
    select md5('withdrawal ' || n), user_id, 'CPF', '\\x00', '***', 6000, 0, 'paid', at, at ${several}`)
}

/** Waits until the server's job has counted every posting; returns for how long, in seconds. */
async function rolledUp(db: Db): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [row] = await db.read<{ done: boolean }>(
      `select coalesce((select through from report_position), 0) >= (select last_value - 1 from transfers_id_seq) as done`,
    )
    const ms = performance.now() - began
    if (row?.done) return ms / 1000
    if (ms > rollUpLimitMs) throw new Error('the reports were not counted within an hour')
    await delay(200)
  }
}

async function sizeNote(db: Db, players: number, seconds: number): Promise<string> {
  const [row] = await db.read<{ postings: number; rows: number; share: string }>(
    `select (select count(*) from transfers) as postings, (select count(*) from report_bets) as rows,
       pg_size_pretty(pg_total_relation_size('report_last_bets')) as share`,
  )
  const numbers = new Intl.NumberFormat('en')
  return `Back office: ${numbers.format(players)} players, ${numbers.format(row?.postings ?? 0)} postings, counted for the reports in ${seconds.toFixed(0)} s into ${row?.rows} rows of bets; the last day of each player takes ${row?.share}`
}

async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/session/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@office.local', password: sandboxStaffPassword }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!response.ok || cookie === undefined)
    throw new Error(`no login: ${response.status} ${await response.text()}`)
  return cookie
}

/** A port that nothing listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
