import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { sendMail } from '#server/domain/accounts/outbox.ts'
import { approveWithdrawal, listPendingWithdrawals } from '#server/domain/payments/withdrawals.ts'
import { EfiPeer } from '../peers/EfiPeer.ts'
import { PixPeer } from '../peers/PixPeer.ts'
import { bankEnvironment, pixKey } from '../peers/bankEnvironment.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { testActor } from './helpers/testActor.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'
import { isWhole } from '../scope.ts'

// A server is started, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

/**
 * What waits for a server that is down: lost callbacks, unsent mails, open bets. It is started then, and each thing must
 * happen, by the jobs that it really runs.
 */
const folder = await mkdtemp(join(tmpdir(), 'palpite-jobs-'))
const minute = 60_000
const hour = 60 * minute
let bank: PixPeer
let efi: EfiPeer
let server: TestServer
let env: Record<string, string>
let started: ServerProcess | undefined
const ids: Record<string, string> = {}
const partitions: string[] = []

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)
const bankId = (name: string) => (ids[name] ?? '').replaceAll('-', '')

beforeAll(async () => {
  bank = await PixPeer.start()
  efi = await EfiPeer.start()
  efi.webhooks.set(pixKey, 'unused')
  efi.decidesAtOnce = true
  env = {
    ...bankEnvironment(folder, { pix: bank, efi }),
    JURISDICTION: 'br',
    PAYOUT_AUTO_LIMIT: '100',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_SECRET: randomBytes(32).toString('hex'),
  }
  server = await createTestServer(env)
  // Bets are placed on matches that have ended by now.
  await server.clock.moveTo(new Date(Date.now() - 36 * hour))
  await prepareBets()
  await server.clock.moveTo(new Date())
  await prepareMoney()
  await prepareRest()
  started = await startServerProcess({
    ...env,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
    WALLET_AUDIT: '00:00',
  })
  if (started.url === undefined) throw new Error(started.stderr())
})

afterAll(async () => {
  started?.child.kill('SIGKILL')
  await started?.ended
  expect(await server.deps.ledger.violations()).toEqual([])
  await bank.close()
  await efi.close()
  await rm(folder, { recursive: true, force: true })
})

async function prepareBets(): Promise<void> {
  const { deps, clock } = server
  const owner = await server.player({ balance: 100 })
  const later = clock.now().getTime() + hour
  const match = deps.feed
    .matches('football', 'upcoming', clock.now())
    .find(({ startsAt }) => startsAt.getTime() > later)
  if (!match) throw new Error('no match')
  const market = deps.feed.markets(match, clock.now()).find(({ isSuspended }) => !isSuspended)
  const [option] = market?.options ?? []
  const bet = await server.call<{ ticketId: string }>('POST', '/api/app/sports/bet', {
    player: owner,
    body: { amount: 1, policy: 'ask', legs: [{ matchId: match.id, key: option?.key, odds: option?.odds }] },
  })
  expect(bet.message).toBe('')
  await deps.db.tx(async (tx) => {
    const round = { userId: owner.userId, actor: testActor, roundId: 'of a day that is over' }
    await deps.ledger.holdStake(tx, { ...round, amount: cents(100), wallet: 'cash' })
    await deps.ledger.settleRound(tx, { ...round, payout: cents(300) })
  })
  ids['ticket'] = bet.data.ticketId
}

async function deposit(name: string): Promise<TestPlayer> {
  const owner = await server.player()
  for (const kind of ['deposit', 'loss', 'time'])
    await server.call('POST', '/api/app/limits', {
      player: owner,
      body: { kind, period: 'month', amount: 1000 },
    })
  const { data } = await server.call<{ orderId: string }>('POST', '/api/app/order/prePay/brl-20', {
    player: owner,
    body: { gift: 0 },
    form: true,
  })
  ids[name] = data.orderId
  return owner
}

async function withdraw(name: string, at: Date, olderDays = 0): Promise<void> {
  const { deps } = server
  const owner = await server.player({ balance: 100 })
  const key = (await readIdentity(deps, deps.db, owner.userId))?.cpf
  const { data } = await server.call<{ orderId: string }>('POST', '/api/app/order/withdraw', {
    player: owner,
    body: { payCardBank: 'CPF', payCardNo: key, name: 'Ana', amount: 60, ifsc: '', whatsapp: '' },
  })
  ids[name] = data.orderId
  await deps.db.write('update withdrawals set fee = amount - 700, created_at = $2 where id = $1', [
    data.orderId,
    at,
  ])
  await deps.db.write('update users set created_at = created_at - make_interval(days => $2) where id = $1', [
    owner.userId,
    olderDays,
  ])
}

