import { cents, min } from '#contract/money.ts'
import { lockedAmount, withdrawableAmount } from '#contract/rules/turnover.ts'
import type { Clock } from '../time/clock.ts'
import { isTx, type Db, type Reader, type SqlValue, type Writer } from '../db/client.ts'
import type { Metrics } from '../observe/metrics.ts'
import { InsufficientFunds, LedgerConflictError } from './errors.ts'
import { historyOf } from './history.ts'
import type { Actor, Ledger, Wallet } from './ledger.ts'

interface WalletRow {
  cash: number
  bonus: number
  hold_withdrawal: number
  hold_round_cash: number
  hold_round_bonus: number
  turnover_left: number
  deposit_sum: number
  withdraw_sum: number
  bet_sum: number
  version: number
}

interface ResultRow extends WalletRow {
  outcome: 'posted' | 'replayed' | 'conflict' | 'insufficient' | 'unknown'
}

interface Posting {
  key: string
  kind: string
  userId: string
  actor: Actor
  refType: string
  refId: string
  args: Record<string, number | string>
  legs: [account: string, amount: number][]
  turnover?: number
  deposited?: number
  withdrawn?: number
  bet?: number
  /** Of a settled bet. */
  game?: string
}

/** Counts what a posting has moved; called when it has been committed. */
type Count = (metrics: Pick<Metrics, 'moved' | 'betTaken' | 'roundSettled'>) => void

const columns = `cash, bonus, hold_withdrawal, hold_round_cash, hold_round_bonus, turnover_left,
  deposit_sum, withdraw_sum, bet_sum, version`
