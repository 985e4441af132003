/** Withdrawal: the ordered checks of spec §5, the fee, and what is paid out. Server and client use the same. */
import type { ErrorKey } from '../errors.ts'
import type { DestinationType } from '../http/order.ts'
import { cents, max, min, multiplyDown, subtract, ZERO, type Cents } from '../money.ts'

/** R$ 50: minimum unless the server says otherwise (spec §3, §9). */
export const DEFAULT_WITHDRAW_MINIMUM = cents(5_000)
/** R$ 10,000: the maximum shown in the notes (spec §9). Shown only: the check is against what is withdrawable. */
export const DISPLAYED_WITHDRAW_MAXIMUM = cents(1_000_000)
/** Fastest arrival, in minutes (spec §9). */
export const WITHDRAW_FASTEST_MINUTES = 10
/** 1 USDT, in hundredths of a USDT: the mining fee taken from what is paid out (spec §9). */
export const USDT_MINING_FEE = 100

/** What the checks look at. Amounts in cents. */
export interface WithdrawalRequest {
  locked: boolean
  /** Withdrawals left today. */
  remainingToday: number
  withdrawable: Cents
  minimum: Cents
  /** null when the field is empty or unreadable. */
  amount: Cents | null
  type: DestinationType | null
  /** CPF, CNPJ or address; '' when there is none. */
  key: string
}

export type WithdrawalReason = Extract<
  ErrorKey,
  | 'withdrawLocked'
  | 'withdrawNoneLeft'
  | 'withdrawNothing'
  | 'withdrawBelowMinimum'
  | 'withdrawAboveMaximum'
  | 'withdrawDestinationMissing'
>

/** Why a withdrawal cannot go on; `limit` is the amount that the message ends with (steps 4 and 5), in cents. */
export interface WithdrawalRefusal {
  reason: WithdrawalReason
  limit?: Cents
}

/**
 * The six checks of spec §5, in its order; null means: submit. `withdrawDestinationMissing` is step 6: the
 * client opens the destination overlay instead of showing a message.
 */
export function withdrawalRefusal(request: WithdrawalRequest): WithdrawalRefusal | null {
  const { amount, withdrawable, minimum } = request
  if (request.locked) return { reason: 'withdrawLocked' }
  if (request.remainingToday < 1) return { reason: 'withdrawNoneLeft' }
  if (withdrawable <= ZERO) return { reason: 'withdrawNothing' }
  if (!amount || amount < minimum) return { reason: 'withdrawBelowMinimum', limit: minimum }
  if (amount > withdrawable) return { reason: 'withdrawAboveMaximum', limit: withdrawable }
  if (!request.type || request.key.trim() === '') return { reason: 'withdrawDestinationMissing' }
  return null
}

/** The entered amount, capped to the user's balance (spec §5), never below 0. */
export function capToBalance(amount: Cents, balance: Cents): Cents {
  return max(ZERO, min(amount, balance))
}

/** The fee of an amount; `fraction` is 0.03 for 3 %. Cut to whole cents, in the player's favour. */
export function withdrawalFee(amount: Cents, fraction: number): Cents {
  return multiplyDown(amount, fraction)
}

/** What arrives for CPF and CNPJ: the wallet loses `amount`, the fee is taken from what is paid out. */
export function withdrawalPaidOut(amount: Cents, fraction: number): Cents {
  return subtract(amount, withdrawalFee(amount, fraction))
}

/**
 * What arrives for USDT, in hundredths of a USDT: the amount less the fee at `rate` (R$ for one USDT), cut,
 * less the mining fee; 0 when nothing is left. RangeError when the rate is not positive.
 */
export function usdtPaidOut(amount: Cents, fraction: number, rate: number): number {
  const scale = 100_000_000
  const scaledRate = BigInt(Math.round(rate * scale))
  if (scaledRate <= 0n) throw new RangeError(`not a rate: ${rate}`)
  const converted = (BigInt(withdrawalPaidOut(amount, fraction)) * BigInt(scale)) / scaledRate
  return Math.max(0, Number(converted) - USDT_MINING_FEE)
}