async function prepareMoney(): Promise<void> {
  const { deps } = server
  const { db } = deps
  const buyers = { callback: await deposit('callback'), expired: await deposit('expired') }
  // Older than what is compared, so that only asking about the order finds it.
  bank.pay(bankId('callback')).horario = ago(200 * 24 * hour).toISOString()
  await db.write(`update orders set asked_at = now() - interval '1 minute' where id = $1`, [
    ids['callback'] ?? '',
  ])
  await db.write('update orders set expires_at = $2 where id = $1', [ids['expired'] ?? '', ago(minute)])
  ids['buyer'] = buyers.callback.userId
  await db.write('update pgboss.job set start_after = now() where singleton_key = $1', [ids['expired'] ?? ''])
  // Its job was given up, or never was there.
  await deposit('refund')
  bank.pay(bankId('refund'))
  await db.write(
    `update orders set status = 'failed', refusal = 'payerMismatch', charge_state = 'closed',
       asked_at = now() - interval '1 hour' where id = $1`,
    [ids['refund'] ?? ''],
  )
  ids['unknown'] = bank.receive({ valor: '12.00' }).endToEndId
  await withdraw('byRule', new Date(server.clock.now().getTime() + hour), 8)
  await withdraw('overdue', ago(minute))
  await withdraw('late', ago(101 * minute))
  await db.write(`update withdrawals set status = 'inReview', review = 'sharedKey' where id = $1`, [
    ids['late'] ?? '',
  ])
  await withdraw('approved', ago(minute))
  await approveWithdrawal(deps, testActor, ids['approved'] ?? '')
}

async function prepareRest(): Promise<void> {
  const { deps } = server
  const { db } = deps
  const mail = (name: string, expiresAt?: Date) =>
    db.tx(async (tx) => {
      ids[name] = await sendMail(deps, tx, {
        to: `${name}@example.com`,
        key: 'welcome',
        language: 'pt_BR',
        ...(expiresAt && { expiresAt }),
      })
    })
  await mail('mail')
  await mail('mailOfDead')
  // The process that had taken its job has died.
  await db.write(
    `update pgboss.job set state = 'active', started_on = now() - interval '1 hour' where singleton_key = $1 and name = 'sendMail'`,
    [ids['mailOfDead'] ?? ''],
  )
  await mail('mailTooOld', ago(hour))
  await db.write(`delete from pgboss.job where singleton_key = $1 and name = 'sendMail'`, [
    ids['mailTooOld'] ?? '',
  ])
  await db.write(
    `insert into captchas (code_id, answer, created_at, expires_at) values ('old', '', $1, $1)`,
    [ago(3 * hour)],
  )
  // The bank pays that at once.
  const blocked = await server.player({ balance: 7 })
  ids['blocked'] = blocked.userId
  await db.write(
    `insert into register_blocks (user_id, id, blocked_at, reasons, pause_until, withdraw_until, pay_until, next_step_at)
     values ($1, 'block', $2, '{PROGRAMA_SOCIAL}', $3, $4, $3, $4)`,
    [blocked.userId, ago(72 * hour), ago(-24 * hour), ago(24 * hour)],
  )
  await db.write(
    `insert into regulator_requests (family, period, requested_at, requested_by) values ('operatorDays', $1, $2, 'test')`,
    [
      ago(48 * hour)
        .toISOString()
        .slice(0, 10),
      ago(hour),
    ],
  )
  const idle = await server.player()
  await db.write('update sessions set active_at = $2 where user_id = $1', [idle.userId, ago(hour)])
  ids['idle'] = idle.userId
  const writer = await server.player()
  const requested = await server.call('POST', '/api/app/exports/request', {
    player: writer,
    body: { kind: 'statement' },
  })
  expect(requested.httpStatus).toBe(200)
  ids['writer'] = writer.userId
  const [newest] = await db.read<{ name: string }>(
    `select max(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'game_rounds'::regclass and inhrelid::regclass::text ~ '\\d'`,
  )
  partitions.push(newest?.name ?? '')
  await db.write(`drop table ${newest?.name}`)
}

/** One value of one row. */
const value = async (sql: string, ...params: string[]) =>
  Object.values((await server.deps.db.read(sql, params))[0] ?? {})[0]
const mailState = (name: string) => value('select state from outbox where id = $1', ids[name] ?? '')

