import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DOUBLE_ROUND_MS } from '#contract/games/double.ts'
import { fillPath, type Call } from '#contract/http/call.ts'
import { chatCalls } from '#contract/http/chat.ts'
import { doubleCalls } from '#contract/http/double.ts'
import { gameCalls } from '#contract/http/game.ts'
import { minesCalls } from '#contract/http/mines.ts'
import { orderCalls } from '#contract/http/order.ts'
import { originalCalls } from '#contract/http/originals.ts'
import { promotionCalls } from '#contract/http/promotions.ts'
import { referralCalls } from '#contract/http/referrals.ts'
import { rewardCalls } from '#contract/http/rewards.ts'
import { slotCalls } from '#contract/http/slots.ts'
import { sportsCalls } from '#contract/http/sports.ts'
import { cents } from '#contract/money.ts'
import { handlePaymentNotification } from '#server/domain/payments/payments.ts'
import { approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { settleDueRounds } from '#server/games/double/sharedRound.ts'
import { creditRound, debitRound, refundAbandoned, rollBackDebit } from '#server/games/providerRounds.ts'
import { stopGames } from '#server/games/stopGames.ts'
import { acceptTickets } from '#server/sports/acceptance.ts'
import { waitingForLocks } from './helpers/floodClient.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'
import { testActor } from './helpers/testActor.ts'

const { deps, call, clock, player: newPlayer } = await createTestServer()
const { db } = deps

/** Creates a player with a row to lock in every table that money calls lock. */
async function createPlayer(): Promise<TestPlayer> {
  const player = await newPlayer({ balance: 1_000, freeBalance: 100, gift: 1, lx: '20' })
  const post = (url: string, body: object) => call('POST', url, { player, body })
  await post('/api/app/game/mines/bet', { amount: 1, mineCount: 3 })
  await post('/api/app/game/rowDouble/bet', { amount: 1, mode: 'hard' })
  await post('/api/app/limits/set', { kind: 'loss', period: 'day', amount: 900 })
  await db.write(
    `insert into tickets (id, user_id, kind, wallet, stake, state, policy, payout, max_return, accept_at, created_at)
     values ($1, $2, 'single', 'cash', 100, -10, 'any', 0, 1000, $3, $3)`,
    [randomUUID(), player.userId, new Date(0)],
  )
  await db.write(
    `insert into game_rounds (id, user_id, game, wallet, stake, status, params, provider, provider_round, created_at)
     values ($1, $2, 'palpite', 'cash', 100, 'open', '{}', 'palpite', $1, $3)`,
    [randomUUID(), player.userId, new Date(0)],
  )
  return player
}

const perPlayer: [table: string, column: string][] = [
  ['users', 'id'],
  ['orders', 'user_id'],
  ['withdrawals', 'user_id'],
  ['payout_destinations', 'user_id'],
  ['game_rounds', 'user_id'],
  ['tickets', 'user_id'],
  ['seed_pairs', 'user_id'],
  ['next_seeds', 'user_id'],
  ['player_limits', 'user_id'],
  ['period_loss_baselines', 'user_id'],
]

/** Tables in which another transaction has locked rows of this player. */
async function lockedTables({ userId }: TestPlayer): Promise<string[]> {
  const locked: string[] = []
  for (const [table, column] of perPlayer) {
    const where = `from ${table} where ${column} = $1`
    const all = await db.read(`select 1 ${where}`, [userId])
    const free = await db.write(`select 1 ${where} for update skip locked`, [userId])
    if (free.length < all.length) locked.push(table)
  }
  return locked
}

/** The tables that `act` has locked by the time it waits for the wallet, which another transaction has locked. */
async function locksBeforeWallet(player: TestPlayer, act: () => Promise<unknown>): Promise<string[]> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let holder: Promise<void> | undefined
  await new Promise<void>((isHeld) => {
    holder = db.tx(async (tx) => {
      await tx.query('select 1 from wallets where user_id = $1 for update', [player.userId])
      isHeld()
      await released
    })
  })
  const acting = act()
  try {
    await expect.poll(() => waitingForLocks(db), { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
    return await lockedTables(player)
  } finally {
    release()
    await holder
    await acting
  }
}

const id = 'none'
const bodies: Record<string, object> = {
  [referralCalls.agentClaim.path]: {},
  [referralCalls.ladderClaim.path]: { people: 1 },
  [promotionCalls.promotionClaim.path]: { id: '1' },
  [rewardCalls.rebateClaim.path]: {},
  [rewardCalls.checkInClaim.path]: {},
  [rewardCalls.claimGift.path]: {},
  [chatCalls.send.path]: { text: 'oi' },
  [orderCalls.prePay.path]: { gift: '1' },
  [orderCalls.withdraw.path]: {
    payCardBank: 'CPF',
    payCardNo: '52998224725',
    name: 'Ana',
    amount: 60,
    ifsc: '',
    whatsapp: '',
  },
  [sportsCalls.bet.path]: {
    amount: 1,
    policy: 'any',
    legs: [{ matchId: id, key: 'winner:1:home:3', odds: 2 }],
  },
  [sportsCalls.cashOut.path]: { ticketId: id, amount: 0 },
  [minesCalls.bet.path]: { amount: 1, mineCount: 3 },
  [minesCalls.open.path]: { roundId: id, tile: 1 },
  [minesCalls.cashOut.path]: { roundId: id },
  [minesCalls.auto.path]: { amount: 1, mineCount: 3, tiles: [1] },
  [gameCalls.rotateSeeds.path]: { clientSeed: 'nova' },
  [doubleCalls.bet.path]: { amount: 1, colour: 'red' },
  [originalCalls.diceBet.path]: { amount: 1, direction: 'over', chance: 50 },
  [originalCalls.limboBet.path]: { amount: 1, target: 2 },
  [originalCalls.luckyColorBet.path]: { stakes: [{ pick: 'red', amount: 1 }] },
  [originalCalls.rowDoubleBet.path]: { amount: 1, mode: 'hard' },
  [originalCalls.rowDoublePick.path]: { roundId: id, row: 0, tile: 0 },
  [originalCalls.rowDoubleCashOut.path]: { roundId: id },
  [originalCalls.rowDoubleAuto.path]: { amount: 1, mode: 'hard', tiles: [0] },
  [slotCalls.spin.path]: { gameCode: 'amazonia', amount: 1 },
}

const groups: Record<string, Call>[] = [
  referralCalls,
  promotionCalls,
  rewardCalls,
  chatCalls,
  orderCalls,
  sportsCalls,
  gameCalls,
  minesCalls,
  doubleCalls,
  originalCalls,
  slotCalls,
]
const moneyCalls = groups
  .flatMap((calls) => Object.values(calls))
  .filter(({ idempotent }) => idempotent !== false)

/** The player as a game in its frame sees it. */
async function inGame(player: TestPlayer): Promise<TestPlayer> {
  const opened = await call<{ ticket: string }>('POST', '/api/app/game/session/amazonia', {
    player,
    body: {},
  })
  const session = await call<{ token: string }>('POST', slotCalls.exchange.path, {
    body: { gameCode: 'amazonia', ticket: opened.data.ticket },
  })
  return { ...player, token: session.data.token }
}

const everyCall = await createPlayer()
const everyGame = await inGame(everyCall)

describe('a money call locks the wallet before anything else', () => {
  it('every money call is covered here', () => {
    expect(Object.keys(bodies).sort()).toEqual(moneyCalls.map(({ path }) => path).sort())
  })

  it.each(moneyCalls.map((one): [string, Call] => [one.path, one]))(
    '%s',
    async (path, { auth, bodyType }) => {
      const [player, caller] = [everyCall, auth === 'game' ? everyGame : everyCall]
      const url = fillPath(path, path.includes('{pkgId}') ? { pkgId: 'brl-20' } : {})
      let status = 0
      const locked = await locksBeforeWallet(player, async () => {
        const options = { player: caller, body: bodies[path] ?? {}, form: bodyType === 'form' }
        const response = await call('POST', url.startsWith('/') ? url : `/${url}`, options)
        status = response.status
      })
      expect(locked).toEqual([])
      expect([401, 500]).not.toContain(status)
    },
  )

  it('also without an idempotency key', async () => {
    const player = await createPlayer()
    const body = { gift: '1' }
    const locked = await locksBeforeWallet(player, () =>
      call('POST', '/api/app/order/prePay/brl-20', { player, body, form: true, key: null }),
    )
    expect(locked).toEqual([])
  })
})

/** A round of a third-party game, opened by its provider. */
async function debitOf(player: TestPlayer): Promise<{ transactionId: string; roundId: string }> {
  const { token } = await inGame(player)
  const [transactionId, roundId] = [randomUUID(), randomUUID()]
  const debit = { token, transactionId, roundId, amount: cents(100), wallet: 'cash' } as const
  await debitRound(deps, 'palpite', debit)
  return { transactionId, roundId }
}

describe('all other code that moves money does the same', () => {
  it.each<[string, (player: TestPlayer) => Promise<() => Promise<unknown>>]>([
    [
      'stopGame',
      async ({ userId }) =>
        () =>
          stopGames(deps, userId),
    ],
    ['the acceptance of a live bet', async () => () => acceptTickets(deps)],
    ['the refund of an abandoned round', async () => () => refundAbandoned(deps)],
    [
      "a provider's debit",
      async (player) => {
        const { token } = await inGame(player)
        const debit = { token, transactionId: randomUUID(), roundId: randomUUID(), amount: cents(100) }
        return () => debitRound(deps, 'palpite', { ...debit, wallet: 'cash' })
      },
    ],
    [
      "a provider's credit",
      async (player) => {
        const { roundId } = await debitOf(player)
        return () => creditRound(deps, 'palpite', { transactionId: randomUUID(), roundId, amount: cents(50) })
      },
    ],
    [
      "a provider's rollback",
      async (player) => {
        const { transactionId: debitId } = await debitOf(player)
        return () => rollBackDebit(deps, 'palpite', { transactionId: randomUUID(), debitId })
      },
    ],
    [
      'the notification of a payment',
      async (player) => {
        const { data } = await call<{ orderId: string; payNo: string; amount: number }>(
          'POST',
          '/api/app/order/prePay/brl-20',
          { player, body: { gift: '1' }, form: true },
        )
        const { orderId, payNo } = data
        const [order] = await db.read<{ amount: number }>(
          'select principal - discount as amount from orders where id = $1',
          [orderId],
        )
        const status = { state: 'paid', payNo, payerNumber: null, amount: cents(order?.amount ?? 0) } as const
        return () => handlePaymentNotification(deps, { id: orderId, status })
      },
    ],
    [
      'the decision about a withdrawal',
      async (player) => {
        const body = bodies[orderCalls.withdraw.path] ?? {}
        const { data } = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', { player, body })
        return () => approveWithdrawal(deps, testActor, data.orderId)
      },
    ],
    [
      'the end of a round of double',
      async (player) => {
        await settleDueRounds(deps)
        // Bets are accepted in the first seconds of a round only.
        await clock.moveTo(new Date(Math.ceil(clock.now().getTime() / DOUBLE_ROUND_MS) * DOUBLE_ROUND_MS))
        const bet = await call('POST', doubleCalls.bet.path, { player, body: { amount: 1, colour: 'red' } })
        expect(bet.httpStatus).toBe(200)
        const started = new Date(clock.now().getTime() - 60_000)
        await db.write('update double_rounds set starts_at = $1 where settled_at is null', [started])
        return () => settleDueRounds(deps)
      },
    ],
  ])('%s', async (_what, prepare) => {
    await db.write(`delete from ticket_legs`)
    await db.write(`delete from tickets`)
    await db.write(`update game_rounds set status = 'refunded' where status = 'open'`)
    const player = await createPlayer()
    expect(await locksBeforeWallet(player, await prepare(player))).toEqual([])
  })
})
