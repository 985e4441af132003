import { randomUUID } from 'node:crypto'
import { inject, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { exchangeGameTicket } from '#server/domain/play/gameAccess.ts'
import { updateVipLevel } from '#server/domain/rewards/vipProgress.ts'
import { debitRound } from '#server/games/providerRounds.ts'
import { archiveRounds, keepPartitions } from '#server/jobs/partitions.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { checkInvariants } from '../reliability/harness/invariants.ts'
import { migrateUntil } from './helpers/migrateUntil.ts'
import { playedRound } from './helpers/playedRound.ts'
import { createTestApp } from './helpers/testApp.ts'
import { databaseUrl } from './helpers/testPostgres.ts'
import { testActor } from './helpers/testActor.ts'

/** How far ahead of now new rounds are dated, which selects their partition. */
const later = vi.hoisted(() => ({ ms: 0 }))
vi.mock(import('#server/games/roundIds.ts'), async (original) => {
  const { newRoundId } = await original()
  return {
    newRoundId: () => {
      const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + later.ms)
      try {
        return newRoundId()
      } finally {
        now.mockRestore()
      }
    },
  }
})

const t = await createTestApp({ GAME_PROVIDERS: 'example', LOG_LEVEL: 'silent' })
const { deps } = t
const { db, ledger } = deps
const month = 31 * 86_400_000

beforeEach(() => {
  later.ms = 0
})

const violations = async (on: Db) =>
  (await checkInvariants(on)).flatMap(({ name, violations }) => violations.map((what) => `${name}: ${what}`))

const duplicates = async () =>
  (await violations(db)).filter((found) => found.includes('unique in all partitions'))

/** Adds the partition for the rounds `months` months from now, as the job does a month ahead. */
async function addRoundPartition(months: number): Promise<void> {
  const [row] = await db.write('select keep_round_partitions($1) as added', [
    new Date(Date.now() + months * month),
  ])
  expect(row).toBeDefined()
}

/** Closes the partition of postings in use and starts the next one. */
async function closeTransferPartition(): Promise<void> {
  const [row] = await db.write<{ added: string | null }>('select keep_transfer_partitions(0) as added')
  expect(row?.added).toMatch(/^transfers_\d+$/)
}

const partitionsOf = (table: string, where: string, params: string[]) =>
  db
    .read<{ name: string }>(
      `select distinct tableoid::regclass::text as name from ${table} where ${where}`,
      params,
    )
    .then((rows) => rows.map(({ name }) => name))

const play = (token: string, on = t) =>
  on.post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 }, { token })
const startMines = (token: string, on = t) =>
  on.post<{ roundId: string }>('/api/app/game/mines/bet', { amount: 1, mineCount: 3 }, { token })

describe('across partitions of postings', () => {
  it('a key is posted once, and refused for another request', async () => {
    const { uId: userId } = await t.createUser({ balance: 100 })
    const roundId = randomUUID()
    const stake = { userId, roundId, amount: cents(500), wallet: 'cash' as const }
    await ledger.holdStake(db, { ...stake, actor: testActor })
    await closeTransferPartition()
    await ledger.holdStake(db, { ...stake, actor: testActor })
    await expect(ledger.holdStake(db, { actor: testActor, ...stake, amount: cents(600) })).rejects.toThrow(
      'other values',
    )
    await ledger.settleRound(db, { actor: testActor, userId, roundId, payout: cents(700) })
    await closeTransferPartition()
    await ledger.settleRound(db, { actor: testActor, userId, roundId, payout: cents(700) })
    await expect(ledger.refundRound(db, { actor: testActor, userId, roundId })).rejects.toThrow(
      'other values',
    )
    expect((await ledger.wallet(db, userId)).cash).toBe(10_200)
    expect(await partitionsOf('transfers', 'user_id = $1', [userId])).toHaveLength(2)
    expect(await ledger.violations()).toEqual([])
  })

  it('concurrent postings of one key take effect once while a partition is added', async () => {
    const { uId: userId } = await t.createUser({ balance: 0 })
    for (let run = 0; run < 5; run++) {
      const orderId = randomUUID()
      const deposit = () =>
        ledger.deposit(db, {
          actor: testActor,
          userId,
          orderId,
          principal: cents(100),
          bonus: cents(0),
          turnover: cents(0),
        })
      await Promise.all([...Array.from({ length: 8 }, deposit), closeTransferPartition(), deposit()])
    }
    expect((await ledger.wallet(db, userId)).cash).toBe(500)
    expect(await ledger.violations()).toEqual([])
  })

  it('the history is read from all of them, newest first, without a gap between pages', async () => {
    const { uId: userId } = await t.createUser({ balance: 100 })
    for (let n = 1; n <= 6; n++) {
      const refId = `history-${n}`
      await ledger.grantBonus(db, {
        actor: testActor,
        userId,
        kind: 'promotion',
        refId,
        amount: cents(n),
        wallet: 'cash',
      })
      if (n % 2 === 0) await closeTransferPartition()
    }
    const first = await ledger.entriesOf(userId, { kinds: ['bonus'], limit: 3 })
    const second = await ledger.entriesOf(userId, { kinds: ['bonus'], limit: 3, cursor: first.next ?? '' })
    const read = [...first.list, ...second.list].map(({ refId }) => refId)
    expect(read).toEqual([6, 5, 4, 3, 2, 1].map((n) => `history-${n}`))
    expect(second.next).toBeNull()
  })
})

