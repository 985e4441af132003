import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { startServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'
import { betKinds } from '#server/observe/metrics.ts'

// A server is started, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const { db, url: database } = await createTestDb()
const folder = await mkdtemp(join(tmpdir(), 'palpite-watching-'))
const opsPort = await freePort()
const ops = `http://127.0.0.1:${opsPort}`
const server = await startServerProcess({
  DATABASE_URL: database,
  DATA_DIR: folder,
  LOG_LEVEL: 'info',
  TRUST_PROXY: '1',
  OPS_PORT: String(opsPort),
  DRAIN_MS: '1000',
  WALLET_AUDIT: 'off',
})
if (server.url === undefined) throw new Error(server.stderr())
const url = server.url
afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function readiness(from = url): Promise<[http: number, body: unknown]> {
  const response = await fetch(`${from}/readyz`)
  return [response.status, await response.json()]
}

const ready = {
  status: 'ready',
  checks: { database: 'ok', migrations: 'ok', listener: 'ok', jobs: 'ok' },
}

/** The value of a metric, such as `palpite_money_cents_total{kind="stake"}`; 0 when there is none. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? 0)
}

async function newPlayer(balance: number): Promise<string> {
  const response = await fetch(`${url}/sandbox/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: `${randomUUID()}@example.com`,
      password: 'Segura-123',
      balance,
      kyc: 1,
    }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

async function post(path: string, token: string, body: object): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  return response.status
}

it('says that it is alive and ready, on both ports', async () => {
  for (const from of [url, ops]) {
    expect((await fetch(`${from}/livez`)).status).toBe(200)
    await expect.poll(() => readiness(from)).toEqual([200, ready])
  }
})

it('shows its metrics on the port of the operator only', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`${ops}/metrics`)).headers.get('content-type')).toContain('text/plain')
  expect((await fetch(`${ops}/api/main/config`)).status).toBe(404)
})

it('hides its state and its metrics from whom a proxy calls for, however the address is written', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const paths = ['livez', 'readyz', 'metrics'].flatMap((name) => {
    const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
    return [`/${name}`, `/${encoded}`, `/${name}/`, `//${name}`, `/${name}?x=1`, `/${name}%2f`]
  })
  const statuses = await Promise.all(
    paths.map(async (path) => [path, (await fetch(`${url}${path}`, { headers })).status]),
  )
  expect(statuses).toEqual(paths.map((path) => [path, 404]))
})

it('has every metric that the dashboard and the alert rules name, and every alert says what it is about', async () => {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const families = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`),
  )
  const known = (name: string) =>
    ['counter', 'gauge'].some((type) => families.has(`${name} ${type}`)) ||
    families.has(`${name.replace(/_(bucket|sum|count)$/, '')} histogram`)
  const dashboard = JSON.parse(await readFile('deploy/grafana/palpite.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const rules = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: { alert?: string; expr: string; annotations?: { summary?: string } }[] }[]
  }
  // Without the recorded number of expected servers.
  const alerts = rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined)
  const expressions = [
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ]
  expect(expressions.length).toBeGreaterThan(30)
  for (const [title, expression] of expressions) {
    const names =
      expression.match(/\b(palpite|nodejs|process)_\w+/g) ?? (/\bup\{/.test(expression) ? [] : ['none'])
    expect([title, names.filter((name) => !known(name))]).toEqual([title, []])
  }
  for (const { alert, annotations } of alerts)
    expect([alert, annotations?.summary]).toEqual([alert, expect.any(String)])
})

it('has every series whose labels are known from the start, with 0', async () => {
  const text = await (await fetch(`${ops}/metrics`)).text()
  const missing = [
    ...['deposit', 'reversal', 'withdrawal_paid'].map(
      (kind) => `palpite_money_cents_total{kind="${kind}"} 0`,
    ),
    ...['internal', 'outcomeUnknown'].map(
      (reason) => `palpite_refusals_total{reason="${reason}",status="500"} 0`,
    ),
    ...betKinds.map((kind) => `palpite_bet_seconds_count{kind="${kind}"} 0`),
    ...['mines', 'sports'].map((game) => `palpite_bets_total{game="${game}"} 0`),
    ...['rollUpReports', 'sendPayout', 'settleTickets'].map(
      (task) => `palpite_job_runs_total{task="${task}",result="failed"} 0`,
    ),
    ...['requested', 'inReview', 'approved', 'sent'].flatMap((state) => [
      `palpite_withdrawals_waiting{state="${state}"} 0`,
      `palpite_withdrawals_oldest_seconds{state="${state}"} 0`,
    ]),
    ...['settleCharge', 'sendPayout', 'refundPayment'].flatMap((queue) => [
      `palpite_jobs_waiting{queue="${queue}"} 0`,
      `palpite_jobs_oldest_seconds{queue="${queue}"} 0`,
    ]),
    'palpite_mails_oldest_seconds 0',
    'palpite_payment_differences{kind="sentTwice"} 0',
    'palpite_metric_stale{metric="palpite_withdrawals_waiting"} 0',
  ].filter((line) => !text.includes(`${line}\n`))
  expect(missing).toEqual([])
})

it('says how long what waits has waited', async () => {
  await newPlayer(10)
  await db.write(
    `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, status, created_at)
      select 'waits', id, 'CPF', '', '', 1000, 'inReview', now() - interval '7 hours' from users limit 1`,
  )
  await db.write(
    `insert into pgboss.job (name, state, created_on) values ('sendPayout', 'retry', now() - interval '2 hours'),
      ('sendPush', 'created', now() - interval '2 hours')`,
  )
  await db.write(`update pgboss.job set start_after = now() + interval '1 hour' where name = 'sendPush'`)
  const oldest = (what: string) => metric(`palpite_${what}`)
  await db.tx(async (tx) => {
    // No worker takes a job that is locked.
    await tx.query(`select from pgboss.job where name = 'sendPayout' for update`)
    // On a loaded machine an answer comes with the figures of the one before.
    await expect.poll(() => oldest('withdrawals_waiting{state="inReview"}')).toBe(1)
    await expect
      .poll(() => oldest('withdrawals_oldest_seconds{state="inReview"}'))
      .toBeGreaterThanOrEqual(7 * 3_600)
    await expect.poll(() => oldest('jobs_waiting{queue="sendPayout"}')).toBe(1)
    await expect
      .poll(() => oldest('jobs_oldest_seconds{queue="sendPayout"}'))
      .toBeGreaterThanOrEqual(2 * 3_600)
  })
  // Not due yet, so it does not wait.
  expect(await oldest('jobs_waiting{queue="sendPush"}')).toBe(0)
  await db.write(`delete from withdrawals where id = 'waits'`)
  await db.write(`delete from pgboss.job where name in ('sendPayout', 'sendPush')`)
  expect(await oldest('withdrawals_waiting{state="inReview"}')).toBe(0)
})

it('counts money and bets once, however they are played, and refusals by their reason', async () => {
  const player = await newPlayer(100)
  expect(await post('/api/app/game/limbo/bet', player, { amount: 1.5, target: 2 })).toBe(200)
  expect(await metric('palpite_money_cents_total{kind="stake"}')).toBe(150)
  expect(await metric('palpite_bets_total{game="limbo"}')).toBe(1)
  expect(await metric('palpite_rounds_total{game="limbo"}')).toBe(1)
  const mines = { amount: 2, mineCount: 3 }
  expect(await post('/api/app/game/mines/bet', player, mines)).toBe(200)
  expect(await metric('palpite_money_cents_total{kind="stake"}')).toBe(350)
  expect(await metric('palpite_bets_total{game="mines"}')).toBe(1)
  expect(await metric('palpite_rounds_total{game="mines"}')).toBe(0)
  expect(await post('/api/app/game/mines/bet', player, mines)).toBe(409)
  expect(await post('/api/app/game/limbo/bet', player, { amount: 5_000, target: 2 })).toBe(500)
  expect(await metric('palpite_money_cents_total{kind="stake"}')).toBe(350)
  expect(await metric('palpite_refusals_total{reason="roundOpen",status="409"}')).toBe(1)
  expect(await metric('palpite_refusals_total{reason="insufficientFunds",status="500"}')).toBe(1)
  const route = 'method="POST",route="/api/app/game/limbo/bet"'
  expect(await metric(`palpite_request_seconds_count{${route},status="2xx"}`)).toBe(1)
  expect(await metric(`palpite_request_seconds_count{${route},status="5xx"}`)).toBe(1)
  // A bet's time is that of a stake that was taken, and of no other call of a game.
  expect(await metric('palpite_bet_seconds_count{kind="limbo"}')).toBe(1)
  expect(await metric('palpite_bet_seconds_count{kind="mines"}')).toBe(1)
  expect(await post('/api/app/game/mines/betPlay', await newPlayer(10), { ...mines, tiles: [0] })).toBe(200)
  expect(await metric('palpite_bet_seconds_count{kind="mines"}')).toBe(2)
})

it('counts each response once, by its method and its route', async () => {
  const counted = ([method, route, status]: readonly [string, string, string]) =>
    metric(`palpite_request_seconds_count{method="${method}",route="${route}",status="${status}"}`)
  const routes = [
    ['GET', '/livez', '2xx'],
    ['HEAD', '/livez', '2xx'],
    ['GET', 'unknown', '4xx'],
  ] as const
  const before = await Promise.all(routes.map(counted))
  for (const [method, route] of routes)
    await fetch(`${url}${route === 'unknown' ? '/api/nothing' : route}`, { method })
  const after = () => Promise.all(routes.map(counted))
  await expect.poll(after).toEqual(before.map((count) => count + 1))
})

it('gives each request the id of the proxy, or a new one, in the response and in the log', async () => {
  const id = 'proxy-7d1f.0001'
  const response = await fetch(`${url}/api/nothing`, { headers: { 'x-request-id': id } })
  expect(response.headers.get('x-request-id')).toBe(id)
  await expect.poll(() => linesWith(id).length).toBeGreaterThanOrEqual(2)
  expect(linesWith(id).every(({ requestId }) => requestId === id)).toBe(true)
  for (const forged of ['short', `x${'y'.repeat(200)}`, 'two words here']) {
    const other = await fetch(`${url}/api/nothing`, { headers: { 'x-request-id': forged } })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

function linesWith(text: string): { requestId?: string }[] {
  return server
    .stdout()
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as { requestId?: string })
}

it('names each of its connections for the database, after what it is for', async () => {
  const rows = await db.read<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      order by 1`,
  )
  const names = rows.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['palpite calls', 'palpite calls (reads)', 'palpite listens to palpite_bus']),
  )
  expect(names.filter((name) => !/^palpite (calls|job|queues|listens)/.test(name))).toEqual([])
})

it('is not ready while a migration of its own is missing', async () => {
  await db.write(`update migrations set name = 'x' where name = '300.wallet-audit.sql'`)
  await expect
    .poll(readiness)
    .toEqual([
      503,
      { status: 'notReady', checks: { ...ready.checks, migrations: 'missing: 300.wallet-audit.sql' } },
    ])
  await db.write(`update migrations set name = '300.wallet-audit.sql' where name = 'x'`)
  await expect.poll(readiness).toEqual([200, ready])
})

it('is ready again after it lost its connections to the database', async () => {
  await db.write(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await expect.poll(readiness).toEqual([200, ready])
})

// The last one: it stops the server.
it('still serves while it drains, but says that it is not ready', async () => {
  const player = await newPlayer(10)
  server.child.kill('SIGTERM')
  await expect.poll(readiness).toEqual([503, { ...ready, status: 'draining' }])
  expect(await post('/api/app/game/limbo/bet', player, { amount: 1, target: 2 })).toBe(200)
  expect(await server.ended).toBe(0)
})
