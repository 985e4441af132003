/**
 * Withdrawal: the ordered checks, the fee and the payout, for server and client (docs/product.md, "Withdrawal
 * checks").
 */
import type { ErrorKey } from '../errors.ts'
import type { DestinationType, HeldWinnings } from '../http/order.ts'
import { cents, max, min, subtract, ZERO, type Cents } from '../money.ts'
import { multiplyDown } from '../multiplyDown.ts'

/** R$ 50: the minimum unless the server sends a different one. */
export const DEFAULT_WITHDRAW_MINIMUM = cents(5_000)
/** R$ 10,000: the maximum of one withdrawal. */
export const WITHDRAW_MAXIMUM = cents(1_000_000)
/** 1 USDT, in hundredths of a USDT: the mining fee, deducted from the payout. */
const USDT_MINING_FEE = 100

/** R$ 1: the minimum of a withdrawal as a voucher. */
export const LEAST_VOUCHER = cents(100)

/** Input of the checks. Amounts in cents. */
export interface WithdrawalRequest {
  locked: boolean
  /** Withdrawals left today. */
  remainingToday: number
  withdrawable: Cents
  /** What is not withdrawable yet, the earliest first. */
  held?: readonly HeldWinnings[]
  minimum: Cents
  /** null when the field is empty or invalid. */
  amount: Cents | null
  type: DestinationType | 'VOUCHER' | null
  /** CPF, CNPJ or address; '' when there is none. */
  key: string
}

export type WithdrawalReason = Extract<
  ErrorKey,
  | 'withdrawLocked'
  | 'withdrawNoneLeft'
  | 'withdrawNothing'
  | 'withdrawHeld'
  | 'withdrawBelowMinimum'
  | 'withdrawAboveMaximum'
  | 'withdrawDestinationMissing'
>

/** Why a withdrawal is refused; `limit` is the amount at the end of the message (checks 4 and 5), in cents. */
export interface WithdrawalRefusal {
  reason: WithdrawalReason
  limit?: Cents
  /** What is missing: for withdrawHeld, which takes the place of checks 3 and 5. `limit` is what can be withdrawn now. */
  held?: HeldWinnings
}

/**
 * The six checks in order; null if all pass. For `withdrawDestinationMissing` (check 6) the
 * client opens the destination overlay instead of showing a message.
 */
export function withdrawalRefusal(request: WithdrawalRequest): WithdrawalRefusal | null {
  const { amount, withdrawable, minimum } = request
  if (request.locked) return { reason: 'withdrawLocked' }
  if (request.remainingToday < 1) return { reason: 'withdrawNoneLeft' }
  const [held] = request.held ?? []
  if (withdrawable <= ZERO)
    return held ? { reason: 'withdrawHeld', held, limit: ZERO } : { reason: 'withdrawNothing' }
  if (!amount || amount < minimum) return { reason: 'withdrawBelowMinimum', limit: minimum }
  const maximum = mostWithdrawable(withdrawable)
  if (amount > maximum)
    return held && withdrawable < WITHDRAW_MAXIMUM
      ? { reason: 'withdrawHeld', held, limit: maximum }
      : { reason: 'withdrawAboveMaximum', limit: maximum }
  if (!request.type || request.key.trim() === '') return { reason: 'withdrawDestinationMissing' }
  return null
}

/** The most that one withdrawal can have. */
export function mostWithdrawable(withdrawable: Cents): Cents {
  return min(withdrawable, WITHDRAW_MAXIMUM)
}

/** The entered amount, capped to the balance and never below 0. Cents. */
export function capToBalance(amount: Cents, balance: Cents): Cents {
  return max(ZERO, min(amount, balance))
}

/** The fee on an amount, in cents; `fraction` is 0.03 for 3 %. Rounded down, in the player's favour. */
export function withdrawalFee(amount: Cents, fraction: number): Cents {
  return multiplyDown(amount, fraction)
}

/** The payout to CPF and CNPJ, in cents: the wallet loses `amount`, the fee is deducted from the payout. */
export function withdrawalPaidOut(amount: Cents, fraction: number): Cents {
  return subtract(amount, withdrawalFee(amount, fraction))
}

/**
 * The payout in hundredths of a USDT: the amount minus the fee at `rate` (R$ for one USDT), rounded down,
 * minus the mining fee; at least 0. RangeError when the rate is not positive.
 */
export function usdtPaidOut(amount: Cents, fraction: number, rate: number): number {
  const scale = 100_000_000
  const scaledRate = BigInt(Math.round(rate * scale))
  if (scaledRate <= 0n) throw new RangeError(`not a rate: ${rate}`)
  const converted = (BigInt(withdrawalPaidOut(amount, fraction)) * BigInt(scale)) / scaledRate
  return Math.max(0, Number(converted) - USDT_MINING_FEE)
}
