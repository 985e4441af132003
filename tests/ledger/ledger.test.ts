import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { systemClock } from '#server/time/clock.ts'
import { InsufficientFunds, LedgerConflictError } from '#server/ledger/errors.ts'
import { jobActor, playerActor } from '#server/ledger/ledger.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { createTestDb } from '../server/helpers/testDb.ts'
import { addPlayer } from './players.ts'
import { testActor } from '../server/helpers/testActor.ts'
import { adjustWallet } from '#server/sandbox/adjustWallet.ts'

const { db } = await createTestDb({ connections: 20 })
const ledger = createLedger(db, systemClock)

async function playerWith(money: { cash?: number; bonus?: number; turnoverLeft?: number }) {
  const userId = await addPlayer(db, ledger)
  await adjustWallet(
    db,
    {
      userId,
      cash: cents(money.cash ?? 0),
      bonus: cents(money.bonus ?? 0),
      turnoverLeft: cents(money.turnoverLeft ?? 0),
    },
    new Date(),
  )
  return userId
}

describe('deposits', () => {
  it('credits principal and bonus and adds the turnover', async () => {
    const userId = await addPlayer(db, ledger)
    const wallet = await ledger.deposit(db, {
      actor: testActor,
      userId,
      orderId: userId,
      principal: cents(10_000),
      bonus: cents(3_000),
      turnover: cents(16_000),
      discount: cents(500),
    })
    expect(wallet).toEqual({
      cash: 10_000,
      bonus: 3_000,
      heldWithdrawals: 0,
      heldRounds: 0,
      turnoverLeft: 16_000,
      locked: 10_000,
      withdrawable: 0,
      depositSum: 10_000,
      withdrawalSum: 0,
      betSum: 0,
      version: expect.any(Number) as number,
    })
    const [provider] = await db.read<{ sum: number }>(
      `select sum(amount)::bigint as sum from entries e join transfers t on t.id = e.transfer_id
        where t.user_id = $1 and account = 'house_provider'`,
      [userId],
    )
    expect(provider?.sum).toBe(-9_500)
  })

  it('has one effect for twenty concurrent callers, and all see it', async () => {
    const userId = await addPlayer(db, ledger)
    const order = { userId, orderId: userId, principal: cents(100), bonus: cents(0), turnover: cents(100) }
    const wallets = await Promise.all(
      Array.from({ length: 20 }, () => ledger.deposit(db, { ...order, actor: testActor })),
    )
    expect(new Set(wallets.map((wallet) => wallet.cash))).toEqual(new Set([100]))
    expect((await ledger.entriesOf(userId)).list).toHaveLength(1)
  })

  it('that a bank takes back is in no sum of deposits, and lowers none below zero', async () => {
    const userId = await addPlayer(db, ledger)
    const order = { userId, actor: testActor, orderId: userId }
    await ledger.deposit(db, { ...order, principal: cents(500), bonus: cents(0), turnover: cents(0) })
    const reverse = (reversalId: string, amount: number, taken: number) =>
      ledger.reverseDeposit(db, { ...order, reversalId, amount: cents(amount), taken: cents(taken) })
    expect(await reverse(`a${userId}`, 200, 200)).toMatchObject({ cash: 300, depositSum: 300 })
    expect(await reverse(`b${userId}`, 400, 300)).toMatchObject({ cash: 0, depositSum: 0 })
  })

  it('refuses the same order with another amount', async () => {
    const userId = await addPlayer(db, ledger)
    const order = { userId, orderId: userId, principal: cents(100), bonus: cents(0), turnover: cents(100) }
    await ledger.deposit(db, { ...order, actor: testActor })
    await expect(ledger.deposit(db, { actor: testActor, ...order, principal: cents(200) })).rejects.toThrow(
      LedgerConflictError,
    )
    expect((await ledger.wallet(db, userId)).cash).toBe(100)
  })
})