describe('across partitions of rounds', () => {
  it('a player has one open round of a game', async () => {
    const { token, uId } = await t.createUser({ balance: 100 })
    const first = await startMines(token)
    expect(first.http).toBe(200)
    await addRoundPartition(1)
    later.ms = 2 * month
    const refused = await startMines(token)
    expect([refused.http, refused.data]).toEqual([409, null])
    expect(await db.read('select id from game_rounds where user_id = $1', [uId])).toHaveLength(1)
    expect(await duplicates()).toEqual([])
  })

  it('a round of a provider is opened once, by any player', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const { token, uId } = await t.createUser({ balance: 100 })
        const { data } = await t.post<{ ticket: string }>(
          '/api/app/game/session/cara-ou-coroa',
          {},
          { token },
        )
        const session = await exchangeGameTicket(deps, { ticket: data.ticket, game: 'cara-ou-coroa' })
        return { uId, token: session.token }
      }),
    )
    const roundId = randomUUID()
    const debit = (player = first) =>
      debitRound(deps, 'example', {
        token: player?.token ?? '',
        transactionId: randomUUID(),
        roundId,
        amount: cents(100),
        wallet: 'cash',
      })
    await debit()
    later.ms = 2 * month
    await expect(debit()).rejects.toThrow('conflict')
    await expect(debit(second)).rejects.toThrow('conflict')
    expect(await duplicates()).toEqual([])
  })

  it('a round finds a partition even if none was added for a long time, and the next one begins after it', async () => {
    const { token, uId } = await t.createUser({ balance: 100 })
    later.ms = 5 * month
    expect((await play(token)).http).toBe(200)
    const [name] = await partitionsOf('game_rounds', 'user_id = $1', [uId])
    await addRoundPartition(5)
    const [found] = await db.read<{ is_last: boolean }>(
      'select to_month is null as is_last from round_partitions where name = $1',
      [name ?? ''],
    )
    expect(found).toEqual({ is_last: false })
    await addRoundPartition(5)
    expect(await db.read('select id from game_rounds where user_id = $1', [uId])).toHaveLength(1)
  })

  it('the job adds them once, and every process may run it', async () => {
    const count = async () => (await db.read('select name from round_partitions')).length
    const before = await count()
    await Promise.all([keepPartitions(deps), keepPartitions(deps)])
    expect(await count()).toBe(before)
  })
})

describe('the archive', () => {
  it('takes months that ended long enough ago, and keeps what rewards and the ledger need', async () => {
    const own = await createTestApp()
    const { db } = own.deps
    const inviter = await own.createUser({ inviteCode: 'ARCHIVE' })
    const player = await own.createUser({ inviteCode: 'ARCHIVE', balance: 1_000 })
    const { token, uId: userId } = player
    const bet = async () => expect((await play(token, own)).http).toBe(200)
    const commission = async () =>
      (await own.get<{ today: number }>('/api/app/agent/overview', { token: inviter.token })).data.today
    // In the last days of a month, the next one has a partition already: it is archived too, without rounds.
    const archived = () => db.read('select partition, rounds from archived_rounds where rounds > 0')
    const archive = async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * month })
      try {
        await archiveRounds({ ...own.deps, config: { roundRetentionMonths: 6 } })
      } finally {
        vi.useRealTimers()
      }
    }

    await playedRound(own.deps, { userId, stake: 40_000, payout: 40_000 })
    await bet()
    const open = await startMines(token, own)
    const { roundId } = open.data
    await db.write('select keep_round_partitions($1)', [new Date(Date.now() + 2 * month)])
    later.ms = 4 * month
    await bet()
    await bet()
    const earned = await commission()
    expect(earned).toBeGreaterThan(0)

    // A round of the month is still open.
    await archive()
    expect(await archived()).toEqual([])
    const opened = await own.post<{ status: string }>(
      '/api/app/game/mines/open',
      { roundId, tile: 0 },
      { token },
    )
    if (opened.data.status === 'open') await own.post('/api/app/game/mines/cashOut', { roundId }, { token })
    await archive()
    expect(await archived()).toEqual([{ partition: 'game_rounds_first', rounds: 3 }])

    const records = () => own.get<{ list: unknown[] }>('/api/app/order/records?tab=rounds', { token })
    expect((await records()).data.list).toHaveLength(2)
    expect(await commission()).toBe(earned)
    expect(await violations(db)).toEqual([])
    await bet()
    expect((await records()).data.list).toHaveLength(3)
    // The bonus of a level is paid for counted bets, including archived ones.
    await own.deps.db.tx(async (tx) => {
      const deposit = {
        userId,
        orderId: 'level',
        principal: cents(100_00),
        bonus: cents(0),
        turnover: cents(0),
      }
      const wallet = await own.deps.ledger.deposit(tx, { ...deposit, actor: testActor })
      await updateVipLevel(own.deps, tx, { userId, actor: testActor }, wallet)
    })
    expect((await own.deps.ledger.wallet(db, userId)).bonus).toBe(500)
  })
})