const postSql = `select outcome, ${columns} from ledger_post_one($3, row(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)::ledger_posting, $16)`
const closeRoundSql = `select outcome, ${columns} from ledger_close_round(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
const closePartSql = `select outcome, ${columns} from ledger_close_part(
  $1, $2, $3, $4, $5, $6, $7, $8, $9)`
const closeWithdrawalSql = `select outcome, ${columns} from ledger_close_withdrawal(
  $1, $2, $3, $4, $5, $6, $7)`

/**
 * Where a suspended prize is meanwhile. A bonus is held like the stake of an open bet: its turnover stays, and it becomes cash when it is
 * back and the turnover is met.
 */
const prizeHolds = { cash: 'hold_withdrawal', bonus: 'hold_round_bonus' } as const

/** What was held for a round, ticket or withdrawal. */
const heldSql = `select (args ->> 'amount')::bigint as amount from transfers where key = $1 and user_id = $2`

export interface LedgerOptions {
  /** Counts the postings that are committed. */
  metrics?: Pick<Metrics, 'moved' | 'betTaken' | 'roundSettled'>
  /** Called with the wallet after each posting, inside its transaction. `isBet`: it changed the sum of the bets. */
  onPosted?: (on: Writer, userId: string, wallet: Wallet, isBet: boolean) => Promise<void>
}

/** The ledger on this database; postings are dated by `clock`. */
export function createLedger(db: Db, clock: Clock, { metrics, onPosted }: LedgerOptions = {}): Ledger {
  const countAfterCommit = (on: Writer, count: Count) => {
    if (!metrics) return
    if (isTx(on)) on.afterCommit(() => count(metrics))
    else count(metrics)
  }
  const call = async (
    on: Writer,
    sql: string,
    params: SqlValue[],
    { what, userId, isBet = false }: { what: string; userId: string; isBet?: boolean },
    count: Count,
  ): Promise<Wallet> => {
    const [row] = await on.write<ResultRow>(sql, params)
    if (!row) throw new Error(`no result from the ledger for ${what}`)
    if (row.outcome === 'insufficient') throw new InsufficientFunds()
    if (row.outcome === 'conflict') throw new LedgerConflictError(`${what} was posted with other values`)
    if (row.outcome === 'unknown') throw new LedgerConflictError(`${what}: there is nothing to close`)
    const wallet = toWallet(row)
    if (row.outcome === 'posted') {
      countAfterCommit(on, count)
      await onPosted?.(on, userId, wallet, isBet)
    }
    return wallet
  }
  /** Closes what was held under `key` and counts it. */
  const callForHeld = async (
    on: Writer,
    sql: string,
    params: SqlValue[],
    what: string,
    held: { key: string; userId: string; kind: 'refund' | 'withdrawal_paid' | 'withdrawal_returned' },
  ): Promise<Wallet> => {
    const rows = metrics ? await on.read<{ amount: number }>(heldSql, [held.key, held.userId]) : []
    return call(on, sql, params, { what, userId: held.userId, isBet: held.kind === 'refund' }, (counted) =>
      counted.moved(held.kind, rows[0]?.amount ?? 0),
    )
  }
  const post = (on: Writer, posting: Posting, count: Count): Promise<Wallet> => {
    const legs = posting.legs.filter(([, amount]) => amount !== 0)
    return call(
      on,
      postSql,
      [
        posting.key,
        posting.kind,
        posting.userId,
        posting.refType,
        posting.refId,
        JSON.stringify(posting.args),
        legs.map(([account]) => account),
        legs.map(([, amount]) => amount),
        posting.turnover ?? 0,
        posting.deposited ?? 0,
        posting.withdrawn ?? 0,
        posting.bet ?? 0,
        posting.game ?? '',
        posting.actor.kind,
        posting.actor.id,
        clock.now(),
      ],
      { what: posting.key, userId: posting.userId, isBet: (posting.bet ?? 0) !== 0 },
      count,
    )
  }

  return {
    async openAccounts(tx, userId) {
      await tx.write('select from ledger_open_accounts($1)', [userId])
    },
    wallet: readWallet,
    deposit(tx, { userId, actor, orderId, principal, bonus, turnover, discount = 0 }) {
      requirePositive(principal)
      requireNotNegative(bonus, turnover, discount, principal - discount)
      return post(
        tx,
        {
          key: `deposit:${orderId}`,
          kind: 'deposit',
          userId,
          actor,
          refType: 'order',
          refId: orderId,
          args: { principal, bonus, turnover, discount },
          legs: [
            ['house_provider', discount - principal],
            ['house_bonus', -discount],
            ['cash', principal],
            ['house_bonus', -bonus],
            ['bonus', bonus],
          ],
          turnover,
          deposited: principal,
        },
        (counted) => {
          counted.moved('deposit', principal)
          counted.moved('bonus', bonus)
        },
      )
    },
    async reverseDeposit(tx, { userId, actor, orderId, reversalId, amount, taken }) {
      requirePositive(amount)
      requireNotNegative(taken, amount - taken)
      const uncounted = min(amount, (await readWallet(tx, userId)).depositSum)
      return post(
        tx,
        {
          key: `reversal:${actor.id}:${reversalId}`,
          kind: 'reversal',
          userId,
          actor,
          refType: 'order',
          refId: orderId,
          args: { amount, taken, uncounted },
          legs: [
            ['cash', -taken],
            ['house_debts', taken - amount],
            ['house_provider', amount],
          ],
          deposited: -uncounted,
        },
        (counted) => counted.moved('reversal', amount),
      )
    },
    adjust(tx, { userId, actor, adjustmentId, wallet, amount }) {
      requirePositive(Math.abs(amount))
      const house: Posting['legs'][number] = ['house_adjustments', -amount]
      const player: Posting['legs'][number] = [wallet, amount]
      return post(
        tx,
        {
          key: `adjust:${adjustmentId}`,
          kind: 'adjust',
          userId,
          actor,
          refType: 'adjust',
          refId: adjustmentId,
          args: { amount, wallet },
          legs: amount > 0 ? [house, player] : [player, house],
        },
        (counted) => counted.moved('adjustment', amount),
      )
    },
    endBonuses(tx, { userId, actor, refId, bonus, turnover }) {
      requireNotNegative(bonus, turnover)
      return post(
        tx,
        {
          key: `endBonuses:${refId}`,
          // As for an adjustment, turnover that ends like this releases no bonus.
          kind: 'adjust',
          userId,
          actor,
          refType: 'pause',
          refId,
          args: { amount: -bonus, wallet: 'bonus' },
          legs: [
            ['bonus', -bonus],
            ['house_bonus', bonus],
          ],
          turnover: -turnover,
        },
        (counted) => counted.moved('adjustment', -bonus),
      )
    },
    giveUp(tx, { userId, actor, refId, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `giveUp:${refId}`,
          kind: 'adjust',
          userId,
          actor,
          refType: 'closing',
          refId,
          args: { amount: -amount, wallet: 'cash' },
          legs: [
            ['cash', -amount],
            ['house_adjustments', amount],
          ],
        },
        (counted) => counted.moved('adjustment', -amount),
      )
    },
    redeemVoucher(tx, { userId, actor, voucherId, amount, turnover }) {
      requirePositive(amount)
      requireNotNegative(turnover)
      return post(
        tx,
        {
          key: `voucher:${voucherId}`,
          kind: 'voucher',
          userId,
          actor,
          refType: 'voucher',
          refId: voucherId,
          args: { principal: amount, turnover },
          legs: [
            ['house_vouchers', -amount],
            ['cash', amount],
          ],
          turnover,
          deposited: amount,
        },
        (counted) => counted.moved('voucher', amount),
      )
    },
    holdStake(tx, { userId, actor, roundId, refType = 'round', amount, wallet, game = '' }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `stake:${refType}:${roundId}`,
          kind: 'stake',
          userId,
          actor,
          refType,
          refId: roundId,
          args: { amount, wallet },
          legs: [
            [wallet, -amount],
            [`hold_round_${wallet}`, amount],
          ],
          bet: amount,
        },
        (counted) => {
          counted.moved('stake', amount)
          counted.betTaken(game)
        },
      )
    },
    settleRound(tx, { userId, actor, roundId, refType = 'round', payout, wallet, counted, game = '' }) {
      requireNotNegative(payout, counted ?? 0)
      const params = [
        'settle',
        userId,
        refType,
        roundId,
        payout,
        wallet ?? null,
        clock.now(),
        counted ?? null,
        game,
        actor.kind,
        actor.id,
      ]
      const posting = { what: `settle:${refType}:${roundId}`, userId }
      return call(tx, closeRoundSql, params, posting, (counted) => {
        counted.moved('payout', payout)
        counted.roundSettled(game)
      })
    },
    cashOutPart(tx, { userId, actor, ticketId, number, stake, payout, counted }) {
      requirePositive(stake)
      requirePositive(payout)
      requireNotNegative(counted)
      const params = [userId, ticketId, number, stake, payout, clock.now(), counted, actor.kind, actor.id]
      const posting = { what: `part:ticket:${ticketId}:${number}`, userId }
      return call(tx, closePartSql, params, posting, (metric) => metric.moved('payout', payout))
    },
    refundRound(tx, { userId, actor, roundId, refType = 'round' }) {
      const params = [
        'refund',
        userId,
        refType,
        roundId,
        0,
        null,
        clock.now(),
        null,
        '',
        actor.kind,
        actor.id,
      ]
      return callForHeld(tx, closeRoundSql, params, `refund:${refType}:${roundId}`, {
        key: `stake:${refType}:${roundId}`,
        userId,
        kind: 'refund',
      })
    },
    oweForTicket(tx, { userId, actor, ticketId, number, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `debt:ticket:${ticketId}:${number}`,
          kind: 'debt',
          userId,
          actor,
          refType: 'debt',
          refId: ticketId,
          args: { amount },
          legs: [
            ['house_debts', -amount],
            ['cash', amount],
          ],
        },
        (counted) => counted.moved('debt', amount),
      )
    },
    writeOffDebt(tx, { userId, actor, adjustmentId, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `debt:adjust:${adjustmentId}`,
          kind: 'debt',
          userId,
          actor,
          refType: 'adjust',
          refId: adjustmentId,
          args: { amount: -amount },
          legs: [
            ['house_adjustments', -amount],
            ['house_debts', amount],
          ],
        },
        (counted) => counted.moved('adjustment', amount),
      )
    },
    async correctTicket(tx, { userId, actor, ticketId, number, wallet, change, stake }) {
      const moved = change.cash + change.bonus
      if (moved === 0 && stake === 0) return
      await post(
        tx,
        {
          key: `correct:ticket:${ticketId}:${number}`,
          kind: 'correct',
          userId,
          actor,
          refType: 'ticket',
          refId: ticketId,
          args: { stake, payout: stake + moved, wallet },
          legs: [
            ['house_games', -moved],
            ['bonus', change.bonus],
            ['cash', change.cash],
          ],
          bet: stake,
          game: 'sports',
        },
        (counted) => counted.moved('correction', moved),
      )
    },
    instantRound(
      tx,
      { userId, actor, roundId, refType = 'round', stake, payout, wallet, counted = stake, game = '' },
    ) {
      requirePositive(stake + payout)
      requireNotNegative(stake, payout, counted, stake - counted)
      return post(
        tx,
        {
          // The same key as for a held stake, so that a round cannot be posted both as held and as decided at once.
          key: `stake:${refType}:${roundId}`,
          kind: 'play',
          userId,
          actor,
          refType,
          refId: roundId,
          args: { stake, payout, wallet, counted },
          legs: [
            [wallet, -stake],
            ['house_games', stake],
            ['house_games', -payout],
            [wallet, payout],
          ],
          turnover: -counted,
          bet: stake,
          game,
        },
        (counted) => {
          counted.moved('stake', stake)
          counted.moved('payout', payout)
          counted.betTaken(game)
          counted.roundSettled(game)
        },
      )
    },
    holdWithdrawal(tx, { userId, actor, withdrawalId, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `hold:withdrawal:${withdrawalId}`,
          kind: 'withdrawal',
          userId,
          actor,
          refType: 'withdrawal',
          refId: withdrawalId,
          args: { amount },
          legs: [
            ['cash', -amount],
            ['hold_withdrawal', amount],
          ],
        },
        (counted) => counted.moved('withdrawal_requested', amount),
      )
    },
    completeWithdrawal(tx, { userId, actor, withdrawalId, fee }) {
      requireNotNegative(fee)
      const params = ['withdrawal_paid', userId, withdrawalId, fee, clock.now(), actor.kind, actor.id]
      return callForHeld(tx, closeWithdrawalSql, params, `pay:withdrawal:${withdrawalId}`, {
        key: `hold:withdrawal:${withdrawalId}`,
        userId,
        kind: 'withdrawal_paid',
      })
    },
    refundWithdrawal(tx, { userId, actor, withdrawalId }) {
      const params = ['withdrawal_back', userId, withdrawalId, 0, clock.now(), actor.kind, actor.id]
      return callForHeld(tx, closeWithdrawalSql, params, `refund:withdrawal:${withdrawalId}`, {
        key: `hold:withdrawal:${withdrawalId}`,
        userId,
        kind: 'withdrawal_returned',
      })
    },
    returnWithdrawal(tx, { userId, actor, withdrawalId, amount, fee }) {
      requirePositive(amount)
      requireNotNegative(fee, amount - fee)
      return post(
        tx,
        {
          key: `return:withdrawal:${withdrawalId}`,
          kind: 'withdrawal_back',
          userId,
          actor,
          refType: 'withdrawal',
          refId: withdrawalId,
          args: { amount, fee, uncounted: amount },
          legs: [
            ['house_payout', fee - amount],
            ['house_fees', -fee],
            ['cash', amount],
          ],
          withdrawn: -amount,
        },
        (counted) => counted.moved('withdrawal_returned', amount),
      )
    },
    holdPrize(tx, { userId, actor, suspensionId, wallet, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `hold:prize:${suspensionId}`,
          kind: 'prize',
          userId,
          actor,
          refType: 'prize',
          refId: suspensionId,
          args: { amount: -amount },
          legs: [
            [wallet, -amount],
            [prizeHolds[wallet], amount],
          ],
        },
        (counted) => counted.moved('prize', -amount),
      )
    },
    freePrize(tx, { userId, actor, suspensionId, wallet, amount }) {
      requirePositive(amount)
      return post(
        tx,
        {
          key: `free:prize:${suspensionId}`,
          kind: 'prize',
          userId,
          actor,
          refType: 'prize',
          refId: suspensionId,
          args: { amount },
          legs: [
            [prizeHolds[wallet], -amount],
            [wallet, amount],
          ],
        },
        (counted) => counted.moved('prize', amount),
      )
    },
    takePrize(tx, { userId, actor, suspensionId, wallet, amount, turnover }) {
      requirePositive(amount)
      requireNotNegative(turnover)
      return post(
        tx,
        {
          key: `take:prize:${suspensionId}`,
          kind: 'prize',
          userId,
          actor,
          refType: 'prize',
          refId: suspensionId,
          args: { amount },
          legs: [
            [prizeHolds[wallet], -amount],
            // A bonus that was taken back has cost nothing.
            [wallet === 'bonus' ? 'house_bonus' : 'house_adjustments', amount],
          ],
          turnover: -turnover,
        },
        (counted) => counted.moved('adjustment', -amount),
      )
    },
    grantBonus(tx, { userId, actor, kind, refId, amount, wallet, turnover = 0 }) {
      requirePositive(amount)
      requireNotNegative(turnover)
      return post(
        tx,
        {
          key: `bonus:${kind}:${userId}:${refId}`,
          kind: 'bonus',
          userId,
          actor,
          refType: kind,
          refId,
          args: { amount, wallet, turnover },
          legs: [
            ['house_bonus', -amount],
            [wallet, amount],
          ],
          turnover,
        },
        (counted) => counted.moved('bonus', amount),
      )
    },
    entriesOf: (userId, filter = {}) => historyOf(db, userId, filter),
    async violations() {
      const rows = await db.read<{ rule: string; what: string }>('select rule, what from ledger_violations')
      return rows.map(({ rule, what }) => `${rule}: ${what}`)
    },
  }
}

async function readWallet(on: Reader, userId: string): Promise<Wallet> {
  const [row] = await on.read<WalletRow>(`select ${columns} from wallets where user_id = $1`, [userId])
  if (!row) throw new RangeError(`no wallet: ${userId}`)
  return toWallet(row)
}

function toWallet(row: WalletRow): Wallet {
  const [cash, turnoverLeft] = [cents(row.cash), cents(row.turnover_left)]
  return {
    cash,
    bonus: cents(row.bonus),
    heldWithdrawals: cents(row.hold_withdrawal),
    heldRounds: cents(row.hold_round_cash + row.hold_round_bonus),
    turnoverLeft,
    locked: lockedAmount(cash, turnoverLeft),
    withdrawable: withdrawableAmount(cash, turnoverLeft),
    depositSum: cents(row.deposit_sum),
    withdrawalSum: cents(row.withdraw_sum),
    betSum: cents(row.bet_sum),
    version: row.version,
  }
}

function requirePositive(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not a positive amount: ${amount}`)
}

function requireNotNegative(...amounts: number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  }
}
