import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { createTestApp, type TestResponse } from './helpers/testApp.ts'
import { testActor } from './helpers/testActor.ts'

const t = await createTestApp()
const { deps } = t
const { db, clock } = deps

type User = Awaited<ReturnType<typeof t.createUser>>

const day = 24 * 3_600_000
/** Noon of a Sunday in Brasília. */
const sunday = new Date('2031-03-09T15:00:00Z')

beforeEach(async () => void (await clock.moveTo(sunday)))

const readSums = () =>
  db.read('select user_id, day::text, game, stakes, cash_loss from bet_days order by 1, 2, 3')

/** Deletes the sums and computes them again as the migration does for older bets. */
async function recomputeSums(): Promise<void> {
  const migration = new URL('../../src/server/db/migrations/140.bet-days.sql', import.meta.url)
  const [, backfill] = /^(insert into bet_days[^;]*);/m.exec(await readFile(migration, 'utf8')) ?? []
  await db.write('delete from bet_days')
  await db.write(backfill ?? 'the migration has no backfill')
}

it('the migration computes the same sums as the postings have maintained', async () => {
  const { token, uId } = await t.createUser({ balance: 1_000, freeBalance: 100 })
  const bet = async (game: string, body: object) => {
    const { http, data } = await t.post<{ roundId: string }>(`/api/app/game/${game}`, body, { token })
    expect({ game, http }).toEqual({ game, http: 200 })
    return data.roundId
  }
  // Single and batched bets, from both wallets, settled in a later call, refunded, and on two days.
  const dice = { amount: 10, direction: 'over', chance: 50 }
  await bet('dice/bet', dice)
  await bet('dice/bet', { ...dice, wallet: 'freeBalance' })
  await bet('limbo/bet', { amount: 3, target: 2 })
  const mines = await bet('mines/bet', { amount: 5, mineCount: 3 })
  await clock.advance(day)
  await t.post('/api/app/game/mines/open', { roundId: mines, tile: 0 }, { token })
  await t.post('/api/app/game/mines/cashOut', { roundId: mines }, { token })
  await bet('dice/bet', dice)
  const refunded = randomUUID()
  const held = {
    userId: uId,
    roundId: refunded,
    amount: cents(700),
    wallet: 'cash',
    actor: testActor,
  } as const
  await deps.ledger.holdStake(db, held)
  await deps.ledger.refundRound(db, { actor: testActor, userId: uId, roundId: refunded })

  const sums = await readSums()
  expect(sums).toMatchObject([
    { day: '2031-03-09', game: 'dice', stakes: 20_00 },
    { day: '2031-03-09', game: 'limbo', stakes: 3_00 },
    { day: '2031-03-10', game: 'dice', stakes: 10_00 },
    { day: '2031-03-10', game: 'mines', stakes: 5_00 },
  ])
  expect(await deps.ledger.violations()).toEqual([])
  await recomputeSums()
  expect(await readSums()).toEqual(sums)
})

it('a wrong sum is a violation of the ledger', async () => {
  const { uId } = await t.createUser()
  await db.write(`insert into bet_days values ($1, '2031-03-09', 'dice', 100, 0)`, [uId])
  const what = `daily sums are not those of the settled bets: ${uId} 2031-03-09`
  expect(await deps.ledger.violations()).toEqual([what])
  await db.write('delete from bet_days where user_id = $1', [uId])
})

/** Creates an invited player with `postings` lost bets yesterday. */
async function createBusyPlayer(postings: number, inviteCode: string): Promise<User> {
  const player = await t.createUser({ inviteCode, kyc: 1, level: 0 })
  await db.write(
    `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
     select 'busy:' || $1 || n, 'play', $1, 'round', n::text,
       '{"stake": 2000, "payout": 1900, "wallet": "cash", "counted": 2000}',
       '{cash,house_games,house_games,cash}', '{-2000,2000,-1900,1900}',
       array[1000000000 - 100 * n - 1900, null, null, 1000000000 - 100 * n]::bigint[], $3
     from generate_series(1, $2::int) n`,
    [player.uId, postings, new Date(sunday.getTime() - day)],
  )
  await db.write(
    `update wallets set cash = cash + 5000, cash_net_loss = 100 * $2::bigint, bet_sum = 2000 * $2::bigint
      where user_id = $1`,
    [player.uId, postings],
  )
  await recomputeSums()
  return player
}

/** Runs `act`; returns the rows of the growing tables that its transactions read. */
async function rowsRead(act: () => Promise<TestResponse>): Promise<number> {
  let read = 0
  const originalTx = db.tx
  db.tx = (fn) =>
    originalTx(async (tx) => {
      const result = await fn(tx)
      const [row] = await tx.query<{ rows: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::bigint as rows from pg_stat_xact_user_tables
          where relname in ('transfers', 'game_rounds', 'bet_days', 'orders')`,
      )
      read += row?.rows ?? 0
      return result
    })
  try {
    const { http, message } = await act()
    expect({ http, message }).toMatchObject({ http: 200 })
  } finally {
    db.tx = originalTx
  }
  return read
}

it('claims, level bonuses and deposits read a few rows, however many bets there are', async () => {
  const agent = await t.createUser({ kyc: 1 })
  const [row] = await db.read<{ code: string }>('select invite_code as code from users where id = $1', [
    agent.uId,
  ])
  const { token } = await createBusyPlayer(50_000, row?.code ?? '')
  await db.write('analyze transfers, bet_days, orders')
  const prePay = (pkgId: string) =>
    t.post<{ orderId: string }>(`/api/app/order/prePay/${pkgId}`, { gift: 1, pkgId, isapp: 0 }, { token })
  let orderId = ''
  const read = {
    order: await rowsRead(async () => {
      const order = await prePay('brl-500')
      orderId = order.data.orderId
      return order
    }),
    // Pays level bonuses for all bets so far.
    payment: await rowsRead(() => t.post(`/sandbox/api/orders/${orderId}/pay`)),
    secondOrder: await rowsRead(() => prePay('btbrl-50')),
    rebate: await rowsRead(() => t.post('/api/app/rewards/rebate/claim', {}, { token })),
    commissions: await rowsRead(() => t.post('/api/app/agent/claim', {}, { token: agent.token })),
    cashback: await rowsRead(async () => {
      await clock.advance(day)
      return t.post('/api/app/promotions/claim', { id: '2' }, { token })
    }),
  }
  expect(await db.read('select level from users where level > 0')).toEqual([{ level: 2 }])
  expect(Object.entries(read).filter(([, rows]) => rows > 100)).toEqual([])
}, 60_000)
