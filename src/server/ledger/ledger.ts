import type { Cents, WalletBalances, WalletName } from '#contract/money.ts'
import type { Reader, Tx, Writer } from '../db/client.ts'
import type { LedgerFilter, LedgerPage } from './history.ts'

/** What a stake is for: a game round or a bet ticket. */
export type StakeRef = 'round' | 'ticket'

/** A player's money; all amounts in cents. */
export interface Wallet extends WalletBalances {
  /** Withdrawals on their way, and prizes in cash that the house has suspended. */
  heldWithdrawals: Cents
  /** Stakes of unfinished rounds and open tickets, from both wallets, and bonuses that the house has suspended. */
  heldRounds: Cents
  turnoverLeft: Cents
  /** min(cash, turnoverLeft): cash that cannot be withdrawn yet. */
  locked: Cents
  withdrawable: Cents
  depositSum: Cents
  withdrawalSum: Cents
  /** All stakes from both wallets, except refunded ones. */
  betSum: Cents
  /** The id of the wallet's last posting: a wallet with a higher one is newer. */
  version: number
}

/** Who makes a posting: stored with it. */
export interface Actor {
  kind: 'player' | 'staff' | 'job' | 'provider'
  /** Of the player, staff member or provider; the name of the job. */
  id: string
}

/** The player, acting for themselves. */
export const playerActor = (userId: string): Actor => ({ kind: 'player', id: userId })

/** A member of staff, by their id. */
export const staffActor = (staffId: string): Actor => ({ kind: 'staff', id: staffId })

/** A job of the server (jobs/, sports/, games/), by its name. */
export const jobActor = (name: string): Actor => ({ kind: 'job', id: name })

/** A payment or game provider that calls us, by its name. */
export const providerActor = (name: string): Actor => ({ kind: 'provider', id: name })

/** What every posting says: whose accounts it changes, and who makes it. */
interface PostingOf {
  userId: string
  actor: Actor
}

interface HeldPrize extends PostingOf {
  suspensionId: string
  wallet: WalletName
  amount: Cents
}

interface RoundRef extends PostingOf {
  roundId: string
  /** `round` unless it is a bet ticket. */
  refType?: StakeRef
}

/**
 * The only code that moves money: balanced double entries in an append-only ledger (ledger.sql). All amounts
 * are cents. Postings are idempotent by reference: repeating one with the same values changes nothing, and
 * repeating it with other values throws LedgerConflictError. InsufficientFunds means that nothing was posted. Every method
 * returns the wallet after the posting, and throws a RangeError for an amount that is negative or not an integer. The
 * wallet of each posting is sent to its player with the commit.
 */