describe('the invariants', () => {
  it('find postings, rounds and seeds that belong to no player', async () => {
    const own = await createTestApp()
    const { token } = await own.createUser({ balance: 100 })
    expect((await play(token, own)).http).toBe(200)
    const rule = 'every posting and every round belongs to a player, and its seeds do too'
    const orphans = async () =>
      (await violations(own.deps.db))
        .filter((found) => found.startsWith(rule))
        .map((found) => found.slice(rule.length + 2))
    expect(await orphans()).toEqual([])
    await own.deps.db.write(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       values ('orphan', 'adjust', 'nobody', 'adjust', 'x', '{}', '{}', '{}', '{}', now())`,
    )
    await own.deps.db.write(
      `insert into game_rounds (id, user_id, game, wallet, stake, status, seed_pair_id, nonce, created_at)
       values ('orphan', 'nobody', 'dice', 'cash', 1, 'settled', 'no seeds', 0, now())`,
    )
    expect(await orphans()).toEqual([
      expect.stringMatching(/^posting \d+ of nobody$/),
      'round orphan of nobody',
      'round orphan with the seeds no seeds',
    ])
  })
})

describe('the migration', () => {
  it('partitions the tables of a database in use, which then continues to work', async () => {
    const name = `partitions_${randomUUID().replaceAll('-', '')}`
    await db.write(`create database ${name} template template0 strategy file_copy`)
    const old = createDb(databaseUrl(inject('postgresUrl'), name))
    onTestFinished(async () => {
      await old.close()
      await db.write(`drop database ${name} with (force)`)
    })
    await migrateUntil(old, '120.')
    const ids = ['old', 'new'].map(() => randomUUID())
    await old.write(
      `insert into users (id, email, password_hash, invite_code, created_at) values ('p', 'p@x', '', 'P', now())`,
    )
    await old.write(
      `insert into wallets (user_id, cash, cash_net_loss, bet_sum) values ('p', 600, -500, 200)`,
    )
    await old.write(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       values ('adjust:1', 'adjust', 'p', 'adjust', '1', '{"cash": 100}', '{house_sandbox,cash}', '{-100,100}',
         '{null,100}', now())`,
    )
    await old.write(
      `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, created_at, settled_at)
       select id, 'p', 'dice', 'cash', 100, 350, 'settled', now(), now() from unnest($1::text[]) id`,
      [ids],
    )
    await old.write(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       select 'stake:round:' || id, 'play', 'p', 'round', id, '{"stake": 100, "payout": 350, "wallet": "cash"}',
         '{cash,house_games,house_games,cash}', '{-100,100,-350,350}',
         array[n * 250 - 250, null, null, n * 250 + 100], now()
       from unnest($1::text[]) with ordinality as r (id, n)`,
      [ids],
    )
    const contents = () => old.read('select id, key, args, balances from transfers order by id')
    const before = await contents()

    expect(await migrate(old, [])).toContain('120.partitions.sql')
    expect(await contents()).toEqual(before)
    expect(await old.read('select id from game_rounds order by id')).toEqual(ids.sort().map((id) => ({ id })))
    expect(await violations(old)).toEqual([])
    const clock = { ...deps.clock, now: () => new Date() }
    const migrated = createLedger(old, clock)
    const bet = { userId: 'p', amount: cents(100), wallet: 'cash' as const }
    await expect(
      migrated.holdStake(old, { actor: testActor, ...bet, roundId: ids[0] ?? '' }),
    ).rejects.toThrow('other values')
    await migrated.grantBonus(old, {
      actor: testActor,
      userId: 'p',
      kind: 'gift',
      refId: randomUUID(),
      amount: cents(1),
      wallet: 'cash',
    })
    expect(await partitionNames(old)).toEqual([
      'game_rounds_first',
      expect.stringMatching(/^game_rounds_\d{4}_\d\d$/),
      'transfers_0',
      'transfers_1',
    ])
    expect(await violations(old)).toEqual([])
    expect(await migrate(old, [])).toEqual([])
  })
})

const partitionNames = async (on: Db) =>
  (
    await on.read<{ name: string }>(
      'select name from round_partitions union all select name from transfer_partitions order by name desc',
    )
  )
    .map(({ name }) => name)
    .sort((a, b) => (a.endsWith('first') ? -1 : b.endsWith('first') ? 1 : a.localeCompare(b)))