describe('rounds', () => {
  it('holds a stake, settles it once, and pays once', async () => {
    const userId = await playerWith({ cash: 1_000 })
    const round = { userId, roundId: userId }
    const held = await ledger.holdStake(db, {
      actor: testActor,
      ...round,
      amount: cents(400),
      wallet: 'cash',
    })
    expect(held).toMatchObject({ cash: 600, heldRounds: 400, betSum: 400 })
    const payouts = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.settleRound(db, { actor: testActor, ...round, payout: cents(900) }),
      ),
    )
    expect(payouts.every((wallet) => wallet.cash === 1_500 && wallet.heldRounds === 0)).toBe(true)
    await expect(ledger.settleRound(db, { actor: testActor, ...round, payout: cents(901) })).rejects.toThrow(
      LedgerConflictError,
    )
    await expect(ledger.refundRound(db, { ...round, actor: testActor })).rejects.toThrow(LedgerConflictError)
    expect((await ledger.wallet(db, userId)).cash).toBe(1_500)
  })

  it('pays to the wallet the stake came from', async () => {
    const userId = await playerWith({ bonus: 1_000, turnoverLeft: 5_000 })
    await ledger.holdStake(db, {
      actor: testActor,
      userId,
      roundId: userId,
      amount: cents(300),
      wallet: 'bonus',
    })
    await expect(
      ledger.settleRound(db, { actor: testActor, userId, roundId: userId, payout: cents(1), wallet: 'cash' }),
    ).rejects.toThrow(LedgerConflictError)
    const wallet = await ledger.settleRound(db, {
      actor: testActor,
      userId,
      roundId: userId,
      payout: cents(700),
      wallet: 'bonus',
    })
    expect(wallet).toMatchObject({ cash: 0, bonus: 1_400, turnoverLeft: 4_700 })
  })

  it('removes a refunded stake from the bets; it never counted for the turnover', async () => {
    const userId = await playerWith({ cash: 1_000, turnoverLeft: 250 })
    await ledger.holdStake(db, {
      actor: testActor,
      userId,
      roundId: userId,
      amount: cents(400),
      wallet: 'cash',
    })
    expect(await ledger.wallet(db, userId)).toMatchObject({ turnoverLeft: 250, betSum: 400 })
    const wallet = await ledger.refundRound(db, { actor: testActor, userId, roundId: userId })
    expect(wallet).toMatchObject({ cash: 1_000, turnoverLeft: 250, betSum: 0, heldRounds: 0 })
  })

  it('counts the given part of a stake for the turnover, once, when it is settled', async () => {
    const userId = await playerWith({ cash: 1_000, turnoverLeft: 900 })
    const round = { userId, roundId: userId, payout: cents(400) }
    await ledger.holdStake(db, {
      actor: testActor,
      userId,
      roundId: userId,
      amount: cents(400),
      wallet: 'cash',
    })
    await expect(ledger.settleRound(db, { actor: testActor, ...round, counted: cents(401) })).rejects.toThrow(
      /more counted/,
    )
    for (let time = 0; time < 2; time++) {
      expect(await ledger.settleRound(db, { actor: testActor, ...round, counted: cents(20) })).toMatchObject({
        cash: 1_000,
        turnoverLeft: 880,
        betSum: 400,
      })
    }
    await expect(ledger.settleRound(db, { actor: testActor, ...round, counted: cents(21) })).rejects.toThrow(
      LedgerConflictError,
    )

    const instant = {
      userId,
      roundId: `${userId}2`,
      stake: cents(400),
      payout: cents(400),
      wallet: 'cash',
    } as const
    expect(() => ledger.instantRound(db, { actor: testActor, ...instant, counted: cents(401) })).toThrow(
      RangeError,
    )
    expect(
      await ledger.instantRound(db, { actor: testActor, ...instant, counted: cents(100) }),
    ).toMatchObject({
      turnoverLeft: 780,
      betSum: 800,
    })
  })

  it('does not count a stake twice that an older version counted when it was held', async () => {
    for (const end of ['settle', 'refund'] as const) {
      const userId = await playerWith({ cash: 1_000, turnoverLeft: 900 })
      await db.write(
        `select ledger_post(array[row($1, 'stake', $2, 'round', $2, '{"amount": 400, "wallet": "cash"}',
           '{cash,hold_round_cash}', '{-400,400}', -400, 0, 0, 400, '', 'player', $2)::ledger_posting], now())`,
        [`stake:round:${userId}`, userId],
      )
      expect(await ledger.wallet(db, userId)).toMatchObject({ turnoverLeft: 500 })
      const round = { userId, roundId: userId }
      if (end === 'settle') await ledger.settleRound(db, { actor: testActor, ...round, payout: cents(0) })
      else await ledger.refundRound(db, { ...round, actor: testActor })
      expect(await ledger.wallet(db, userId)).toMatchObject({ turnoverLeft: end === 'settle' ? 500 : 900 })
    }
  })

  it("does not settle a stake that was never placed or that is another player's", async () => {
    const [a, b] = [await playerWith({ cash: 1_000 }), await playerWith({ cash: 1_000 })]
    await expect(
      ledger.settleRound(db, { actor: testActor, userId: a, roundId: a, payout: cents(1) }),
    ).rejects.toThrow(LedgerConflictError)
    await ledger.holdStake(db, { actor: testActor, userId: a, roundId: a, amount: cents(1), wallet: 'cash' })
    await expect(
      ledger.settleRound(db, { actor: testActor, userId: b, roundId: a, payout: cents(1) }),
    ).rejects.toThrow(LedgerConflictError)
    await expect(
      ledger.instantRound(db, {
        actor: testActor,
        userId: a,
        roundId: a,
        stake: cents(1),
        payout: cents(1),
        wallet: 'cash',
      }),
    ).rejects.toThrow(LedgerConflictError)
  })

  it('refuses a stake above the balance, whatever the round pays', async () => {
    const userId = await playerWith({ cash: 99 })
    const round = { userId, roundId: userId, stake: cents(100), payout: cents(900), wallet: 'cash' } as const
    await expect(ledger.instantRound(db, { ...round, actor: testActor })).rejects.toThrow(InsufficientFunds)
    expect((await ledger.entriesOf(userId, { kinds: ['play'] })).list).toEqual([])
  })

  it('leaves the transaction usable after a refusal', async () => {
    const userId = await playerWith({ cash: 99 })
    const wallet = await db.tx(async (tx) => {
      await expect(
        ledger.holdStake(tx, {
          actor: testActor,
          userId,
          roundId: userId,
          amount: cents(100),
          wallet: 'cash',
        }),
      ).rejects.toThrow(InsufficientFunds)
      return ledger.holdStake(tx, {
        actor: testActor,
        userId,
        roundId: userId,
        amount: cents(99),
        wallet: 'cash',
      })
    })
    expect(wallet.cash).toBe(0)
  })

  it.each([
    [1_000, 7],
    [5_000, 25],
    [199, 1],
  ])('accepts exactly floor(balance / stake) of 200 parallel stakes: %i, %i', async (balance, stake) => {
    const userId = await playerWith({ cash: balance })
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        ledger.instantRound(db, {
          actor: testActor,
          userId,
          roundId: `${userId}:${i}`,
          stake: cents(stake),
          payout: cents(0),
          wallet: 'cash',
        }),
      ),
    )
    const passed = results.filter((result) => result.status === 'fulfilled').length
    expect(passed).toBe(Math.min(200, Math.floor(balance / stake)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.every(({ reason }) => reason instanceof InsufficientFunds)).toBe(true)
    expect((await ledger.wallet(db, userId)).cash).toBe(balance - passed * stake)
  })
})