export interface Ledger {
  openAccounts(tx: Writer, userId: string): Promise<void>
  /** Throws a RangeError when the player has no accounts. */
  wallet(on: Reader, userId: string): Promise<Wallet>
  /**
   * Credits `principal` to cash and `bonus` to the bonus wallet. The house pays `discount` of the principal.
   */
  deposit(
    tx: Writer,
    deposit: PostingOf & {
      orderId: string
      principal: Cents
      bonus: Cents
      turnover: Cents
      discount?: Cents
    },
  ): Promise<Wallet>
  /**
   * A bank has taken `amount` of a deposit back: `taken` of it from cash, as far as it is there; the player owes the rest.
   * The turnover stays as it is: lowering it could turn a bonus into cash. It is no longer counted as a deposit. `reversalId` is the
   * provider's. The caller has locked the wallet.
   */
  reverseDeposit(
    tx: Writer,
    reversal: PostingOf & { orderId: string; reversalId: string; amount: Cents; taken: Cents },
  ): Promise<Wallet>
  /** Credits a voucher to cash; it counts as a deposit. */
  redeemVoucher(
    tx: Writer,
    voucher: PostingOf & { voucherId: string; amount: Cents; turnover: Cents },
  ): Promise<Wallet>
  /**
   * Holds a stake until the round is settled or refunded. It counts towards the turnover when it is settled. `game` is
   * for the metrics only.
   */
  holdStake(
    tx: Writer,
    stake: RoundRef & { amount: Cents; wallet: WalletName; game?: string },
  ): Promise<Wallet>
  /**
   * Settles a held stake: the house takes it and pays `payout` (0 for a loss) to the wallet that it came from.
   * `counted` is how much of the stake counts towards the turnover (contract/rules/turnoverWeight.ts), by default all
   * of it. `game` is the one in whose daily sums the bet is counted (bet_days): its code, or `sports`. What comes back of a
   * bonus that was staked before a pause goes to the house, as it does in `cashOutPart` and `refundRound`.
   */
  settleRound(
    tx: Writer,
    round: RoundRef & { payout: Cents; wallet?: WalletName; counted?: Cents; game?: string },
  ): Promise<Wallet>
  /**
   * Cashes out a part of the stake of an open ticket: the house takes `stake` and pays `payout` to the wallet that it
   * came from; the rest stays held. `number` counts the parts of a ticket from 1. `counted` as for `settleRound`. The
   * caller has locked the ticket.
   */
  cashOutPart(
    tx: Tx,
    part: PostingOf & {
      ticketId: string
      number: number
      stake: Cents
      payout: Cents
      counted: Cents
    },
  ): Promise<Wallet>
  /** Returns a held stake, which then counts neither towards the turnover nor towards the sum of bets. */
  refundRound(tx: Writer, round: RoundRef): Promise<Wallet>
  /**
   * Lends the player what a correction takes back and the wallet no longer has: it goes to cash, and what is won in cash
   * later pays it off, in the posting that pays it. The caller has locked the wallet.
   */
  oweForTicket(
    tx: Writer,
    debt: PostingOf & { ticketId: string; number: number; amount: Cents },
  ): Promise<Wallet>
  /**
   * Corrects a closed ticket by `change` cents of either wallet: credits it, or takes back what must be there. `stake` is what the correction adds to the sum of bets:
   * nothing, or the stake of a ticket that was refunded (negative when it is refunded now). It leaves the turnover as
   * it is. The caller has locked the wallet.
   */
  correctTicket(
    tx: Tx,
    correction: PostingOf & {
      ticketId: string
      number: number
      /** That of the bet. */
      wallet: WalletName
      change: Record<WalletName, Cents>
      stake: Cents
    },
  ): Promise<void>
  /**
   * Posts stake and payout of a round that is decided at once. The stake may be 0: what a free bet wins. `counted` and `game`
   * as for `settleRound`.
   */
  instantRound(
    tx: Writer,
    round: RoundRef & { stake: Cents; payout: Cents; wallet: WalletName; counted?: Cents; game?: string },
  ): Promise<Wallet>
  /** Takes a bonus back and ends `turnover`, without turning the bonus into cash: the player has begun a pause. */
  endBonuses(tx: Tx, end: PostingOf & { refId: string; bonus: Cents; turnover: Cents }): Promise<Wallet>
  /** The player leaves `amount` of the cash to the house, to close the account. `refId` is that of the row in `adjustments`. */
  giveUp(tx: Tx, rest: PostingOf & { refId: string; amount: Cents }): Promise<Wallet>
  /** The house gives up `amount` of what the player owes for corrected tickets. `adjustmentId` is that of the row in `adjustments`. */
  writeOffDebt(tx: Writer, gift: PostingOf & { adjustmentId: string; amount: Cents }): Promise<Wallet>
  /** Moves `amount` from cash to the hold. Throws InsufficientFunds when it exceeds the withdrawable cash. */
  holdWithdrawal(tx: Writer, withdrawal: PostingOf & { withdrawalId: string; amount: Cents }): Promise<Wallet>
  /** Pays the held amount out, less `fee`. */
  completeWithdrawal(
    tx: Writer,
    withdrawal: PostingOf & { withdrawalId: string; fee: Cents },
  ): Promise<Wallet>
  refundWithdrawal(tx: Writer, withdrawal: PostingOf & { withdrawalId: string }): Promise<Wallet>
  /** Credits a withdrawal that was paid and has come back, with its fee; it is no longer counted as one. */
  returnWithdrawal(
    tx: Writer,
    withdrawal: PostingOf & { withdrawalId: string; amount: Cents; fee: Cents },
  ): Promise<Wallet>
  /** Moves `amount` of a prize that the house suspends out of `wallet`. The caller has locked the wallet. Throws InsufficientFunds. */
  holdPrize(tx: Tx, prize: HeldPrize): Promise<Wallet>
  /** Moves what `holdPrize` has held back to the wallet. The caller gives or takes each once. */
  freePrize(tx: Tx, prize: HeldPrize): Promise<Wallet>
  /**
   * The house takes what `holdPrize` has held: as an adjustment, and a bonus as one that was not given, with what is left of its
   * `turnover`.
   */
  takePrize(tx: Tx, prize: HeldPrize & { turnover: Cents }): Promise<Wallet>
  /**
   * Credits a bonus paid by the house. `kind` (gift, vip, promotion, rebate…) and `refId` identify it; each player
   * gets it once.
   */
  grantBonus(
    tx: Writer,
    grant: PostingOf & {
      kind: string
      refId: string
      amount: Cents
      wallet: WalletName
      turnover?: Cents
    },
  ): Promise<Wallet>
  /**
   * Gives (`amount` above zero) or takes an amount at the house's expense. It counts neither as a deposit nor as a bet, and
   * leaves the turnover as it is. Throws InsufficientFunds.
   */
  adjust(
    tx: Writer,
    adjustment: PostingOf & { adjustmentId: string; wallet: WalletName; amount: Cents },
  ): Promise<Wallet>
  /** A player's postings, newest first. */
  entriesOf(userId: string, filter?: LedgerFilter): Promise<LedgerPage>
  /** Describes every violation in the whole ledger; empty when there is none. Reads every posting. */
  violations(): Promise<string[]>
}
