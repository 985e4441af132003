import type { Cents, WalletBalances, WalletName } from '#contract/money.ts'
import type { Db, Tx } from '../db/client.ts'
import type { LedgerFilter, LedgerPage } from './history.ts'

/** What a stake is for: a game round or a bet ticket. */
export type StakeRef = 'round' | 'ticket'

/** A player's money; all amounts in cents. */
export interface Wallet extends WalletBalances {
  heldWithdrawals: Cents
  /** Stakes of unfinished rounds and open tickets, of both wallets. */
  heldRounds: Cents
  turnoverLeft: Cents
  /** min(cash, turnoverLeft): cash that cannot be withdrawn yet. */
  locked: Cents
  withdrawable: Cents
  depositSum: Cents
  withdrawalSum: Cents
  /** All stakes of both wallets, without refunded ones. */
  betSum: Cents
}

interface RoundRef {
  userId: string
  roundId: string
  /** `round` unless it is a bet ticket. */
  refType?: StakeRef
}

/**
 * The only code that moves money: balanced double entries in an append-only ledger (ledger.sql). All amounts
 * are cents. A posting happens once for its reference: repeated with the same values it changes nothing, with
 * other values it throws LedgerConflict. InsufficientFunds means that nothing was posted. Every method
 * returns the wallet after the posting; an amount that is negative or not an integer is a RangeError.
 */
export interface Ledger {
  openAccounts(tx: Tx | Db, userId: string): Promise<void>
  /** Throws a RangeError when the player has no accounts. */
  wallet(on: Tx | Db, userId: string): Promise<Wallet>
  /**
   * Credits `principal` to cash and `bonus` to the bonus wallet. The house pays `discount` of the principal.
   */
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
  /** Holds a stake until the round is settled or refunded. It counts for the turnover when it is settled. */
  holdStake(tx: Tx | Db, stake: RoundRef & { amount: Cents; wallet: WalletName }): Promise<Wallet>
  /**
   * Ends a held stake: the house takes it and pays `payout` (0 for a loss) to the wallet that it came from.
   * `counted` is how much of the stake counts for the turnover (contract/rules/turnoverWeight.ts), by default all
   * of it.
   */
  settleRound(
    tx: Tx | Db,
    round: RoundRef & { payout: Cents; wallet?: WalletName; counted?: Cents },
  ): Promise<Wallet>
  /** Returns a held stake. It then counts neither for the turnover nor for the sum of bets. */
  refundRound(tx: Tx | Db, round: RoundRef): Promise<Wallet>
  /** Posts stake and payout of a round that is decided at once. `counted` as for `settleRound`. */
  instantRound(
    tx: Tx | Db,
    round: RoundRef & { stake: Cents; payout: Cents; wallet: WalletName; counted?: Cents },
  ): Promise<Wallet>
  /** Takes `amount` out of cash and holds it. Throws InsufficientFunds above what is withdrawable. */
  holdWithdrawal(
    tx: Tx | Db,
    withdrawal: { userId: string; withdrawalId: string; amount: Cents },
  ): Promise<Wallet>
  /** Pays the held amount out, less `fee`. */
  completeWithdrawal(
    tx: Tx | Db,
    withdrawal: { userId: string; withdrawalId: string; fee: Cents },
  ): Promise<Wallet>
  refundWithdrawal(tx: Tx | Db, withdrawal: { userId: string; withdrawalId: string }): Promise<Wallet>
  /**
   * Credits a bonus of the house. `kind` (gift, vip, promotion, rebate…) and `refId` identify it: once for
   * each player.
   */
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
  /** Sandbox only: sets the given values to exactly these. */
  adjust(
    tx: Tx | Db,
    change: { userId: string; refId: string; turnoverLeft?: Cents } & Partial<WalletBalances>,
  ): Promise<Wallet>
  /** A player's postings, newest first. */
  entriesOf(userId: string, filter?: LedgerFilter): Promise<LedgerPage>
  /** What is wrong with the whole ledger, in words; empty when it is sound. Reads every posting. */
  violations(): Promise<string[]>
}