describe('the bonus', () => {
  it('becomes cash when its turnover is met', async () => {
    const userId = await addPlayer(db, ledger)
    await ledger.grantBonus(db, {
      actor: testActor,
      userId,
      kind: 'gift',
      refId: '1',
      amount: cents(1_000),
      wallet: 'bonus',
      turnover: cents(500),
    })
    const play = (roundId: string, stake: number, payout: number) =>
      ledger.instantRound(db, {
        actor: testActor,
        userId,
        roundId: `${userId}${roundId}`,
        stake: cents(stake),
        payout: cents(payout),
        wallet: 'bonus',
      })
    expect(await play('a', 400, 100)).toMatchObject({ cash: 0, bonus: 700, turnoverLeft: 100 })
    expect(await play('b', 100, 250)).toMatchObject({
      cash: 850,
      bonus: 0,
      turnoverLeft: 0,
      withdrawable: 850,
    })
    const { list } = await ledger.entriesOf(userId)
    expect(list.map((line) => [line.kind, line.cash, line.bonus, line.cashAfter])).toEqual([
      ['release', 850, -850, 850],
      ['play', 0, 150, null],
      ['play', 0, -300, null],
      ['bonus', 0, 1_000, null],
    ])
  })

  it('waits for open rounds, and stays bonus when new turnover comes before their end', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    const [first, second, third] = [1, 2, 3].map((n) => ({ userId, roundId: `${userId}${n}` })) as [
      { userId: string; roundId: string },
      { userId: string; roundId: string },
      { userId: string; roundId: string },
    ]
    await ledger.holdStake(db, { actor: testActor, ...first, amount: cents(100), wallet: 'cash' })
    await ledger.holdStake(db, { actor: testActor, ...second, amount: cents(100), wallet: 'bonus' })
    expect(await ledger.settleRound(db, { actor: testActor, ...first, payout: cents(0) })).toMatchObject({
      turnoverLeft: 0,
      bonus: 200,
    })
    await ledger.grantBonus(db, {
      actor: testActor,
      userId,
      kind: 'gift',
      refId: '1',
      amount: cents(50),
      wallet: 'bonus',
      turnover: cents(150),
    })
    expect(await ledger.refundRound(db, { ...second, actor: testActor })).toMatchObject({
      cash: 400,
      bonus: 350,
      turnoverLeft: 150,
    })
    const wallet = await ledger.instantRound(db, {
      actor: testActor,
      ...third,
      stake: cents(150),
      payout: cents(0),
      wallet: 'cash',
    })
    expect(wallet).toMatchObject({ cash: 600, bonus: 0, turnoverLeft: 0 })
  })

  it('waits for the last open round, also when that one is refunded', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    const first = { userId, roundId: `${userId}1` }
    const second = { userId, roundId: `${userId}2` }
    await ledger.holdStake(db, { actor: testActor, ...first, amount: cents(100), wallet: 'cash' })
    await ledger.holdStake(db, { actor: testActor, ...second, amount: cents(100), wallet: 'bonus' })
    expect(await ledger.settleRound(db, { actor: testActor, ...first, payout: cents(0) })).toMatchObject({
      bonus: 200,
    })
    expect(await ledger.refundRound(db, { ...second, actor: testActor })).toMatchObject({
      cash: 700,
      bonus: 0,
      turnoverLeft: 0,
    })
  })

  it('becomes cash after the last open round, whatever the house gives or takes meanwhile', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    const [first, last] = ['first', 'last'].map((name) => ({ userId, roundId: `${name}${userId}` })) as [
      { userId: string; roundId: string },
      { userId: string; roundId: string },
    ]
    await ledger.holdStake(db, { actor: testActor, ...first, amount: cents(100), wallet: 'cash' })
    await ledger.holdStake(db, { actor: testActor, ...last, amount: cents(100), wallet: 'cash' })
    expect(await ledger.settleRound(db, { actor: testActor, ...first, payout: cents(0) })).toMatchObject({
      bonus: 300,
      turnoverLeft: 0,
    })
    const adjustment = { userId, actor: testActor, adjustmentId: userId, wallet: 'cash' } as const
    await ledger.adjust(db, { ...adjustment, amount: cents(10) })
    expect(await ledger.settleRound(db, { actor: testActor, ...last, payout: cents(0) })).toMatchObject({
      cash: 610,
      bonus: 0,
    })
  })

  it('of after a pause is no part of what ends with the pause', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    const [before, after, other] = ['before', 'after', 'other'].map((name) => ({
      userId,
      roundId: `${name}${userId}`,
    })) as [
      { userId: string; roundId: string },
      { userId: string; roundId: string },
      { userId: string; roundId: string },
    ]
    await ledger.holdStake(db, { actor: testActor, ...before, amount: cents(100), wallet: 'bonus' })
    await db.tx((tx) =>
      ledger.endBonuses(tx, {
        userId,
        actor: testActor,
        refId: randomUUID(),
        bonus: cents(200),
        turnover: cents(100),
      }),
    )
    await ledger.grantBonus(db, {
      actor: testActor,
      userId,
      kind: 'gift',
      refId: 'after',
      amount: cents(200),
      wallet: 'bonus',
      turnover: cents(50),
    })
    await ledger.holdStake(db, { actor: testActor, ...after, amount: cents(100), wallet: 'bonus' })
    await ledger.holdStake(db, { actor: testActor, ...other, amount: cents(50), wallet: 'cash' })
    expect(await ledger.settleRound(db, { actor: testActor, ...other, payout: cents(0) })).toMatchObject({
      turnoverLeft: 0,
    })
    expect(await ledger.settleRound(db, { actor: testActor, ...before, payout: cents(150) })).toMatchObject({
      cash: 450,
      bonus: 100,
    })
    expect(await ledger.settleRound(db, { actor: testActor, ...after, payout: cents(120) })).toMatchObject({
      cash: 670,
      bonus: 0,
    })
  })

  it('that was due when a pause begins ends with it, and so does what was bet of it', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    const [first, last] = ['first', 'last'].map((name) => ({ userId, roundId: `${name}${userId}` })) as [
      { userId: string; roundId: string },
      { userId: string; roundId: string },
    ]
    await ledger.holdStake(db, { actor: testActor, ...first, amount: cents(100), wallet: 'cash' })
    await ledger.holdStake(db, { actor: testActor, ...last, amount: cents(100), wallet: 'bonus' })
    await ledger.settleRound(db, { actor: testActor, ...first, payout: cents(0) })
    const end = { userId, actor: testActor, refId: randomUUID(), bonus: cents(200), turnover: cents(0) }
    await db.tx((tx) => ledger.endBonuses(tx, end))
    expect(await ledger.settleRound(db, { actor: testActor, ...last, payout: cents(150) })).toMatchObject({
      cash: 400,
      bonus: 0,
    })
  })

  it('is not released by turnover that an adjustment ends', async () => {
    const userId = await playerWith({ cash: 500, bonus: 300, turnoverLeft: 100 })
    await adjustWallet(db, { userId, turnoverLeft: cents(0) }, new Date())
    const round = { userId, roundId: userId, stake: cents(10), payout: cents(0), wallet: 'cash' } as const
    expect(await ledger.instantRound(db, { ...round, actor: testActor })).toMatchObject({
      cash: 490,
      bonus: 300,
    })
  })

  it('is not released without turnover to meet', async () => {
    const userId = await playerWith({ bonus: 300 })
    const round = { userId, roundId: userId, stake: cents(10), payout: cents(0), wallet: 'bonus' } as const
    expect(await ledger.instantRound(db, { ...round, actor: testActor })).toMatchObject({
      cash: 0,
      bonus: 290,
    })
  })

  it('is granted once per reference and player', async () => {
    const [a, b] = [await addPlayer(db, ledger), await addPlayer(db, ledger)]
    const grant = { kind: 'vip', refId: 'level-3', amount: cents(50), wallet: 'cash' } as const
    await Promise.all(
      Array.from({ length: 20 }, () => ledger.grantBonus(db, { actor: testActor, ...grant, userId: a })),
    )
    await ledger.grantBonus(db, { actor: testActor, ...grant, userId: b })
    expect((await ledger.wallet(db, a)).cash).toBe(50)
    expect((await ledger.wallet(db, b)).cash).toBe(50)
  })
})

