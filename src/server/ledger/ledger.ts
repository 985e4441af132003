import { cents, type Cents } from '#contract/money.ts'
import type { Clock } from '../clock.ts'
import type { Db, Queryable, SqlValue, Tx } from '../db/client.ts'
import { InsufficientFunds, LedgerConflict } from './errors.ts'
import { historyOf, type LedgerFilter, type LedgerPage } from './history.ts'

export type WalletName = 'cash' | 'bonus'
/** What a stake is for: a game round or a bet slip. */
export type StakeRef = 'round' | 'ticket'

/** A player's money, in cents. */
export interface Wallet {
  balance: Cents
  bonusBalance: Cents
  heldWithdrawals: Cents
  /** Stakes of unfinished rounds and open tickets, of both wallets. */
  heldRounds: Cents
  turnoverLeft: Cents
  /** min(balance, turnoverLeft): cash that cannot be withdrawn yet. */
  locked: Cents
  withdrawable: Cents
  depositSum: Cents
  withdrawalSum: Cents
  /** All stakes, of both wallets; refunded ones are taken off again. */
  betSum: Cents
}

interface RoundRef {
  userId: string
  roundId: string
  /** `round` unless it is a bet slip. */
  refType?: StakeRef
}

/**
 * The only code that moves money: balanced double entries in an append-only ledger (ledger.sql). Every
 * posting happens once for its reference: asked for again it answers the wallet as it is now, asked for with
 * other values it throws LedgerConflict. InsufficientFunds means that nothing happened. All answer the wallet
 * after the posting.
 */
export interface Ledger {
  openAccounts(tx: Tx | Db, userId: string): Promise<void>
  /** RangeError when the player has no accounts. */
  wallet(on: Tx | Db, userId: string): Promise<Wallet>
  /** Credits `principal` to cash and `bonus` to the bonus wallet; of the principal, `discount` is the house's. */
  deposit(
    tx: Tx | Db,
    deposit: {
      userId: string
      orderId: string
      principal: Cents
      bonus: Cents
      turnover: Cents
      discount?: Cents
    },
  ): Promise<Wallet>
  /** Sets a stake aside until the round is settled or refunded; it counts towards the turnover. */
  holdStake(tx: Tx | Db, stake: RoundRef & { amount: Cents; wallet: WalletName }): Promise<Wallet>
  /** The house takes the held stake and pays `payout` (0 for a loss) to the wallet it came from. */
  settleRound(tx: Tx | Db, round: RoundRef & { payout: Cents; wallet?: WalletName }): Promise<Wallet>
  /** The held stake comes back and does not count: neither for turnover nor for bets. */
  refundRound(tx: Tx | Db, round: RoundRef): Promise<Wallet>
  /** Stake and payout of a round that is decided at once. */
  instantRound(
    tx: Tx | Db,
    round: RoundRef & { stake: Cents; payout: Cents; wallet: WalletName },
  ): Promise<Wallet>
  /** Takes `amount` out of cash; InsufficientFunds above what is withdrawable. */
  holdWithdrawal(
    tx: Tx | Db,
    withdrawal: { userId: string; withdrawalId: string; amount: Cents },
  ): Promise<Wallet>
  /** Pays out the held amount less `fee`. */
  completeWithdrawal(
    tx: Tx | Db,
    withdrawal: { userId: string; withdrawalId: string; fee: Cents },
  ): Promise<Wallet>
  refundWithdrawal(tx: Tx | Db, withdrawal: { userId: string; withdrawalId: string }): Promise<Wallet>
  /** A gift of the house; `kind` (gift, vip, promotion, rebate…) and `refId` name it, once for each player. */
  grantBonus(
    tx: Tx | Db,
    grant: {
      userId: string
      kind: string
      refId: string
      amount: Cents
      wallet: WalletName
      turnover?: Cents
    },
  ): Promise<Wallet>
  /** Sandbox only: sets what is given to exactly that value. */
  adjust(
    tx: Tx | Db,
    change: { userId: string; refId: string; balance?: Cents; bonusBalance?: Cents; turnoverLeft?: Cents },
  ): Promise<Wallet>
  /** A player's postings, newest first. */
  entriesOf(userId: string, filter?: LedgerFilter): Promise<LedgerPage>
  /** What is wrong with the whole ledger, in words; empty when it is sound. Reads everything. */
  violations(): Promise<string[]>
}

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
}

interface ResultRow extends WalletRow {
  outcome: 'posted' | 'replayed' | 'conflict' | 'insufficient' | 'unknown'
}

interface Posting {
  key: string
  kind: string
  userId: string
  refType: string
  refId: string
  args: Record<string, number | string>
  legs: [account: string, amount: number][]
  turnover?: number
  deposited?: number
  bet?: number
}

const columns = `cash, bonus, hold_withdrawal, hold_round_cash, hold_round_bonus, turnover_left,
  deposit_sum, withdraw_sum, bet_sum`
const postSql = `select outcome, ${columns} from ledger_post(
  $1, $2, $3, $4, $5, $6, $7::ledger_account[], $8::bigint[], $9, $10, 0, $11, $12)`
const closeRoundSql = `select outcome, ${columns} from ledger_close_round($1, $2, $3, $4, $5, $6, $7)`
const closeWithdrawalSql = `select outcome, ${columns} from ledger_close_withdrawal($1, $2, $3, $4, $5)`
const adjustSql = `select outcome, ${columns} from ledger_adjust($1, $2, $3, $4, $5, $6)`

