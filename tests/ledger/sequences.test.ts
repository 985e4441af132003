import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, ZERO } from '#contract/money.ts'
import { systemClock } from '#server/time/clock.ts'
import type { Writer } from '#server/db/client.ts'
import { InsufficientFunds, LedgerConflictError } from '#server/ledger/errors.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import type { Wallet } from '#server/ledger/ledger.ts'
import { sized } from '../scope.ts'
import { createTestDb } from '../server/helpers/testDb.ts'
import { Model, type Operation, type Outcome } from './model.ts'
import { addPlayer } from './players.ts'
import { testActor } from '../server/helpers/testActor.ts'

/** LEDGER_RUNS=10000 is the thorough run. */
const runs = Number(process.env['LEDGER_RUNS'] ?? sized(120, 250))

const { db } = await createTestDb()
const ledger = createLedger(db, systemClock)

const ref = fc.nat({ max: 3 })
const amount = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5_000 }))
const maybe = fc.oneof(fc.constant(0), amount)
const wallet = fc.constantFrom('cash' as const, 'bonus' as const)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant('deposit' as const),
    ref,
    principal: amount.map((value) => value + 100),
    bonus: maybe,
    turnover: maybe,
    discount: fc.nat({ max: 100 }),
  }),
  fc.record({ op: fc.constant('grant' as const), ref, amount, wallet, turnover: maybe }),
  fc.record({
    op: fc.constant('adjust' as const),
    ref: fc.nat({ max: 10 }),
    amount: fc.oneof(
      amount,
      amount.map((value) => -value),
    ),
    wallet,
  }),
  fc.record({ op: fc.constant('hold' as const), ref, amount, wallet }),
  fc.record({ op: fc.constant('settle' as const), ref, payout: maybe, counts: fc.boolean() }),
  fc.record({ op: fc.constant('refund' as const), ref }),
  // Instant rounds share the numbers of held ones only occasionally.
  fc.record({
    op: fc.constant('play' as const),
    ref: fc.nat({ max: 40 }),
    stake: amount,
    payout: maybe,
    wallet,
    counts: fc.boolean(),
  }),
  fc.record({ op: fc.constant('withdraw' as const), ref, amount }),
  fc.record({ op: fc.constant('pay' as const), ref, fee: fc.nat({ max: 20 }) }),
  fc.record({ op: fc.constant('back' as const), ref }),
)

/** A bonus that becomes cash as soon as its last round is closed, and what comes before that. */
const dueBonus: fc.Arbitrary<Operation[]> = fc
  .record({ bonus: amount, stake: amount, wallet, between: fc.array(operation, { maxLength: 3 }) })
  .map(({ bonus, stake, wallet, between }) => [
    { op: 'deposit', ref: 4, principal: 10_000, bonus, turnover: 1, discount: 0 },
    { op: 'hold', ref: 4, amount: 5_000, wallet: 'cash' },
    { op: 'hold', ref: 5, amount: stake, wallet },
    { op: 'settle', ref: 4, payout: 0, counts: true },
    ...between,
    { op: 'settle', ref: 5, payout: stake, counts: true },
  ])
const sequence = fc
  .array(
    fc.oneof({ weight: 30, arbitrary: operation.map((one) => [one]) }, { weight: 1, arbitrary: dueBonus }),
    {
      minLength: 1,
      maxLength: 30,
      size: 'max',
    },
  )
  .map((parts) => parts.flat())