describe('withdrawals', () => {
  it('holds the amount at once and pays it out minus the fee', async () => {
    const userId = await playerWith({ cash: 10_000, turnoverLeft: 2_000 })
    const withdrawal = { userId, withdrawalId: userId }
    await expect(
      ledger.holdWithdrawal(db, { actor: testActor, ...withdrawal, amount: cents(8_001) }),
    ).rejects.toThrow(InsufficientFunds)
    expect(
      await ledger.holdWithdrawal(db, { actor: testActor, ...withdrawal, amount: cents(8_000) }),
    ).toMatchObject({
      cash: 2_000,
      heldWithdrawals: 8_000,
      withdrawable: 0,
    })
    const paid = await ledger.completeWithdrawal(db, { actor: testActor, ...withdrawal, fee: cents(240) })
    expect(paid).toMatchObject({ cash: 2_000, heldWithdrawals: 0, withdrawalSum: 8_000 })
    await expect(ledger.refundWithdrawal(db, { ...withdrawal, actor: testActor })).rejects.toThrow(
      LedgerConflictError,
    )
    const house = await db.read<{ account: string; amount: number }>(
      `select account, amount from entries e join transfers t on t.id = e.transfer_id
        where t.ref_id = $1 and t.kind = 'withdrawal_paid' and e.user_id is null order by account`,
      [userId],
    )
    expect(house).toEqual([
      { account: 'house_fees', amount: 240 },
      { account: 'house_payout', amount: 7_760 },
    ])
  })

  it('returns the amount of a refused withdrawal, once', async () => {
    const userId = await playerWith({ cash: 100 })
    const withdrawal = { userId, withdrawalId: userId }
    await ledger.holdWithdrawal(db, { actor: testActor, ...withdrawal, amount: cents(60) })
    await Promise.all(
      Array.from({ length: 20 }, () => ledger.refundWithdrawal(db, { ...withdrawal, actor: testActor })),
    )
    expect(await ledger.wallet(db, userId)).toMatchObject({
      cash: 100,
      heldWithdrawals: 0,
      withdrawalSum: 0,
    })
  })

  it('that comes back after it was paid is in no sum of withdrawals', async () => {
    const userId = await playerWith({ cash: 1_000 })
    const withdrawal = { userId, actor: testActor, withdrawalId: userId }
    await ledger.holdWithdrawal(db, { ...withdrawal, amount: cents(600) })
    expect(await ledger.completeWithdrawal(db, { ...withdrawal, fee: cents(10) })).toMatchObject({
      cash: 400,
      withdrawalSum: 600,
    })
    for (let times = 1; times <= 2; times++)
      expect(
        await ledger.returnWithdrawal(db, { ...withdrawal, amount: cents(600), fee: cents(10) }),
      ).toMatchObject({ cash: 1_000, withdrawalSum: 0 })
  })

  it('accepts exactly as many of 200 parallel withdrawals as the balance allows', async () => {
    const userId = await playerWith({ cash: 1_000, turnoverLeft: 90 })
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        ledger.holdWithdrawal(db, {
          actor: testActor,
          userId,
          withdrawalId: `${userId}:${i}`,
          amount: cents(100),
        }),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(9)
  })
})