it.each<[what: string, read: () => unknown, expected: unknown]>([
  [
    'a deposit whose callback was lost is credited',
    async () => (await server.deps.ledger.wallet(server.deps.db, ids['buyer'] ?? '')).cash,
    2_000,
  ],
  [
    'an order whose time is over expires',
    () => value('select status from orders where id = $1', ids['expired'] ?? ''),
    'expired',
  ],
  [
    'its charge is closed at the bank',
    () => bank.charges.get(bankId('expired'))?.status,
    'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  ],
  [
    'a payment that must go back does, though its job was lost',
    () => [...bank.received.values()].find(({ txid }) => txid === bankId('refund'))?.devolucoes[0]?.valor,
    '20.00',
  ],
  [
    'money that nobody asked for is found',
    () => value('select kind from payment_differences where subject = $1', ids['unknown'] ?? ''),
    'unknownDeposit',
  ],
  ['an approved withdrawal is sent', () => efi.sent.has(bankId('approved')), true],
  ['a withdrawal that meets the rule is approved and sent', () => efi.sent.has(bankId('byRule')), true],
  [
    'in the sandbox one that nobody decides is approved and sent',
    () => efi.sent.has(bankId('overdue')),
    true,
  ],
  [
    'a withdrawal that is almost late is noticed',
    async () => (await value('select warned_at from withdrawals where id = $1', ids['late'] ?? '')) !== null,
    true,
  ],
  [
    'the account of a blocked person is closed, and what is left is sent',
    async () => {
      const [row] = await server.deps.db.read<{ id: string; status_reason: string | null }>(
        'select w.id, u.status_reason from withdrawals w join users u on u.id = w.user_id where u.id = $1',
        [ids['blocked'] ?? ''],
      )
      return row?.status_reason === 'register' && efi.sent.has(row.id.replaceAll('-', ''))
    },
    true,
  ],
  ['a report that was asked for is made', () => value('select made_by from regulator_lots'), 'test'],
  [
    'the prizes of days that are over are counted',
    async () => (await value('select through from prize_position')) !== null,
    true,
  ],
  ['a mail is sent', () => mailState('mail'), 'sent'],
  [
    'a job whose process has died is given to another one',
    () =>
      value(
        `select count(*)::int from pgboss.job
          where singleton_key = $1 and state = 'active' and started_on < now() - interval '30 minutes'`,
        ids['mailOfDead'] ?? '',
      ),
    0,
  ],
  ['the text of a mail that is too old is erased', () => mailState('mailTooOld'), 'expired'],
  ['what has expired is deleted', () => value(`select count(*)::int from captchas where code_id = 'old'`), 0],
  [
    'an idle session is closed',
    async () =>
      (await value('select revoked_at from sessions where user_id = $1', ids['idle'] ?? '')) !== null,
    true,
  ],
  [
    'a file that a player has asked for is written',
    () => value('select state from exports where user_id = $1', ids['writer'] ?? ''),
    'ready',
  ],
  [
    'a bet on a match that is over is settled',
    async () => Number(await value('select state from tickets where id = $1', ids['ticket'] ?? '')) > 0,
    true,
  ],
  [
    'a round of double is opened',
    async () => Number(await value('select count(*) from double_rounds')) > 0,
    true,
  ],
  [
    'the next partitions are added',
    async () => await value('select to_regclass($1)::text', partitions[0] ?? ''),
    'the dropped one',
  ],
  [
    'the wallets are compared with the ledger',
    async () => (await value('select finished_at from wallet_audit')) !== null,
    true,
  ],
])('after the start %s', async (_, read, expected) => {
  const wanted = expected === 'the dropped one' ? partitions[0] : expected
  await expect.poll(read, { timeout: 45_000, interval: 200 }).toEqual(wanted)
})

it('a withdrawal that is almost late is marked in the queue of those who decide', async () => {
  const [late] = (await listPendingWithdrawals(server.deps)).filter(({ id }) => id === ids['late'])
  expect(late).toMatchObject({ isAlmostLate: true, review: 'sharedKey' })
})

/** Runs the built program with the environment of the server. */
async function reconcile(
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<{ code: unknown; lines: string[] }> {
  const child = spawn(process.execPath, [resolve('dist-server/reconcile.js'), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...env,
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ...more,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, lines: text.trim().split('\n') }
}

it('compares on demand beside the server, prints what differs and what to do, and exits by it', async () => {
  const found = await reconcile()
  expect(found.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^time +provider +difference +order or withdrawal +here +there$/),
    expect.stringMatching(
      new RegExp(`^\\d{4}-\\S+ +pix +unknownDeposit +${ids['unknown']} +unknown +paid 12.00$`),
    ),
  ])
  expect(found.lines).toContainEqual(expect.stringMatching(/^unknownDeposit: Money came in that no order/))
  expect([found.code, found.lines.at(-1)]).toEqual([1, '1 open difference.'])
  bank.sendBack(ids['unknown'] ?? '')
  // Code 1 would say that something differs.
  const silent = await reconcile([], { PIX_API_URL: 'https://127.0.0.1:1' })
  expect(silent).toEqual({ code: 2, lines: [expect.stringMatching(/^Nothing can be compared: .+$/)] })
  expect(await reconcile()).toEqual({ code: 0, lines: ['The providers and the database agree.'] })
})

if (isWhole)
  it('exits by 2 when nothing could be compared, whatever the reason', async () => {
    expect(await reconcile(['--from', '2026-01-31', '--to', '2026-01-30'])).toMatchObject({ code: 2 })
    const { code, lines } = await reconcile([], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect([code, lines.join(' ')]).toEqual([2, expect.stringContaining('ECONNREFUSED')])
  })