export function createLedger(db: Db, clock: Clock): Ledger {
  const call = async (on: Queryable, sql: string, params: SqlValue[], what: string): Promise<Wallet> => {
    const [row] = await on.query<ResultRow>(sql, params)
    if (!row) throw new Error(`no answer from the ledger for ${what}`)
    if (row.outcome === 'insufficient') throw new InsufficientFunds()
    if (row.outcome === 'conflict') throw new LedgerConflict(`${what} was posted with other values`)
    if (row.outcome === 'unknown') throw new LedgerConflict(`${what}: there is nothing to close`)
    return toWallet(row)
  }
  const post = (on: Queryable, posting: Posting): Promise<Wallet> => {
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
        posting.bet ?? 0,
        clock.now(),
      ],
      posting.key,
    )
  }

  return {
    async openAccounts(tx, userId) {
      await tx.query('insert into wallets (user_id) values ($1) on conflict do nothing', [userId])
    },
    async wallet(on, userId) {
      const [row] = await on.query<WalletRow>(`select ${columns} from wallets where user_id = $1`, [userId])
      if (!row) throw new RangeError(`no wallet: ${userId}`)
      return toWallet(row)
    },
    deposit(tx, { userId, orderId, principal, bonus, turnover, discount = 0 }) {
      positive(principal)
      notNegative(bonus, turnover, discount, principal - discount)
      return post(tx, {
        key: `deposit:${orderId}`,
        kind: 'deposit',
        userId,
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
      })
    },
    holdStake(tx, { userId, roundId, refType = 'round', amount, wallet }) {
      positive(amount)
      return post(tx, {
        key: `stake:${refType}:${roundId}`,
        kind: 'stake',
        userId,
        refType,
        refId: roundId,
        args: { amount, wallet },
        legs: [
          [wallet, -amount],
          [`hold_round_${wallet}`, amount],
        ],
        turnover: -amount,
        bet: amount,
      })
    },
    settleRound(tx, { userId, roundId, refType = 'round', payout, wallet }) {
      notNegative(payout)
      const params = ['settle', userId, refType, roundId, payout, wallet ?? null, clock.now()]
      return call(tx, closeRoundSql, params, `settle:${refType}:${roundId}`)
    },
    refundRound(tx, { userId, roundId, refType = 'round' }) {
      const params = ['refund', userId, refType, roundId, 0, null, clock.now()]
      return call(tx, closeRoundSql, params, `refund:${refType}:${roundId}`)
    },
    instantRound(tx, { userId, roundId, refType = 'round', stake, payout, wallet }) {
      positive(stake)
      notNegative(payout)
      return post(tx, {
        // The stake's key: a round is either held or decided at once, never both.
        key: `stake:${refType}:${roundId}`,
        kind: 'play',
        userId,
        refType,
        refId: roundId,
        args: { stake, payout, wallet },
        legs: [
          [wallet, -stake],
          ['house_games', stake],
          ['house_games', -payout],
          [wallet, payout],
        ],
        turnover: -stake,
        bet: stake,
      })
    },
    holdWithdrawal(tx, { userId, withdrawalId, amount }) {
      positive(amount)
      return post(tx, {
        key: `hold:withdrawal:${withdrawalId}`,
        kind: 'withdrawal',
        userId,
        refType: 'withdrawal',
        refId: withdrawalId,
        args: { amount },
        legs: [
          ['cash', -amount],
          ['hold_withdrawal', amount],
        ],
      })
    },
    completeWithdrawal(tx, { userId, withdrawalId, fee }) {
      notNegative(fee)
      const params = ['withdrawal_paid', userId, withdrawalId, fee, clock.now()]
      return call(tx, closeWithdrawalSql, params, `pay:withdrawal:${withdrawalId}`)
    },
    refundWithdrawal(tx, { userId, withdrawalId }) {
      const params = ['withdrawal_back', userId, withdrawalId, 0, clock.now()]
      return call(tx, closeWithdrawalSql, params, `refund:withdrawal:${withdrawalId}`)
    },
    grantBonus(tx, { userId, kind, refId, amount, wallet, turnover = 0 }) {
      positive(amount)
      notNegative(turnover)
      return post(tx, {
        key: `bonus:${kind}:${userId}:${refId}`,
        kind: 'bonus',
        userId,
        refType: kind,
        refId,
        args: { amount, wallet, turnover },
        legs: [
          ['house_bonus', -amount],
          [wallet, amount],
        ],
        turnover,
      })
    },
    adjust(tx, { userId, refId, balance, bonusBalance, turnoverLeft }) {
      notNegative(balance ?? 0, bonusBalance ?? 0, turnoverLeft ?? 0)
      const values = [balance ?? null, bonusBalance ?? null, turnoverLeft ?? null]
      return call(tx, adjustSql, [userId, refId, ...values, clock.now()], `adjust:${refId}`)
    },
    entriesOf: (userId, filter = {}) => historyOf(db, userId, filter),
    async violations() {
      const rows = await db.query<{ rule: string; what: string }>('select rule, what from ledger_violations')
      return rows.map(({ rule, what }) => `${rule}: ${what}`)
    },
  }
}

function toWallet(row: WalletRow): Wallet {
  const locked = Math.min(row.cash, row.turnover_left)
  return {
    balance: cents(row.cash),
    bonusBalance: cents(row.bonus),
    heldWithdrawals: cents(row.hold_withdrawal),
    heldRounds: cents(row.hold_round_cash + row.hold_round_bonus),
    turnoverLeft: cents(row.turnover_left),
    locked: cents(locked),
    withdrawable: cents(row.cash - locked),
    depositSum: cents(row.deposit_sum),
    withdrawalSum: cents(row.withdraw_sum),
    betSum: cents(row.bet_sum),
  }
}

function positive(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not a positive amount: ${amount}`)
}

function notNegative(...amounts: number[]): void {
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  }
}