describe('the ledger', () => {
  it('cannot be updated, deleted or truncated', async () => {
    await playerWith({ cash: 1 })
    for (const sql of [
      'update entries set amount = amount + 1',
      'delete from entries',
      `insert into entries (transfer_id, account, amount) values (1, 'house_games', 5)`,
      'update transfers set at = now()',
      'delete from transfers',
      'truncate transfers cascade',
    ]) {
      await expect(db.write(sql), sql).rejects.toThrow('append-only')
    }
  })

  it.each([
    ['do not sum to zero', '{house_games,cash}', '{-5,6}', '{null,6}'],
    ['are one-sided', '{cash}', '{5}', '{5}'],
    ['are zero', '{house_games,cash}', '{0,0}', '{null,0}'],
    ['are missing an amount', '{house_games,cash}', '{5}', '{null,5}'],
    ['leave a negative balance', '{cash,house_games}', '{-5,5}', '{-5,null}'],
    ['leave out a player’s balance', '{cash,house_games}', '{-5,5}', '{null,null}'],
    ['state a balance for the house', '{cash,house_games}', '{-5,5}', '{0,5}'],
  ])('refuses a transfer whose entries %s', async (_, accounts, amounts, balances) => {
    const userId = await playerWith({ cash: 1 })
    const insert = db.write(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
       values ($1, 'adjust', $2, '', '', '{}', $3::text::ledger_account[], $4::text::bigint[], $5::text::bigint[], now())`,
      [randomUUID(), userId, accounts, amounts, balances],
    )
    await expect(insert).rejects.toThrow('transfers_balanced')
  })

  it('refuses a negative wallet', async () => {
    const userId = await playerWith({ cash: 1 })
    await expect(db.write('update wallets set cash = -1 where user_id = $1', [userId])).rejects.toThrow(
      'check',
    )
  })

  it('refuses invalid amounts', async () => {
    const userId = await playerWith({ cash: 100 })
    for (const amount of [0, -5, 0.5, Number.NaN, Infinity]) {
      await expect(
        async () =>
          ledger.holdStake(db, {
            actor: testActor,
            userId,
            roundId: 'x',
            amount: amount as never,
            wallet: 'cash',
          }),
        String(amount),
      ).rejects.toThrow(RangeError)
    }
  })

  it('pages through a history without missing or repeating a line', async () => {
    const userId = await playerWith({ cash: 1_000 })
    for (let i = 0; i < 25; i++) {
      const round = { userId, roundId: `${userId}${i}`, stake: cents(10), payout: cents(5) }
      await ledger.instantRound(db, { actor: testActor, ...round, wallet: 'cash' })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await ledger.entriesOf(userId, { kinds: ['play'], limit: 10, cursor })
      seen.push(...page.list.map((line) => line.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
    await expect(ledger.entriesOf(userId, { cursor: "1' or 1=1" })).rejects.toThrow(RangeError)
  })

  it('takes no posting without an actor, and stores who made each', async () => {
    const userId = await playerWith({ cash: 1_000 })
    const job = jobActor('settlement')
    await ledger.holdStake(db, {
      userId,
      actor: playerActor(userId),
      roundId: userId,
      amount: cents(400),
      wallet: 'cash',
    })
    await ledger.settleRound(db, { userId, actor: job, roundId: userId, payout: cents(0) })
    const actors = await db.read(
      `select kind::text, actor_kind::text, actor_id from transfers where user_id = $1 order by id`,
      [userId],
    )
    expect(actors).toEqual([
      { kind: 'adjust', actor_kind: 'staff', actor_id: 'sandbox' },
      { kind: 'stake', actor_kind: 'player', actor_id: userId },
      { kind: 'settle', actor_kind: 'job', actor_id: 'settlement' },
    ])
    for (const actor of ['null, null', `'player', null`, `null, 'x'`]) {
      const posting = db.write(
        `select ledger_post(array[row($1, 'bonus', $2, 'gift', '1', '{}', '{house_bonus,bonus}', '{-1,1}',
           0, 0, 0, 0, '', ${actor})::ledger_posting], now())`,
        [`without ${actor}`, userId],
      )
      await expect(posting, actor).rejects.toThrow('a posting without an actor')
    }
    expect(await db.read('select 1 from transfers where actor_kind is null')).toEqual([])
  })

  it('posts a batch like the same postings one by one, up to the first of a player that it refuses', async () => {
    const [together, single, other] = [
      await playerWith({ cash: 1_000, bonus: 500, turnoverLeft: 900 }),
      await playerWith({ cash: 1_000, bonus: 500, turnoverLeft: 900 }),
      await playerWith({ cash: 100 }),
    ]
    const stakes = [700, 200, 300, 400, 10]
    const posting = (userId: string, n: number, stake: number) =>
      `row('stake:round:' || '${userId}${n}', 'play', '${userId}', 'round', '${userId}${n}',
        '{"stake": ${stake}, "payout": 0, "wallet": "cash", "counted": ${stake}}', '{cash,house_games}',
        '{-${stake},${stake}}', -${stake}, 0, 0, ${stake}, 'dice', 'player', '${userId}')::ledger_posting`
    const post = (...postings: string[]) =>
      db.write<{ outcome: string; cash: number; bonus: number }>(
        `select outcome, cash, bonus from unnest(ledger_post(array[${postings.join(', ')}], now()))`,
      )
    const batch = await post(
      ...stakes.map((stake, n) => posting(together, n, stake)),
      posting(together, 0, 700),
      posting(together, 1, 201),
      posting(other, 0, 60),
    )
    expect(batch.map(({ outcome }) => outcome)).toEqual([
      'posted',
      'posted',
      'posted',
      'insufficient',
      'skipped',
      'replayed',
      'conflict',
      'posted',
    ])
    const one = []
    for (const [n, stake] of stakes.slice(0, 4).entries())
      one.push(...(await post(posting(single, n, stake))))
    expect(batch.slice(0, 4)).toEqual(one)
    const rows = (userId: string) =>
      db.read(
        `select kind::text, args, accounts::text[], amounts, balances, turnover from transfers
          where user_id = $1 order by id`,
        [userId],
      )
    expect(await rows(together)).toEqual(await rows(single))
    expect(await ledger.violations()).toEqual([])
  })

  it('passes the consistency check after all tests, and fails it after a violation', async () => {
    expect(await ledger.violations()).toEqual([])
    const userId = await playerWith({ cash: 700 })
    await db.write('update wallets set cash = 701 where user_id = $1', [userId])
    expect(await ledger.violations()).toEqual([`wallet is not the sum of its entries: ${userId} cash`])
    await db.write('update wallets set cash = 700, cash_net_loss = 5 where user_id = $1', [userId])
    expect(await ledger.violations()).toEqual([`net loss is not the sum of the cash bets: ${userId}`])
    await db.write('update wallets set cash_net_loss = 0 where user_id = $1', [userId])
  })
})
