import assert from 'node:assert/strict'
import { cents } from '#contract/money.ts'
import { systemClock } from '#server/time/clock.ts'
import type { Db } from '#server/db/client.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import type { Ledger } from '#server/ledger/ledger.ts'
import { addPlayer } from '../../ledger/players.ts'
import type { Lab } from '../harness/Lab.ts'
import type { Random } from '../harness/random.ts'
import { testActor } from '../../server/helpers/testActor.ts'

const workers = 32
const players = 12

/**
 * Many workers move money between a few players and the house while a reader adds everything up: the sum of all wallets
 * and the house is zero at every read, and no balance is ever negative.
 */
export async function bank(lab: Lab, moves = 1_500): Promise<{ reads: number; moves: number }> {
  const { db } = await lab.database({ connections: workers + 4 })
  const ledger = createLedger(db, systemClock)
  const ids: string[] = []
  for (let i = 0; i < players; i++) {
    const userId = await addPlayer(db, ledger)
    await adjustWallet(db, { userId, cash: cents(20_000), bonus: cents(5_000) }, new Date())
    ids.push(userId)
  }
  let left = moves
  let reads = 0
  const work = Array.from({ length: workers }, async (_, worker) => {
    const random = lab.random.fork()
    while (left-- > 0) {
      const kind = await move(ledger, db, random, { userId: random.pick(ids), id: `${worker}:${left}` })
      lab.journal.operation('ledger', kind)
    }
  })
  const reading = (async () => {
    while (left > 0) {
      await readSum(db)
      reads++
    }
  })()
  await Promise.all([...work, reading])
  await readSum(db)
  assert.deepEqual(await ledger.violations(), [])
  return { reads: reads + 1, moves }
}

async function readSum(db: Db): Promise<void> {
  const [row] = await db.read<{ sum: number; lowest: number }>(
    `select
      (select sum(cash + bonus + hold_withdrawal + hold_round_cash + hold_round_bonus) from wallets)
        + (select coalesce(sum(amount), 0) from entries where user_id is null) as sum,
      (select min(least(cash, bonus, hold_withdrawal, hold_round_cash, hold_round_bonus)) from wallets) as lowest`,
  )
  assert.equal(row?.sum, 0, 'money appeared or disappeared')
  assert.ok(row.lowest >= 0, 'a balance is negative')
}

/** Makes one posting, or two related ones, in one transaction. */
async function move(
  ledger: Ledger,
  db: Db,
  random: Random,
  { userId, id }: { userId: string; id: string },
): Promise<'acknowledged' | 'refused'> {
  const amount = cents(random.integer(1, 6_000))
  const wallet = random.pick(['cash', 'bonus'] as const)
  const round = { userId, roundId: id }
  const withdrawal = { userId, withdrawalId: id }
  const kind = random.integer(0, 5)
  try {
    await db.tx(async (tx) => {
      if (kind === 0)
        await ledger.instantRound(tx, {
          actor: testActor,
          ...round,
          stake: amount,
          payout: cents(random.integer(0, 9_000)),
          wallet,
        })
      if (kind === 1)
        await ledger.deposit(tx, {
          actor: testActor,
          userId,
          orderId: id,
          principal: amount,
          bonus: cents(amount % 7),
          turnover: amount,
        })
      if (kind === 2 || kind === 3) await ledger.holdStake(tx, { actor: testActor, ...round, amount, wallet })
      if (kind === 2)
        await ledger.settleRound(tx, { actor: testActor, ...round, payout: cents(random.integer(0, 9_000)) })
      if (kind === 3) await ledger.refundRound(tx, { ...round, actor: testActor })
      if (kind >= 4) await ledger.holdWithdrawal(tx, { actor: testActor, ...withdrawal, amount })
      if (kind === 4)
        await ledger.completeWithdrawal(tx, {
          actor: testActor,
          ...withdrawal,
          fee: cents(Math.floor(amount / 50)),
        })
      if (kind === 5) await ledger.refundWithdrawal(tx, { ...withdrawal, actor: testActor })
    })
    return 'acknowledged'
  } catch (error) {
    if (error instanceof InsufficientFunds) return 'refused'
    throw error
  }
}