function execute(tx: Writer, userId: string, operation: Operation): Promise<Wallet> {
  const id = `${userId}:${operation.ref}`
  switch (operation.op) {
    case 'deposit': {
      const { principal, bonus, turnover, discount } = operation
      return ledger.deposit(tx, {
        actor: testActor,
        userId,
        orderId: id,
        principal: cents(principal),
        bonus: cents(bonus),
        turnover: cents(turnover),
        discount: cents(discount),
      })
    }
    case 'grant':
      return ledger.grantBonus(tx, {
        actor: testActor,
        userId,
        kind: 'gift',
        refId: id,
        amount: cents(operation.amount),
        wallet: operation.wallet,
        turnover: cents(operation.turnover),
      })
    case 'adjust':
      return ledger.adjust(tx, {
        actor: testActor,
        userId,
        adjustmentId: id,
        wallet: operation.wallet,
        amount: cents(operation.amount),
      })
    case 'hold':
      return ledger.holdStake(tx, {
        actor: testActor,
        userId,
        roundId: id,
        amount: cents(operation.amount),
        wallet: operation.wallet,
      })
    case 'settle':
      return ledger.settleRound(tx, {
        actor: testActor,
        userId,
        roundId: id,
        payout: cents(operation.payout),
        // All of it by default.
        ...(operation.counts ? {} : { counted: ZERO }),
      })
    case 'refund':
      return ledger.refundRound(tx, { actor: testActor, userId, roundId: id })
    case 'play':
      return ledger.instantRound(tx, {
        actor: testActor,
        userId,
        roundId: id,
        stake: cents(operation.stake),
        payout: cents(operation.payout),
        wallet: operation.wallet,
        ...(operation.counts ? {} : { counted: ZERO }),
      })
    case 'withdraw':
      return ledger.holdWithdrawal(tx, {
        actor: testActor,
        userId,
        withdrawalId: id,
        amount: cents(operation.amount),
      })
    case 'pay':
      return ledger.completeWithdrawal(tx, {
        actor: testActor,
        userId,
        withdrawalId: id,
        fee: cents(operation.fee),
      })
    case 'back':
      return ledger.refundWithdrawal(tx, { actor: testActor, userId, withdrawalId: id })
  }
}

async function outcomeOf(posting: Promise<Wallet>): Promise<{ outcome: Outcome; wallet?: Wallet }> {
  try {
    return { outcome: 'done', wallet: await posting }
  } catch (error) {
    if (error instanceof InsufficientFunds) return { outcome: 'insufficient' }
    if (error instanceof LedgerConflictError) return { outcome: 'conflict' }
    throw error
  }
}

it(`agrees with the model on ${runs} generated sequences`, { timeout: 60_000 + runs * 100 }, async () => {
  const seen: Record<string, number> = {}
  /** Operations while a bonus waited for the last open round. */
  const dueBonuses: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(sequence, async (operations) => {
      const userId = await addPlayer(db, ledger)
      const model = new Model()
      await db.tx(async (tx) => {
        for (const each of operations) {
          const applied =
            each.op === 'pay' ? { ...each, fee: Math.min(each.fee, model.heldBy(each.ref)) } : each
          const isDue = model.isBonusDue
          const expected = model.apply(applied)
          if (isDue && expected === 'done') dueBonuses[applied.op] = (dueBonuses[applied.op] ?? 0) + 1
          const { outcome, wallet } = await outcomeOf(execute(tx, userId, applied))
          seen[`${applied.op} ${outcome}`] = (seen[`${applied.op} ${outcome}`] ?? 0) + 1
          expect(outcome).toBe(expected)
          if (wallet) expect(wallet).toEqual({ ...model.balances(), version: wallet.version })
        }
        expect(await ledger.wallet(tx, userId)).toMatchObject(model.balances())
      })
    }),
    { numRuns: runs },
  )
  expect(await ledger.violations()).toEqual([])
  // A rule that the generators never reach would not be tested.
  const kinds = ['deposit', 'grant', 'adjust', 'hold', 'settle', 'refund', 'play', 'withdraw', 'pay', 'back']
  expect(kinds.filter((kind) => !seen[`${kind} done`])).toEqual([])
  expect(['adjust', 'hold', 'play', 'withdraw'].filter((kind) => !seen[`${kind} insufficient`])).toEqual([])
  expect(kinds.filter((kind) => !seen[`${kind} conflict`])).toEqual([])
  expect(['grant', 'adjust', 'hold', 'settle', 'refund', 'play'].filter((kind) => !dueBonuses[kind])).toEqual(
    [],
  )
  const [released] = await db.read<{ n: number }>(
    `select count(*) as n from transfers where kind = 'release'`,
  )
  expect(released?.n).toBeGreaterThan(0)
})
